/** Random operations on orders of each kind. */
import {
  type Change,
  currentStep,
  type Decision,
  type Order,
  type OrderState,
  type Outcome,
  type Question,
} from "../../../src/store/rules/order.ts";
import type { DayLimits } from "../../../src/store/rules/day-limits.ts";
import type { Conclusion } from "../../../src/store/orders.ts";
import { question, redemption, undoOfRedemption } from "../conformance/harness.ts";
import type { BothEngines, Operation } from "./both-engines.ts";
import { members, people, strange } from "./names.ts";

const hourMs = 3_600_000;
const limits = {
  giftsPerStaffDay: 5,
  giftsPerMemberDay: 4,
  pointsPerStaffDay: 300,
  pointsPerMemberDay: 250,
};

const dayOf = (engines: BothEngines) => ({
  start: engines.now() - engines.below(3) * hourMs,
  end: engines.now() + hourMs,
});

/** Mostly the person that it takes, or else anybody. */
const by = ({ below, pick }: BothEngines, asker: string | undefined): string =>
  asker !== undefined && below(8) > 0 ? asker : pick(people);

/** At a full minute, as others are. */
const minuteOf = ({ now }: BothEngines): number => Math.floor(now() / 60_000) * 60_000;

function newQuestion(engines: BothEngines, more: Partial<Question> = {}): Question {
  const { below, pick, name, recent } = engines;
  const at = minuteOf(engines);
  const asker = pick(people);
  const redeeming = { asker, memberUuid: pick(members), lineId: pick([asker, "", "U3"]) };
  switch (below(4)) {
    case 0: {
      const input = { card: pick(strange) };
      const asked = redemption("", at, { ...redeeming, input, subject: pick(["s1", "s2"]) });
      return { ...asked, id: name("order"), ...more };
    }
    case 1:
      return { ...undoOfRedemption(recent("order"), at, redeeming), id: name("order"), ...more };
    default:
      return question(name("order"), at, {
        asker,
        gifts: below(3),
        points: pick([0, 0, 100, 2 ** 31 + 5]),
        approval: below(3) === 0,
        memberUuid: pick([...members, null]),
        undoes: below(4) === 0 ? recent("order") : null,
        refId: `ref ${below(20)}`,
        input: { lineId: pick([...people, ""]), text: pick(strange) },
        ...more,
      });
  }
}

/** Also one that is there already. */
const ask: Operation = async (engines) => {
  const asked = newQuestion(engines);
  for (const write of engines.pick([[asked], [asked, asked]])) {
    await engines.compare(`ask ${asked.id}`, ({ store }) =>
      store.lineUsers.write("A", [{ kind: "question", question: write }]),
    );
  }
};

/** What is done with an order that was read before. */
type Act = (engines: BothEngines, id: string, known: Order | null) => Promise<unknown>;

const confirm: Act = async (engines, id, known) => {
  const { pick, action, compare } = engines;
  const isRedemption = known?.kind === "redeeming";
  const day: DayLimits = {
    ...dayOf(engines),
    limits: isRedemption ? pick([null, limits]) : limits,
    redemptions: isRedemption ? { perDay: 3, perSet: pick([null, 1, 2]) } : null,
  };
  const tap = await action(by(engines, known?.asker));
  await compare(`confirm ${id}`, ({ store }) =>
    store.orders.confirm("A", id, tap, day, ["U2", "U3"]),
  );
};

const answer: Act = async (engines, id) => {
  const action = await engines.action(engines.pick(people));
  const what = engines.pick(["approve", "approve", "decline", "cancel"]);
  await engines.compare(`${what} ${id}`, ({ store: { orders } }) => orders[what]("A", id, action));
};

/** By an event, or by the bot itself. */
const causeOf = async ({ below, newEvent }: BothEngines) => (below(2) === 0 ? null : newEvent());

/** Mostly the step that is being done. */
const stepOf = ({ below }: BothEngines, known: Order | null): number =>
  known && below(6) > 0 ? Math.max(0, currentStep(known)) : below(4);

const send: Act = async (engines, id, known) => {
  const { below, pick, compare } = engines;
  const step = stepOf(engines, known);
  const before = below(5) > 0 ? (known?.steps[step]?.sends ?? 0) : below(3);
  const request = {
    step,
    before,
    sends: before + 1,
    isIdempotent: pick([true, false]),
    clockDifference: pick([null, 5, -700]),
  };
  const eventId = await causeOf(engines);
  await compare(`send ${step} of ${id}`, ({ store }) =>
    store.orders.recordSend("A", id, request, eventId),
  );
};

const outcomeOf = ({ pick, now }: BothEngines): Outcome =>
  pick<Outcome>([
    { state: "done", done: { id: 1, coupons: [{ uuid: "c", code: "d" }] } },
    { state: "done", done: {} },
    { state: "refused", code: pick(["UNREACHED", "X"]), detail: null },
    { state: "unknown", again: now() + 5000 },
    { state: "needs_review" },
  ]);

const conclude = async (engines: BothEngines, id: string, what: Conclusion["what"]) => {
  const { below, pick, compare } = engines;
  const conclusion: Conclusion = {
    id,
    what,
    takenBack: pick([null, { gifts: 1, points: 50 }]),
    undo: below(2) === 0 ? newQuestion(engines, { undoes: id }) : null,
    notices:
      below(2) === 0 ? [{ lineId: pick(people), notice: { kind: "ended", confirmation: id } }] : [],
  };
  const actor = { by: pick([null, "U1"]), eventId: await causeOf(engines) };
  await compare(`${what.do} ${what.step} of ${id}`, ({ store }) =>
    store.orders.conclude("A", conclusion, actor),
  );
};

const settle: Act = async (engines, id, known) => {
  const { below } = engines;
  const step = stepOf(engines, known);
  const before = known?.steps[step]?.sends ?? 0;
  const sends = below(2) === 0 ? below(3) : before;
  await conclude(engines, id, { do: "settle", step, outcome: outcomeOf(engines), before, sends });
};

const decisions = ["happened", "not_happened", "take_back", "close"] as const satisfies Decision[];

const decide: Act = async (engines, id, known) => {
  const { pick } = engines;
  const step = stepOf(engines, known);
  const what: Extract<Change, { do: "decide" }> = {
    do: "decide",
    step,
    decision: pick(decisions),
    found: pick([null, { coupons: [] }]),
  };
  await conclude(engines, id, what);
};

/** What fits the state of an order; anything else is done with it at times. */
const acts: Partial<Record<OrderState, readonly Act[]>> = {
  open: [confirm],
  awaiting_approval: [answer],
  working: [send, settle],
  needs_review: [decide],
};

const act: Operation = async (engines) => {
  const id = engines.recent("order");
  const known = await engines.compare(`get ${id}`, ({ store }) => store.orders.get("A", id));
  const fitting = known && acts[known.state];
  const all = [confirm, answer, send, settle, decide];
  await engines.pick((engines.below(5) > 0 && fitting) || all)?.(engines, id, known);
};

const readOrders: Operation = async (engines) => {
  const { compare, recent, pick, below, now } = engines;
  const [id, who, member] = [recent("order"), pick(people), pick(members)];
  const action = await engines.action(who);
  const day = dayOf(engines);
  const refId = `ref ${below(20)}`;
  await compare(`orders of ${who}, ${member}, ${id}`, async ({ store: { orders } }) => ({
    cancellable: await orders.cancellable("A", action),
    undoOf: await orders.undoOf("A", id),
    newestUndo: await orders.newestUndo("A", who, now()),
    // Any of several.
    hasRefId: (await orders.byRefId("A", member, refId)) !== null,
    pending: await orders.pending("A", now()),
    due: await orders.due("A", now()),
    accounts: await orders.accountsWithUnfinished(),
    redemptions: await orders.redemptionsOf("A", member, 5),
    usedBy: await orders.usedBy("A", who, day, now()),
    usedFor: await orders.usedFor("A", member, day, now()),
  }));
};

const expire: Operation = async ({ compare, now }) => {
  await compare("expire", ({ store }) => store.orders.expireApprovals("A", now()));
};

export const orderOperations: readonly Operation[] = [
  ask,
  ask,
  ask,
  readOrders,
  readOrders,
  expire,
  ...Array.from({ length: 20 }, () => act),
];
