/** The state machine of confirmations: every event in every state. */
import { describe, expect, test } from "vitest";
import {
  approve,
  auditEntry,
  cancel,
  claim,
  deactivate,
  decline,
  expireApproval,
  inFlightMs,
  recordSend,
  resolve,
  undo,
  type StoredConfirmation,
} from "../../src/store/confirmation-rules.ts";
import type { ConfirmationState, Outcome } from "../../src/store/confirmations.ts";
import { confirmation, dayMs, expiresAt, tap } from "./sample-confirmation.ts";

const states = Object.keys({
  open: true,
  awaiting_approval: true,
  claimed: true,
  unknown: true,
  needs_review: true,
  done: true,
  undone: true,
  refused: true,
  cancelled: true,
  declined: true,
  expired: true,
} satisfies Record<ConfirmationState, true>) as ConfirmationState[];

const firstSend = {
  before: 0,
  eventId: null,
  sends: 1,
  at: 1500,
  isIdempotent: false,
  clockDifference: null,
};
const secondSend = { ...firstSend, before: 1, sends: 2 };

const done: Outcome = { state: "done", done: { coupons: [] } };
const refused: Outcome = { state: "refused", code: "OUT_OF_STOCK", detail: null };
const unreached: Outcome = { state: "refused", code: "UNREACHED", detail: null };
const unknown: Outcome = { state: "unknown", again: 5000 };
const needsReview: Outcome = { state: "needs_review" };
const resolved = (outcome: Outcome) => (row: StoredConfirmation) =>
  resolve(row, { outcome, before: row.sends, at: 2000 })?.next ?? null;

/** Each event with the states that it leads to; in every state not named it changes nothing. */
const transitions: readonly [
  event: string,
  apply: (row: StoredConfirmation) => StoredConfirmation | null,
  Partial<Record<ConfirmationState, ConfirmationState>>,
][] = [
  [
    "claimed by its asker",
    (row) => claim(row, tap("asker"), null).transition?.next ?? null,
    { open: "claimed" },
  ],
  [
    "claimed by its asker, where a second person has to approve",
    (row) => claim({ ...row, approval: true }, tap("asker"), null).transition?.next ?? null,
    { open: "awaiting_approval" },
  ],
  [
    "claimed by its asker above a limit",
    (row) =>
      claim(row, tap("asker"), { limit: "giftsPerStaffDay", left: 1 }).transition?.next ?? null,
    {},
  ],
  [
    "claimed by its asker when it has expired",
    (row) => claim(row, tap("asker", expiresAt), null).transition?.next ?? null,
    {},
  ],
  [
    "claimed by somebody else",
    (row) => claim(row, tap("second"), null).transition?.next ?? null,
    {},
  ],
  [
    "approved by a second person",
    (row) => approve(row, tap("second")).transition?.next ?? null,
    { awaiting_approval: "claimed" },
  ],
  [
    "approved by a second person when it has expired",
    (row) => approve(row, tap("second", expiresAt)).transition?.next ?? null,
    {},
  ],
  ["approved by its asker", (row) => approve(row, tap("asker")).transition?.next ?? null, {}],
  [
    "declined by a second person",
    (row) => decline(row, tap("second")).transition?.next ?? null,
    { awaiting_approval: "declined" },
  ],
  ["declined by its asker", (row) => decline(row, tap("asker")).transition?.next ?? null, {}],
  [
    "cancelled by its asker",
    (row) => cancel(row, tap("asker")).transition?.next ?? null,
    { open: "cancelled", awaiting_approval: "cancelled" },
  ],
  ["cancelled by somebody else", (row) => cancel(row, tap("second")).transition?.next ?? null, {}],
  [
    "not approved in time",
    (row) => expireApproval(row, expiresAt)?.next ?? null,
    { awaiting_approval: "expired" },
  ],
  ["still in time", (row) => expireApproval(row, expiresAt - 1)?.next ?? null, {}],
  [
    "sent",
    (row) => recordSend(row, { ...firstSend, clockDifference: 7 }),
    { claimed: "claimed", unknown: "unknown" },
  ],
  ["resolved as done", resolved(done), { claimed: "done", unknown: "done", needs_review: "done" }],
  [
    "resolved as refused",
    resolved(refused),
    { claimed: "refused", unknown: "refused", needs_review: "refused" },
  ],
  [
    "resolved as never sent",
    resolved(unreached),
    { claimed: "refused", unknown: "refused", needs_review: "refused" },
  ],
  [
    "an undo, resolved as never sent",
    (row) => resolved(unreached)({ ...row, undoOf: "original" }),
    { claimed: "open", unknown: "open", needs_review: "open" },
  ],
  ["resolved as unknown", resolved(unknown), { claimed: "unknown", unknown: "unknown" }],
  [
    "resolved as to be reviewed",
    resolved(needsReview),
    { claimed: "needs_review", unknown: "needs_review" },
  ],
  ["undone as a whole", (row) => undo(row, { gifts: 3, points: 10 }), { done: "undone" }],
  ["undone by an unknown amount", (row) => undo(row, null), { done: "undone" }],
  ["undone in part", (row) => undo(row, { gifts: 2, points: 10 }), { done: "done" }],
  [
    "restored from a backup",
    (row) => deactivate(row)?.next ?? null,
    {
      open: "cancelled",
      awaiting_approval: "declined",
      claimed: "needs_review",
      unknown: "needs_review",
    },
  ],
];

describe.each(transitions)("a confirmation %s", (_event, apply, targets) => {
  test.each(states)("in state %s", (state) => {
    const next = apply(confirmation(state));
    expect(next?.state ?? null).toBe(targets[state] ?? null);
    // What was ordered and by whom never changes.
    if (next) {
      const { account, id, asker, order, refId } = confirmation(state);
      expect(next).toMatchObject({ account, id, asker, order, refId });
    }
  });
});

describe("a tap", () => {
  const claimed = confirmation("claimed", { claimedEvent: "tap" });
  const waiting = confirmation("awaiting_approval", { confirmedEvent: "tap" });

  test("repeated by the same event returns the same result and changes nothing", () => {
    expect(claim(claimed, tap("asker"), null)).toEqual({
      result: { kind: "claimed", confirmation: claimed },
      transition: null,
    });
    expect(claim(waiting, tap("asker"), null)).toEqual({
      result: { kind: "awaiting_approval", confirmation: waiting },
      transition: null,
    });
    expect(approve(claimed, tap("second"))).toEqual({
      result: { kind: "claimed", confirmation: claimed },
      transition: null,
    });
  });

  test.each(states.filter((state) => state !== "open"))(
    "by another event in state %s reports that state",
    (state) => {
      const row = confirmation(state);
      const result = { kind: "already_resolved", confirmation: row };
      expect(claim(row, tap("asker"), null).result).toEqual(result);
      if (state === "awaiting_approval") return;
      expect(approve(row, tap("second")).result).toEqual(result);
      expect(decline(row, tap("second")).result).toEqual(result);
      expect(cancel(row, tap("asker")).result).toEqual(result);
    },
  );

  test("of another event finds a claimed confirmation resolved", () => {
    const result = { kind: "already_resolved", confirmation: claimed };
    expect(claim(claimed, tap("asker", 1500, "e2"), null)).toEqual({ result, transition: null });
    expect(approve(claimed, tap("second", 1500, "e2"))).toEqual({ result, transition: null });
  });

  test("by somebody who may not answer finds no confirmation", () => {
    const none = { result: { kind: "none" }, transition: null };
    for (const state of states) {
      const row = confirmation(state);
      expect(claim(row, tap("second"), null)).toEqual(none);
      expect(approve(row, tap("asker"))).toEqual(none);
      expect(decline(row, tap("asker"))).toEqual(none);
      expect(cancel(row, tap("second"))).toEqual(none);
    }
  });

  test("is in time up to the last millisecond, and expired from then on", () => {
    const open = confirmation("open");
    expect(claim(open, tap("asker", expiresAt - 1), null).result.kind).toBe("claimed");
    expect(claim(open, tap("asker", expiresAt), null).result.kind).toBe("expired");
    expect(approve(waiting, tap("second", expiresAt - 1)).result.kind).toBe("claimed");
    expect(approve(waiting, tap("second", expiresAt)).result.kind).toBe("expired");
  });

  test("above a limit reports the limit", () => {
    const exceeded = { limit: "giftsPerStaffDay", left: 1 } as const;
    const { result } = claim(confirmation("open"), tap("asker"), exceeded);
    expect(result).toMatchObject({ kind: "limit", ...exceeded });
  });

  test("that claims records who, when and by which event, and is audited as ordered", () => {
    const { transition } = claim(confirmation("open"), tap("asker", 1234, "e1"), null);
    expect(transition).toMatchObject({
      next: {
        confirmedAt: 1234,
        confirmedEvent: "e1",
        claimedBy: "asker",
        claimedAt: 1234,
        claimedEvent: "e1",
        expiresAt,
      },
      audit: { action: "ordered", facts: { set: "1" } },
      notifyAsker: false,
    });
  });

  test("that awaits approval has a day for it, and the approval claims it for the second person", () => {
    const open = confirmation("open", { approval: true });
    const { transition } = claim(open, tap("asker", 1234, "e1"), null);
    expect(transition).toMatchObject({
      next: { confirmedAt: 1234, claimedBy: null, expiresAt: 1234 + dayMs },
      audit: { action: "waiting" },
    });
    const approved = approve(transition?.next ?? open, tap("second", 1234 + dayMs - 1, "e2"));
    expect(approved.transition).toMatchObject({
      next: { confirmedAt: 1234, confirmedEvent: "e1", claimedBy: "second", claimedEvent: "e2" },
      audit: { action: "ordered" },
    });
  });

  test("that ends an awaited approval is audited; only a decline and an expiry notify the asker", () => {
    const open = confirmation("open");
    expect(cancel(open, tap("asker")).transition).toMatchObject({ audit: null });
    const declined = { audit: { action: "declined", facts: {} } };
    expect(cancel(waiting, tap("asker")).transition).toMatchObject({
      ...declined,
      notifyAsker: false,
    });
    expect(decline(waiting, tap("second")).transition).toMatchObject({
      ...declined,
      notifyAsker: true,
    });
    expect(expireApproval(waiting, expiresAt)).toMatchObject({
      audit: { action: "lapsed", facts: {} },
      notifyAsker: true,
    });
  });
});

describe("a send", () => {
  test("keeps the clock difference of the first one", () => {
    const first = recordSend(confirmation("claimed"), { ...firstSend, clockDifference: 7 });
    expect(first).toMatchObject({ sends: 1, sentAt: 1500, clockDifference: 7 });
    const second = recordSend(first ?? confirmation("open"), {
      ...secondSend,
      at: 1500 + inFlightMs,
      clockDifference: 9,
    });
    expect(second).toMatchObject({ sends: 2, sentAt: 1500 + inFlightMs, clockDifference: 7 });
  });

  test("isn't recorded for one of two senders that began with the same number of sends", () => {
    const sent = confirmation("claimed", { sends: 1, sentAt: 1500 });
    for (const before of [0, 2]) expect(recordSend(sent, { ...firstSend, before })).toBeNull();
  });
});

describe("an outcome", () => {
  const sent = confirmation("claimed", { sends: 1, sentAt: 1500 });

  test("is audited with its facts and sends", () => {
    const sends = { sends: 1, sentAt: 1500 };
    expect(resolve(sent, { outcome: done, before: 1, at: 2000 })?.audit).toEqual({
      action: "done",
      facts: { coupons: [], ...sends },
    });
    expect(resolve(sent, { outcome: refused, before: 1, sends: 2, at: 2000 })?.audit).toEqual({
      action: "refused",
      facts: { ...refused, sends: 2, sentAt: 1500 },
    });
    expect(resolve(sent, { outcome: needsReview, before: 1, at: 2000 })?.audit).toEqual({
      action: "person",
      facts: sends,
    });
  });

  test("that stays unknown is audited once, and is due again at its time", () => {
    const once = resolve(sent, { outcome: unknown, before: 1, at: 2000 });
    expect(once).toMatchObject({ next: { retryAt: 5000 }, audit: { action: "unknown" } });
    const later: Outcome = { state: "unknown", again: 6000 };
    expect(resolve(once?.next ?? sent, { outcome: later, before: 1, at: 2000 })).toMatchObject({
      next: { retryAt: 6000 },
      audit: null,
    });
    expect(resolve(once?.next ?? sent, { outcome: done, before: 1, at: 2000 })).toMatchObject({
      next: { retryAt: null },
    });
  });
});

describe("an undo", () => {
  const original = confirmation("done");

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
      { gifts: 3, points: 10 },
      { gifts: 0, points: 0, state: "undone" },
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
  ])("of %j leaves %j", (takenBack, remaining) => {
    expect(undo(original, takenBack)).toMatchObject(remaining);
  });
});

test("an audit entry names the confirmation, the actor and the event", () => {
  const { transition } = claim(confirmation("open"), tap("asker", 1234, "e1"), null);
  if (!transition) throw new Error("nothing changed");
  expect(auditEntry(transition, tap("asker", 1234, "e1"))).toEqual({
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
  expect(auditEntry({ ...transition, audit: null }, tap("asker"))).toBeNull();
});

test("an audit entry names the asker, the approver and what is undone where the entry alone doesn't tell", () => {
  const waiting = confirmation("awaiting_approval", { approval: true, undoOf: "gift" });
  const { transition } = approve(waiting, tap("second"));
  if (!transition) throw new Error("nothing changed");
  const people = { asker: "asker", approver: "second" };
  const facts = { ...people, undoOf: "gift" };
  expect(auditEntry(transition, tap("second"))).toMatchObject({ facts: { set: "1", ...facts } });
  const ended = resolve(transition.next, { outcome: done, before: 0, at: 2000 });
  if (!ended) throw new Error("nothing changed");
  const byTheBot = { by: null, eventId: null, at: 5 };
  expect(auditEntry(ended, byTheBot)?.facts).toMatchObject({ coupons: [], ...facts });
  expect(auditEntry(ended, tap("asker"))?.facts).not.toHaveProperty("asker");
});

test("a restored order that may have been sent is audited as left to a person", () => {
  expect(deactivate(confirmation("unknown", { retryAt: 9 }))).toMatchObject({
    next: { retryAt: null },
    audit: { action: "person", facts: { restored: true } },
  });
  expect(deactivate(confirmation("awaiting_approval"))).toMatchObject({
    audit: { action: "declined", facts: { restored: true } },
  });
  expect(deactivate(confirmation("open"))).toMatchObject({ audit: null });
});
