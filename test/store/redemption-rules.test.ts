/** The state machine of redemptions: every step, from every state, with every outcome. */
import { describe, expect, test } from "vitest";
import { exceededRedemptionLimit } from "../../src/store/day-limits.ts";
import {
  cancelRedemption,
  claimRedemption,
  countedRedemptionStates,
  currentStep,
  deactivateRedemption,
  decideRedemption,
  recordRedemptionSend,
  redemptionAudit,
  resolveStep,
  undoRedemption,
  unfinishedStates,
  workingStates,
  type RedemptionTransition,
  type StoredRedemption,
} from "../../src/store/redemption-rules.ts";
import { isUndoable, redemptionUndoMs } from "../../src/store/redemption-undo.ts";
import type { Outcome } from "../../src/store/confirmations.ts";
import {
  redemptionSteps,
  type RedemptionState,
  type RedemptionDecision,
  type RedemptionStep,
} from "../../src/store/redemptions.ts";

const asked: StoredRedemption = {
  account: "A",
  id: "1",
  asker: "U1",
  memberUuid: "member",
  lineId: "U1",
  order: { setUuid: "set", set: "Latte", card: "0001", points: 50, who: "Olivia B." },
  burnRefId: "burn",
  giveRefId: "give",
  askedAt: 0,
  expiresAt: 600_000,
  state: "asked",
  claimedAt: null,
  claimedEvent: null,
  doneAt: null,
  undoEvent: null,
  steps: {},
  failure: null,
  retryAt: null,
};
const free = { isBusy: false, exceeded: null };
const tap = (at = 1000, eventId = "tap") => ({ by: "U1", eventId, at });
const done = (facts: object = { id: 1 }): Outcome => ({ state: "done", done: facts });
const refused = (code: string): Outcome => ({ state: "refused", code, detail: null });

function changed<T>(transition: { next: T } | null): T {
  if (!transition) throw new Error("nothing changed");
  return transition.next;
}
const claimed = () => changed(claimRedemption(asked, tap(), free).transition);
/** The outcome of an attempt that knows of all sends. */
const resolved = (row: StoredRedemption, step: RedemptionStep, outcome: Outcome, at = 2000) =>
  resolveStep(row, { step, outcome, before: row.steps[step]?.sends ?? 0, sends: 1, at });
const after = (row: StoredRedemption, step: RedemptionStep, outcome: Outcome, at = 2000) =>
  changed(resolved(row, step, outcome, at));
const burned = () => after(claimed(), "burn", done());
const sent = (row: StoredRedemption, step: RedemptionStep) => {
  const send = {
    before: 0,
    sends: 1,
    at: 1500,
    isIdempotent: false,
    clockDifference: 7,
    eventId: null,
  };
  const next = recordRedemptionSend(row, step, send);
  if (!next) throw new Error("not sent");
  return next;
};
const giving = () => sent(burned(), "give");
const given = () => after(giving(), "give", done({ coupons: [{ uuid: "c" }] }));
const undoing = () => changed(undoRedemption(given(), tap(3000, "undo")).transition);
const refunding = () => after(giving(), "give", refused("OUT_OF_STOCK"));
const inReview = (step: RedemptionStep) => {
  const rows = { burn: claimed, give: giving, void_coupon: undoing, refund: refunding };
  return after(rows[step](), step, { state: "needs_review" });
};

const decide = (
  row: StoredRedemption,
  decision: RedemptionDecision,
  found: object | null,
  at: number,
) => decideRedemption(row, { step: currentStep(row) ?? "burn", decision, found }, at);

describe("a redemption", () => {
  test("goes from its question to the coupon, each step stored before it is sent", () => {
    expect(claimed()).toMatchObject({ state: "burning", claimedAt: 1000, retryAt: 121_000 });
    expect(sent(claimed(), "burn")).toMatchObject({
      state: "burning",
      steps: { burn: { sends: 1, sentAt: 1500, clockDifference: 7 } },
    });
    expect(burned()).toMatchObject({ state: "burned", steps: { give: { sends: 0 } } });
    expect(giving()).toMatchObject({ state: "giving", steps: { give: { sends: 1 } } });
    expect(given()).toMatchObject({ state: "done", doneAt: 2000, retryAt: null });
  });

  test("is confirmed once, by who was asked, in time, within the limits, one at a time", () => {
    const results = [
      claimRedemption(asked, { ...tap(), by: "U2" }, free),
      claimRedemption(asked, tap(600_000), free),
      claimRedemption(asked, tap(), { isBusy: true, exceeded: "day" }),
      claimRedemption(asked, tap(), { isBusy: false, exceeded: "set" }),
      claimRedemption(claimed(), tap(2000, "another tap"), free),
      claimRedemption(claimed(), tap(), { isBusy: true, exceeded: "day" }),
    ];
    expect(results.map(({ result }) => result.kind)).toEqual([
      "none",
      "expired",
      "busy",
      "limit",
      "already",
      "claimed",
    ]);
    expect(results.every(({ transition }) => transition === null)).toBe(true);
  });

  test("is cancelled by who was asked, before it is confirmed", () => {
    expect(cancelRedemption(asked, tap()).transition?.next.state).toBe("cancelled");
    expect(cancelRedemption(claimed(), tap()).transition).toBeNull();
    expect(cancelRedemption(asked, { ...tap(), by: "U2" }).result.kind).toBe("none");
  });

  test("ends without a charge when the burn is refused or never left", () => {
    for (const code of ["INSUFFICIENT_POINTS", "UNREACHED"]) {
      expect(after(claimed(), "burn", refused(code))).toMatchObject({
        state: "refused",
        failure: { code },
        retryAt: null,
      });
    }
  });

  test("gives the points back when the coupon can't be given", () => {
    expect(refunding()).toMatchObject({ state: "refunding", failure: { code: "OUT_OF_STOCK" } });
    expect(after(refunding(), "refund", done())).toMatchObject({ state: "refunded" });
  });

  test("tries a gift that never left for 20 minutes, and gives the points back then", () => {
    const waiting = after(burned(), "give", refused("UNREACHED"), 3000);
    expect(waiting).toMatchObject({
      state: "burned",
      retryAt: 8000,
      steps: { give: { sends: 0 } },
    });
    expect(after(waiting, "give", refused("UNREACHED"), 2000 + 20 * 60_000).state).toBe(
      "refunding",
    );
  });

  test("tries a refund that never left for a day, and leaves it to a person then, as a refused one", () => {
    const end = 2000 + 86_400_000;
    const waiting = after(refunding(), "refund", refused("UNREACHED"), end - 1);
    expect(waiting).toMatchObject({
      state: "refunding",
      retryAt: end + 4999,
      steps: { refund: { begunAt: 2000, sends: 0, refusal: { code: "UNREACHED" } } },
    });
    for (const [code, at] of [
      ["UNREACHED", end],
      ["NOT_FOUND", 3000],
      ["FORBIDDEN", 3000],
    ] as const) {
      expect(after(waiting, "refund", refused(code), at)).toMatchObject({
        state: "needs_review",
        steps: { refund: { refusal: { code } } },
        failure: { code: "OUT_OF_STOCK" },
      });
    }
  });

  test("tells nothing of a refusal once something has been changed after it, or may have been", () => {
    const waiting = after(refunding(), "refund", refused("UNREACHED"));
    for (const outcome of [done(), { state: "unknown", again: 9000 } as const]) {
      expect(after(waiting, "refund", outcome).steps.refund?.refusal).toBeNull();
    }
    expect(sent(waiting, "refund").steps.refund?.refusal).toBeNull();
    expect(deactivateRedemption(waiting)?.next.steps.refund?.refusal).toBeNull();
  });

  test("is undone for 15 minutes by who was asked: the coupon first, then the points", () => {
    expect(undoing()).toMatchObject({ state: "voiding_coupon", steps: { void_coupon: {} } });
    const voided = after(undoing(), "void_coupon", done());
    expect(voided.state).toBe("refunding");
    expect(after(voided, "refund", done()).state).toBe("undone");
    expect(undoRedemption(undoing(), tap(3000, "undo")).result.kind).toBe("claimed");
    expect(undoRedemption(undoing(), tap(3000, "again")).result.kind).toBe("already");
    expect(undoRedemption(given(), tap(2000 + redemptionUndoMs, "late")).result.kind).toBe(
      "expired",
    );
    expect(undoRedemption(given(), { ...tap(), by: "U2" }).result.kind).toBe("none");
  });

  test("stays done when its coupon was used meanwhile, or the undo never left", () => {
    for (const code of ["COUPON_USED", "UNREACHED"]) {
      expect(after(undoing(), "void_coupon", refused(code))).toMatchObject({
        state: "done",
        failure: { code },
      });
    }
    expect(
      changed(
        undoRedemption(after(undoing(), "void_coupon", refused("UNREACHED")), tap(4000, "again"))
          .transition,
      ),
    ).toMatchObject({ state: "voiding_coupon", failure: null });
  });

  test("of a coupon that isn't the member's any more is left to a person: they paid for it", () => {
    const row = after(undoing(), "void_coupon", refused("COUPON_OTHER_MEMBER"));
    expect(row).toMatchObject({ state: "needs_review", retryAt: null });
    expect(changed(decide(row, "happened", null, 5000)).state).toBe("refunding");
  });
});

describe("a step", () => {
  const unknown: Outcome = { state: "unknown", again: 9000 };

  test.each(redemptionSteps)("%s of unknown outcome is looked for, and then reviewed", (step) => {
    const rows = { burn: claimed, give: giving, void_coupon: undoing, refund: refunding };
    const row = rows[step]();
    const first = resolved(row, step, unknown);
    expect(first).toMatchObject({ next: { state: row.state, retryAt: 9000 } });
    expect(first?.audit?.action).toBe("unknown");
    const again = resolved(changed(first), step, unknown, 9000);
    expect(again?.audit).toBeNull();
    expect(inReview(step)).toMatchObject({ state: "needs_review", retryAt: null });
    expect(currentStep(inReview(step))).toBe(step);
  });

  test("is sent and resolved only while it is the current one, and by one sender", () => {
    const send = {
      before: 0,
      sends: 1,
      at: 1500,
      isIdempotent: false,
      clockDifference: null,
      eventId: null,
    };
    expect(recordRedemptionSend(giving(), "give", send)).toBeNull();
    const second = { ...send, before: 1, sends: 2, at: 1500 + 65_000, clockDifference: 99 };
    expect(() => recordRedemptionSend(giving(), "give", { ...second, at: 9000 })).toThrow(
      "may be in flight",
    );
    expect(recordRedemptionSend(giving(), "give", second)?.steps.give).toMatchObject({
      sends: 2,
      sentAt: 1500 + 65_000,
      // As of the first send.
      clockDifference: 7,
    });
    for (const row of [asked, giving(), given(), undoing(), refunding(), inReview("give")]) {
      for (const step of redemptionSteps) {
        const isCurrent = currentStep(row) === step && isWorking(row.state);
        expect(resolved(row, step, done()) !== null).toBe(isCurrent);
        if (!isCurrent) expect(recordRedemptionSend(row, step, send)).toBeNull();
      }
    }
  });
});

test.each(redemptionSteps)(
  "%s isn't resolved by an attempt that doesn't know of its last send",
  (step) => {
    const rows = { burn: claimed, give: burned, void_coupon: undoing, refund: refunding };
    const row = sent(rows[step](), step);
    const outcomes = [done(), refused("UNREACHED"), refused("NOT_FOUND")];
    for (const outcome of [...outcomes, { state: "needs_review" } as const]) {
      for (const before of [0, 2]) {
        expect(resolveStep(row, { step, outcome, before, sends: 0, at: 9 })).toBeNull();
      }
      expect(resolveStep(row, { step, outcome, before: 1, sends: 1, at: 9 })).not.toBeNull();
    }
  },
);

describe("a person", () => {
  test("decides about no other step than the one that they were asked about", () => {
    for (const step of redemptionSteps) {
      for (const decision of ["happened", "refund", "close"] as const) {
        const other = step === "burn" ? "give" : "burn";
        const about = { step: other, decision, found: null } as const;
        expect(decideRedemption(inReview(step), about, 5000)).toBeNull();
      }
    }
  });

  test("says that the step happened: the next one begins", () => {
    const ends: Record<RedemptionStep, RedemptionState> = {
      burn: "burned",
      give: "done",
      void_coupon: "refunding",
      refund: "refunded",
    };
    for (const step of redemptionSteps) {
      const next = changed(decide(inReview(step), "happened", null, 5000));
      expect(next).toMatchObject({
        state: ends[step],
        steps: { [step]: { done: { person: true } } },
      });
      expect(isUndoable(next, 5000)).toBe(false);
    }
  });

  test("is corrected by what the platform shows by now", () => {
    const found = { coupons: [{ uuid: "c" }] };
    expect(changed(decide(inReview("give"), "happened", found, 5000))).toMatchObject({
      state: "done",
      steps: { give: { done: found } },
    });
    expect(changed(decide(inReview("give"), "refund", found, 5000))).toMatchObject({
      state: "voiding_coupon",
      steps: { give: { done: found } },
    });
  });

  test("lets the points go back for a coupon that wasn't given, and for nothing else", () => {
    expect(changed(decide(inReview("give"), "refund", null, 5000)).state).toBe("refunding");
    for (const step of ["burn", "void_coupon", "refund"] as const) {
      expect(decide(inReview(step), "refund", null, 5000)).toBeNull();
    }
  });

  test("closes it, and decides only what awaits a decision", () => {
    for (const step of redemptionSteps) {
      expect(changed(decide(inReview(step), "close", null, 5000)).state).toBe("closed");
    }
    for (const row of [asked, giving(), given(), refunding()]) {
      for (const decision of ["happened", "refund", "close"] as const) {
        expect(decide(row, decision, null, 5000)).toBeNull();
      }
    }
  });
});

test("what a restored backup left open is cancelled, or left to a person", () => {
  expect(deactivateRedemption(asked)?.next.state).toBe("cancelled");
  for (const row of [claimed(), burned(), giving(), undoing(), refunding()]) {
    expect(deactivateRedemption(row)?.next.state).toBe("needs_review");
  }
  for (const row of [given(), inReview("burn")]) expect(deactivateRedemption(row)).toBeNull();
});

test("the day's limit comes before the set's", () => {
  const limits = { perDay: 2, perSet: 1 };
  expect(exceededRedemptionLimit({ day: 2, set: 1 }, limits)).toBe("day");
  expect(exceededRedemptionLimit({ day: 1, set: 1 }, limits)).toBe("set");
  expect(exceededRedemptionLimit({ day: 1, set: 0 }, limits)).toBeNull();
  expect(exceededRedemptionLimit({ day: 1, set: 9 }, { ...limits, perSet: null })).toBeNull();
});

test("the audit names what was redeemed, by whom and with which key", () => {
  const { transition } = claimRedemption(asked, tap(), free);
  if (!transition) throw new Error("not claimed");
  expect(redemptionAudit(transition, tap())).toEqual({
    at: 1000,
    actor: "U1",
    eventId: "tap",
    action: "ordered",
    facts: { ...asked.order, lineId: "U1" },
    command: "redeem",
    confirmation: "1",
    refId: "burn",
    memberUuid: "member",
  });
  const keyOf = (change: RedemptionTransition | null) =>
    change && redemptionAudit(change, tap())?.refId;
  const ended = (row: StoredRedemption, step: RedemptionStep, outcome: Outcome) =>
    keyOf(resolved(row, step, outcome, 9));
  expect([
    ended(claimed(), "burn", done()),
    ended(giving(), "give", refused("OUT_OF_STOCK")),
    ended(undoing(), "void_coupon", done({})),
    ended(refunding(), "refund", done({})),
    keyOf(decide(inReview("give"), "refund", null, 9)),
  ]).toEqual(["burn", "give", "give", "burn", "give"]);
  const settled = resolved(giving(), "give", done({}), 9);
  if (!settled) throw new Error("not settled");
  expect(redemptionAudit(settled, { by: null, eventId: null, at: 9 })).toMatchObject({
    actor: null,
    action: "done",
    refId: "give",
    facts: { asker: "U1" },
  });
});

const isWorking = (state: RedemptionState) => (workingStates as readonly string[]).includes(state);

test("a step is worked on in unfinished states only; what may have cost points counts against the limits", () => {
  expect(unfinishedStates).toEqual([...workingStates, "needs_review"]);
  expect(countedRedemptionStates).toEqual([...unfinishedStates, "done", "closed"]);
});
