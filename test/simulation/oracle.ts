/** What must hold whatever happened: rules over what was accepted, delivered, booked and stored. */
import { clockRules } from "./clock-rules.ts";
import { giftRules } from "./gift-rules.ts";
import { reminderRules } from "./reminder-rules.ts";
import type { Observations } from "./observations.ts";
import { redemptionRules } from "./redemption-rules.ts";
import { countBy, moreThanOne, type Rule } from "./rule.ts";

const everyEventEnds: Rule = {
  name: "every accepted event ends, answered or parked with a reason",
  check({ accepted, open, parked, deliveries }) {
    const answered = new Set(deliveries.map(({ eventId }) => eventId));
    return accepted.flatMap(({ id, storedAs, isAnswerDue }) => {
      if (storedAs === null) return [`${id} was never stored`];
      if (open.has(id)) return [`${id} is still open`];
      if (parked.has(id)) return parked.get(id) ? [] : [`${id} is parked without a reason`];
      return isAnswerDue && !answered.has(id) ? [`${id} was not answered`] : [];
    });
  },
};

const eventsAreAnsweredOnce: Rule = {
  name: "an event is answered once",
  check: ({ deliveries }) =>
    moreThanOne(
      countBy(deliveries, ({ eventId }) => eventId),
      "was answered",
    ),
};

const chatsAreInOrder: Rule = {
  name: "the events of a chat are answered in the order of arrival",
  check({ accepted, deliveries }) {
    const places = new Map(accepted.map(({ id, storedAs }) => [id, storedAs ?? 0]));
    const last = new Map<string, number>();
    return deliveries.flatMap(({ eventId, chat }) => {
      const place = eventId === null ? undefined : places.get(eventId);
      if (place === undefined) return [];
      const before = last.get(chat) ?? 0;
      last.set(chat, Math.max(before, place));
      return place < before ? [`${eventId} was answered after a later event of its chat`] : [];
    });
  },
};

const leasesHold: Rule = {
  name: "chats are taken over only from replicas that are gone, and who is gone doesn't come back",
  check: ({ brokenLeases }) => [...brokenLeases],
};

const repliesAreRepeated: Rule = {
  name: "a reply that is tried again is the same",
  check({ attempts }) {
    const first = new Map<string, string>();
    return attempts.flatMap(({ by, replyToken, messages }) => {
      const key = `${by} ${replyToken}`;
      const before = first.get(key) ?? messages;
      first.set(key, before);
      return before === messages ? [] : [`${key} was tried with another body`];
    });
  },
};

const writesHappenOnce: Rule = {
  name: "the platform has at most one write of a ref_id",
  check: ({ bookings }) =>
    moreThanOne(
      countBy(bookings, ({ refId }) => refId),
      "was booked",
    ),
};

const ledgerAddsUp: Rule = {
  name: "the ledger adds up",
  check: ({ ledger: { points, booked } }) =>
    points === booked ? [] : [`the cards hold ${points} points, the movements ${booked}`],
};

/** How many bookings, voided ones included, an order has in each state; a state that isn't listed isn't final. */
const bookingsIn: Readonly<Record<string, readonly number[]>> = {
  open: [0],
  awaiting_approval: [0],
  cancelled: [0],
  declined: [0],
  expired: [0],
  refused: [0],
  done: [1],
  undone: [1],
  needs_review: [0, 1],
};

const ordersMatchBookings: Rule = {
  name: "orders say what the platform has booked",
  check({ orders, bookings, moments }) {
    const booked = countBy(bookings, ({ refId }) => refId);
    const faults = orders.flatMap(({ id, state, refId, undoOf }) => {
      const fits = bookingsIn[state];
      if (!fits) return [`order ${id} is still ${state}`];
      const count = booked.get(refId) ?? 0;
      // An undo is a void, which has no booking of its own.
      return undoOf !== null || fits.includes(count)
        ? []
        : [`order ${id} is ${state} and booked ${count} times`];
    });
    const redemptions = moments.at(-1)?.redemptions ?? [];
    const known = new Set([
      ...orders.map(({ refId }) => refId),
      ...redemptions.flatMap(({ burnRefId, giveRefId }) => [burnRefId, giveRefId]),
    ]);
    const unknown = bookings.filter(({ refId }) => !known.has(refId));
    return [...faults, ...unknown.map(({ refId }) => `${refId} was booked without an order`)];
  },
};

/** A question's button. One that was shown must be stored, so that no second one replaces it. */
const asks = /"data":"[^"]*(?:%2Fyes|[?&]yes=)/;
const replicaOf = (call: string) => call.split(",")[0];

const questionsAreShown: Rule = {
  name: "a question was shown to its asker, or its event is parked or was answered without it",
  check({ orders, moments, deliveries, attempts, accepted, parked }) {
    const shown = (id: string) => deliveries.some(({ text }) => text.includes(id));
    // A replica that was taken over had sent an apology, with the same token, before the question was stored.
    const outrun = (id: string) =>
      attempts.some(
        ({ by, replyToken, messages }) =>
          messages.includes(id) &&
          attempts.some(
            (one) => one.replyToken === replyToken && replicaOf(one.by) !== replicaOf(by),
          ) &&
          deliveries.some(
            ({ eventId, text }) => replyToken === `token of ${eventId}` && !asks.test(text),
          ),
      );
    const asked = [
      ...orders.filter(({ state, undoOf }) => state === "open" && undoOf === null),
      ...(moments.at(-1)?.redemptions ?? []).filter(({ state }) => state === "asked"),
    ];
    const hidden = asked.filter(({ id }) => !shown(id) && !outrun(id));
    const parkedOf = countBy(accepted, ({ id, chat }) => (parked.has(id) ? chat : null));
    const hiddenOf = countBy(hidden, ({ asker }) => asker);
    return [...hiddenOf]
      .filter(([asker, count]) => count > (parkedOf.get(asker) ?? 0))
      .map(([asker, count]) => `${asker} has ${count} questions that were never shown`);
  },
};

const undosMatchVoids: Rule = {
  name: "an order is undone if and only if its booking is voided",
  check({ orders, bookings }) {
    const voided = new Set(
      bookings.filter((one) => one.voidedAt !== null).map(({ refId }) => refId),
    );
    const undos = Map.groupBy(orders, ({ undoOf }) => undoOf);
    return (undos.get(null) ?? []).flatMap(({ id, state, refId }) => {
      const isUnclear = (undos.get(id) ?? []).some((undo) => undo.state === "needs_review");
      if (state === "undone" && !voided.has(refId)) return [`order ${id} is undone, and stands`];
      return state === "done" && voided.has(refId) && !isUnclear
        ? [`order ${id} is done, and voided`]
        : [];
    });
  },
};

const undosAreOffered: Rule = {
  name: "an order that is done can be undone",
  check: ({ undoable }) =>
    undoable.filter(({ isOffered }) => !isOffered).map(({ id }) => `order ${id} offers no undo`),
};

const twoPeopleApprove: Rule = {
  name: "an order that needs approval is released by a second person",
  check: ({ orders }) =>
    orders
      .filter(({ approval, asker, claimedBy }) => approval && asker === claimedBy)
      .map(({ id }) => `order ${id} was approved by its asker`),
};

const auditIsWrittenOnce: Rule = {
  name: "an order is released and ends once in the audit",
  check({ audit, orders }) {
    const undos = new Set(orders.filter(({ undoOf }) => undoOf !== null).map(({ id }) => id));
    /** An undo that never reached the platform is open again, and may be released once more. */
    const refusals = new Map<string, number>();
    const entries = countBy(audit, ({ action, confirmation }) => {
      if (confirmation === null) return null;
      const before = refusals.get(confirmation) ?? 0;
      if (action === "refused" && undos.has(confirmation)) refusals.set(confirmation, before + 1);
      if (!/^(ordered|done|waiting)$/.test(action)) return null;
      return `${action} of ${confirmation}${before > 0 ? ` after refusal ${before}` : ""}`;
    });
    return moreThanOne(entries, "is in the audit");
  },
};

/** Random: in one world of 100,000 one of them has the last digits of somebody's card. */
const orderIds = /=[\w-]{16}(?=["&])/g;

const secretsStay: Rule = {
  name: "nothing personal leaves its chat",
  check: ({ deliveries, secrets }) =>
    deliveries.flatMap(({ chat, text: sent }) => {
      const text = sent.replaceAll(orderIds, "=");
      return secrets
        .filter((secret) => !secret.chats.has(chat) && text.includes(secret.text))
        .map((secret) => `${secret.text} was shown in chat ${chat}`);
    }),
};

/** Every promise; another one is another rule here. */
export const rules: readonly Rule[] = [
  everyEventEnds,
  eventsAreAnsweredOnce,
  chatsAreInOrder,
  leasesHold,
  repliesAreRepeated,
  writesHappenOnce,
  ledgerAddsUp,
  ordersMatchBookings,
  questionsAreShown,
  undosMatchVoids,
  undosAreOffered,
  twoPeopleApprove,
  auditIsWrittenOnce,
  secretsStay,
  ...redemptionRules,
  ...giftRules,
  ...reminderRules,
  ...clockRules,
];

/** @returns every way in which a promise was broken; empty if all were kept. */
export const violationsIn = (observed: Observations): string[] =>
  rules.flatMap(({ name, check }) => check(observed).map((fault) => `${name}: ${fault}`));
