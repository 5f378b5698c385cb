/** The rules of orders: every change in every state, who may answer, and what the audit tells. */
import { describe, expect, test } from "vitest";
import {
  isKnownOrder,
  orderStates,
  type Change,
  type Order,
  type OrderState,
  auditEntry,
  toldOf,
} from "../../src/store/rules/order.ts";
import { afterUndo, change } from "../../src/store/rules/order-changes.ts";
import {
  after,
  changed,
  dayMs,
  done,
  expiresAt,
  gift,
  needsReview,
  refused,
  sending,
  settling,
  tap,
  theBot,
  unknown,
} from "./sample-order.ts";

const confirm: Change = { do: "confirm", blocked: null };
const limit = { limit: "giftsPerStaffDay", left: 1 } as const;
const settled = (order: Order, outcome: Parameters<typeof settling>[1]) =>
  after(order, settling(order, outcome), theBot(2000));
const decide = (decision: "happened" | "not_happened", found: object | null = null): Change => ({
  do: "decide",
  step: 0,
  decision,
  found,
});

/** Each event with the states that it leads to; in every state not named it changes nothing. */
const transitions: readonly [
  event: string,
  apply: (order: Order) => Order | null,
  Partial<Record<OrderState, OrderState>>,
][] = [
  ["confirmed by its asker", (order) => after(order, confirm, tap()), { open: "working" }],
  [
    "confirmed by its asker, where a second person has to approve",
    (order) => after({ ...order, approval: true }, confirm, tap()),
    { open: "awaiting_approval" },
  ],
  [
    "confirmed by its asker above a limit",
    (order) => after(order, { do: "confirm", blocked: limit }, tap()),
    {},
  ],
  [
    "confirmed by its asker when it has expired",
    (order) => after(order, confirm, tap("asker", expiresAt)),
    {},
  ],
  ["confirmed by somebody else", (order) => after(order, confirm, tap("second")), {}],
  [
    "approved by a second person",
    (order) => after(order, { do: "approve" }, tap("second")),
    { awaiting_approval: "working" },
  ],
  [
    "approved by a second person when it has expired",
    (order) => after(order, { do: "approve" }, tap("second", expiresAt)),
    {},
  ],
  ["approved by its asker", (order) => after(order, { do: "approve" }, tap()), {}],
  [
    "declined by a second person",
    (order) => after(order, { do: "decline" }, tap("second")),
    { awaiting_approval: "declined" },
  ],
  ["declined by its asker", (order) => after(order, { do: "decline" }, tap()), {}],
  [
    "cancelled by its asker",
    (order) => after(order, { do: "cancel" }, tap()),
    { open: "cancelled", awaiting_approval: "cancelled" },
  ],
  ["cancelled by somebody else", (order) => after(order, { do: "cancel" }, tap("second")), {}],
  [
    "not approved in time",
    (order) => after(order, { do: "expire" }, theBot(expiresAt)),
    { awaiting_approval: "expired" },
  ],
  ["still in time", (order) => after(order, { do: "expire" }, theBot(expiresAt - 1)), {}],
  ["sent", (order) => after(order, sending(order), tap()), { working: "working" }],
  ["settled as done", (order) => settled(order, done()), { working: "done" }],
  ["settled as refused", (order) => settled(order, refused("X")), { working: "refused" }],
  [
    "settled as never sent",
    (order) => settled(order, refused("UNREACHED")),
    { working: "refused" },
  ],
  [
    "an undo, settled as never sent",
    (order) => settled({ ...order, undoes: "original" }, refused("UNREACHED")),
    { working: "open" },
  ],
  ["settled as unknown", (order) => settled(order, unknown()), { working: "working" }],
  [
    "settled as to be reviewed",
    (order) => settled(order, needsReview),
    { working: "needs_review" },
  ],
  [
    "decided to have happened",
    (order) => after(order, decide("happened"), tap("second")),
    { needs_review: "done" },
  ],
  [
    "decided not to have happened",
    (order) => after(order, decide("not_happened"), tap("second")),
    { needs_review: "refused" },
  ],
  [
    "decided not to have happened, and found",
    (order) => after(order, decide("not_happened", { id: 1 }), tap("second")),
    { needs_review: "done" },
  ],
  ["undone as a whole", (order) => afterUndo(order, { gifts: 3, points: 10 }), { done: "undone" }],
  ["undone by an unknown amount", (order) => afterUndo(order, null), { done: "undone" }],
  ["undone in part", (order) => afterUndo(order, { gifts: 2, points: 10 }), { done: "done" }],
  [
    "restored from a backup",
    (order) => after(order, { do: "restore" }, theBot(2000)),
    { open: "cancelled", awaiting_approval: "declined", working: "needs_review" },
  ],
];

describe.each(transitions)("an order %s", (_event, apply, targets) => {
  test.each(orderStates)("in state %s", (state) => {
    const order = gift(state);
    const next = apply(order);
    expect(next?.state ?? null).toBe(targets[state] ?? null);
    // What was ordered and by whom never changes.
    if (!next) return;
    const { account, id, asker, steps } = order;
    expect(next).toMatchObject({ account, id, asker });
    expect(next.steps.map(({ input, refId }) => ({ input, refId }))).toEqual(
      steps.map(({ input, refId }) => ({ input, refId })),
    );
  });
});

describe("a tap", () => {
  const working = gift("working", { claimedEvent: "tap" });
  const waiting = gift("awaiting_approval", { confirmedEvent: "tap" });

  test("repeated by the same event is told so, and changes nothing", () => {
    expect(change(working, confirm, tap())).toEqual({ no: "repeated" });
    expect(change(waiting, confirm, tap())).toEqual({ no: "repeated" });
    expect(change(working, { do: "approve" }, tap("second"))).toEqual({ no: "repeated" });
  });

  test("by no event is never taken for a repeat", () => {
    const byRule = gift("working", { claimedEvent: null });
    const byNone = { by: "asker", eventId: null, at: 1001 };
    expect(change(byRule, confirm, byNone)).toEqual({ no: "already" });
  });

  test.each(orderStates.filter((state) => state !== "open"))(
    "by another event in state %s reports that state",
    (state) => {
      const order = gift(state);
      expect(change(order, confirm, tap())).toEqual({ no: "already" });
      if (state === "awaiting_approval") return;
      expect(change(order, { do: "approve" }, tap("second"))).toEqual({ no: "already" });
      expect(change(order, { do: "decline" }, tap("second"))).toEqual({ no: "already" });
      expect(change(order, { do: "cancel" }, tap())).toEqual({ no: "already" });
    },
  );

  test("of another event finds a released order", () => {
    expect(change(working, confirm, tap("asker", 1500, "e2"))).toEqual({ no: "already" });
    const approve = { do: "approve" } as const;
    expect(change(working, approve, tap("second", 1500, "e2"))).toEqual({ no: "already" });
  });

  test.each(orderStates)("by somebody who may not answer finds none, in state %s", (state) => {
    const order = gift(state);
    const theirs = { no: "theirs" };
    expect(change(order, confirm, tap("second"))).toEqual(theirs);
    expect(change(order, { do: "approve" }, tap())).toEqual(theirs);
    expect(change(order, { do: "decline" }, tap())).toEqual(theirs);
    expect(change(order, { do: "cancel" }, tap("second"))).toEqual(theirs);
  });

  test("is in time up to the last millisecond, and expired from then on", () => {
    const open = gift("open");
    const [last, late] = [expiresAt - 1, expiresAt];
    expect(after(open, confirm, tap("asker", last))).not.toBeNull();
    expect(change(open, confirm, tap("asker", late))).toEqual({ no: "expired" });
    expect(after(waiting, { do: "approve" }, tap("second", last))).not.toBeNull();
    expect(change(waiting, { do: "approve" }, tap("second", late))).toEqual({ no: "expired" });
  });

  test("above a limit reports the limit", () => {
    const blocked = { do: "confirm", blocked: limit } as const;
    expect(change(gift("open"), blocked, tap())).toEqual({ no: "blocked", by: limit });
  });

  test("that releases records who, when and by which event, and is audited as ordered", () => {
    expect(changed(gift("open"), confirm, tap("asker", 1234, "e1"))).toMatchObject({
      order: {
        confirmedAt: 1234,
        confirmedEvent: "e1",
        claimedBy: "asker",
        claimedAt: 1234,
        claimedEvent: "e1",
        expiresAt,
        retryAt: 121_234,
        steps: [{ begunAt: 1234, sends: 0 }],
      },
      audit: { action: "ordered", facts: { set: "1" } },
      isNews: false,
    });
  });

  test("that awaits approval has a day for it, and the approval releases it for the second person", () => {
    const open = gift("open", { approval: true });
    const { order, audit } = changed(open, confirm, tap("asker", 1234, "e1"));
    expect(order).toMatchObject({ confirmedAt: 1234, claimedBy: null, expiresAt: 1234 + dayMs });
    expect(audit?.action).toBe("waiting");
    const last = tap("second", 1234 + dayMs - 1, "e2");
    expect(changed(order, { do: "approve" }, last)).toMatchObject({
      order: { confirmedAt: 1234, confirmedEvent: "e1", claimedBy: "second", claimedEvent: "e2" },
      audit: { action: "ordered" },
    });
  });

  test("that ends an awaited approval is audited; only a decline and an expiry are news for the asker", () => {
    expect(changed(gift("open"), { do: "cancel" }, tap())).toMatchObject({ audit: null });
    const declined = { audit: { action: "declined", facts: {} } };
    const cancelled = changed(waiting, { do: "cancel" }, tap());
    expect(cancelled).toMatchObject({ ...declined, isNews: false });
    const second = tap("second");
    expect(changed(waiting, { do: "decline" }, second)).toMatchObject(declined);
    expect(toldOf(changed(waiting, { do: "decline" }, second), second)).toEqual(["asker"]);
    const lapsed = changed(waiting, { do: "expire" }, theBot(expiresAt));
    expect(lapsed).toMatchObject({ audit: { action: "lapsed", facts: {} } });
    expect(toldOf(lapsed, theBot(expiresAt))).toEqual(["asker"]);
  });
});

test.each([
  [
    { gifts: 1, points: 4 },
    { gifts: 2, points: 6, state: "done" },
  ],
  [
    { gifts: 3, points: 4 },
    { gifts: 0, points: 6, state: "done" },
  ],
  [
    { gifts: 9, points: 99 },
    { gifts: 0, points: 0, state: "undone" },
  ],
  [
    { gifts: 0, points: 0 },
    { gifts: 3, points: 10, state: "done" },
  ],
  [null, { gifts: 3, points: 10, state: "undone" }],
])("an undo of %j leaves %j", (takenBack, remaining) => {
  expect(afterUndo(gift("done"), takenBack)).toMatchObject(remaining);
});

describe("a time that another clock stored", () => {
  const now = 2000;
  const later = now + 3_600_000;

  test("makes a question, and an order that awaits approval, void", () => {
    const asked = gift("open", { askedAt: later, expiresAt: later + 600_000 });
    expect(change(asked, confirm, tap("asker", now))).toEqual({ no: "expired" });
    const waiting = gift("awaiting_approval", { confirmedAt: later, expiresAt: later + dayMs });
    expect(change(waiting, { do: "approve" }, tap("second", now))).toEqual({ no: "expired" });
    expect(after(waiting, { do: "expire" }, theBot(now))?.state).toBe("expired");
  });

  test("of a send counts as now, so that a second one waits from then on", () => {
    for (const [sentAt, expected] of [
      [later, now],
      [1500, 1500],
    ] as const) {
      const sent = gift("working", {}, { sends: 1, sentAt });
      expect(settled(sent, unknown())?.steps[0]).toMatchObject({ sentAt: expected });
    }
  });
});

const restored = (order: Order) => changed(order, { do: "restore" }, theBot(2000));

describe("the audit", () => {
  test("names the order, the actor and the event", () => {
    const actor = tap("asker", 1234, "e1");
    const result = changed(gift("open"), confirm, actor);
    expect(auditEntry(result, actor)).toEqual({
      at: 1234,
      actor: "asker",
      eventId: "e1",
      action: "ordered",
      command: "gift",
      confirmation: "order",
      refId: "ref",
      memberUuid: "member",
      facts: { set: "1" },
    });
    expect(auditEntry({ ...result, audit: null }, actor)).toBeNull();
  });

  test("names the asker, the approver and what is undone where the entry alone doesn't tell", () => {
    const waiting = gift("awaiting_approval", { undoes: "gift" });
    const approved = changed(waiting, { do: "approve" }, tap("second"));
    const facts = { asker: "asker", approver: "second", undoOf: "gift" };
    const entry = auditEntry(approved, tap("second"));
    expect(entry?.facts).toMatchObject({ set: "1", ...facts });
    const ending = settling(approved.order, done({ coupons: [] }));
    const end = changed(approved.order, ending, theBot(2000));
    expect(auditEntry(end, theBot(5))?.facts).toMatchObject({ coupons: [], ...facts });
    expect(auditEntry(end, tap())?.facts).not.toHaveProperty("asker");
  });

  test("of what a restore ends says so", () => {
    const facts = { restored: true };
    expect(restored(gift("working", { retryAt: 9 }))).toMatchObject({
      order: { retryAt: null },
      audit: { action: "person", facts },
    });
    expect(restored(gift("awaiting_approval")).audit).toMatchObject({ action: "declined", facts });
    expect(restored(gift("open")).audit).toBeNull();
  });
});

test("what another version knows is told from what this one does", () => {
  const order = gift("open");
  const [step] = order.steps;
  expect(isKnownOrder(order)).toBe(true);
  expect(isKnownOrder({ ...order, kind: "lending" })).toBe(false);
  expect(isKnownOrder({ ...order, state: "lent" as OrderState })).toBe(false);
  const lending = { ...step, operation: "lend" } as unknown as Order["steps"][number];
  expect(isKnownOrder({ ...order, steps: [lending] })).toBe(false);
});
