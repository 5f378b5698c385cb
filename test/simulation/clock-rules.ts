/** What must hold of sends and of due times whatever the clocks of the machines show. */
import type { NotedSend } from "./observations.ts";
import type { Rule } from "./rule.ts";

/** A process may trust its last renewal for three seconds. */
const maxUnnoticedMs = 3500;
/** The wait before a second send, less the time that may pass between storing a send and sending it. */
const minGapMs = 63_000;
/** What may pass between storing a send and sending it. */
const maxStoringMs = 2000;
/** A slow answer of the database leaves the difference of the clocks as uncertain as it took. */
const maxUncertainMs = 3500;

const processesWithWrongClocksRest: Rule = {
  name: "a process whose clock is off sends nothing",
  check: ({ sends }) =>
    sends
      .filter(({ offForMs }) => offForMs > maxUnnoticedMs)
      .map(({ by, request, offForMs }) => `${by} sent ${request} ${offForMs} ms after it was off`),
};

const secondSendsWait: Rule = {
  name: "a write without a clear answer isn't sent again while it may be in flight",
  check({ sends, isIdempotent }) {
    if (isIdempotent) return [];
    const last = new Map<string, NotedSend>();
    return sends.flatMap((send) => {
      if (send.to !== "platform") return [];
      const before = last.get(send.request);
      last.set(send.request, send);
      const gapMs = before && before.isUnclear ? send.at - before.at : Infinity;
      return gapMs < minGapMs ? [`${send.request} was sent again after ${gapMs} ms`] : [];
    });
  },
};

const sendsAreStoredAsOfNow: Rule = {
  name: "a send is stored with the database's time",
  check: ({ sends }) =>
    sends.flatMap(({ request, at, storedAt }) => {
      const aheadMs = (storedAt ?? at) - at;
      return aheadMs > 0 || aheadMs < -maxStoringMs - maxUncertainMs
        ? [`${request} was stored as sent ${aheadMs} ms from then`]
        : [];
    }),
};

const dueIsDue: Rule = {
  name: "what is due is judged by the database's clock",
  check: ({ judgedAheadMs }) =>
    judgedAheadMs
      .filter((ms) => ms > maxUncertainMs)
      .map((ms) => `a due time was judged by a clock that was ${ms} ms ahead`),
};

export const clockRules: readonly Rule[] = [
  processesWithWrongClocksRest,
  secondSendsWait,
  sendsAreStoredAsOfNow,
  dueIsDue,
];
