/** The rules of the steps of orders: sent, settled, taken back, left to a person; with one step, and with several. */
import { describe, expect, test } from "vitest";
import {
  countedRedemptionStates,
  currentStep,
  stepName,
  unfinishedStates,
  type Change,
  type Decision,
  type Order,
  type OrderState,
  type Outcome,
  auditEntry,
  toldOf,
} from "../../src/store/rules/order.ts";
import { change, inFlightMs } from "../../src/store/rules/order-changes.ts";
import {
  after,
  changed,
  dayMs,
  done,
  gift,
  needsReview,
  redeeming,
  refused,
  sending,
  settling,
  tap,
  theBot,
  unknown,
  unredeeming,
} from "./sample-order.ts";

/** By the attempt that knows of all sends. */
const ended = (order: Order, outcome: Outcome, at = 2000) =>
  changed(order, settling(order, outcome), theBot(at));

describe("a send", () => {
  test("keeps the clock difference of the first one", () => {
    const working = gift("working");
    const first = changed(working, sending(working), tap("asker", 1500)).order;
    expect(first.steps[0]).toMatchObject({ sends: 1, sentAt: 1500, clockDifference: 7 });
    const again = { ...sending(first, 1), clockDifference: 9 } as Change;
    const second = changed(first, again, theBot(1500 + inFlightMs)).order;
    const expected = { sends: 2, sentAt: 1500 + inFlightMs, clockDifference: 7 };
    expect(second.steps[0]).toMatchObject(expected);
  });

  test("isn't recorded for one of two senders that began with the same number of sends", () => {
    const sent = gift("working", {}, { sends: 1, sentAt: 1500 });
    for (const before of [0, 2]) expect(change(sent, sending(sent, before), tap())).toBeNull();
  });

  test("of a second time isn't recorded while an earlier one may be in flight, unless the platform does a write once", () => {
    const sent = gift("working", {}, { sends: 1, sentAt: 1500 });
    for (const at of [1500 - dayMs, 1500, 1500 + inFlightMs - 1]) {
      const again = sending(sent, 1);
      expect(() => change(sent, again, theBot(at))).toThrow("may be in flight");
      expect(after(sent, sending(sent, 1, true), theBot(at))).not.toBeNull();
      // Another call of the same attempt, such as the next coupon of several.
      expect(after(sent, { ...again, sends: 1 } as Change, theBot(at))).not.toBeNull();
    }
  });
});

describe("an outcome", () => {
  const sent = gift("working", {}, { sends: 1, sentAt: 1500 });

  test("is audited with its facts and sends", () => {
    const sends = { sends: 1, sentAt: 1500 };
    const coupons: unknown[] = [];
    expect(ended(sent, done({ coupons })).audit).toMatchObject({
      action: "done",
      facts: { coupons, ...sends },
    });
    const again = settling(sent, refused("X"), { sends: 2 });
    expect(changed(sent, again, theBot(2000)).audit).toMatchObject({
      action: "refused",
      facts: { state: "refused", code: "X", detail: null, sends: 2, sentAt: 1500 },
    });
    expect(ended(sent, needsReview).audit).toMatchObject({ action: "person", facts: sends });
  });

  test("that stays unknown is audited once, and is due again at its time", () => {
    const once = ended(sent, unknown());
    expect(once).toMatchObject({ order: { retryAt: 5000 }, audit: { action: "unknown" } });
    expect(ended(once.order, unknown(6000))).toMatchObject({
      order: { retryAt: 6000 },
      audit: null,
    });
    expect(ended(once.order, done()).order.retryAt).toBeNull();
  });

  test("is news for who asked and who approved, but for who acts", () => {
    const approved = { ...sent, approval: true, claimedBy: "second" };
    for (const outcome of [done(), refused("X"), needsReview]) {
      const end = ended(approved, outcome);
      expect(toldOf(end, theBot(2000))).toEqual(["asker", "second"]);
      expect(toldOf(end, tap("second"))).toEqual(["asker"]);
    }
    expect(toldOf(ended(approved, unknown()), theBot(2000))).toEqual([]);
  });

  test("of an attempt that doesn't know of the last send changes nothing", () => {
    const twice = gift("working", {}, { sends: 2, sentAt: 1500 });
    for (const outcome of [done(), refused("UNREACHED"), unknown(), needsReview]) {
      for (const before of [0, 1, 3]) {
        expect(change(twice, settling(twice, outcome, { before }), theBot(2000))).toBeNull();
      }
    }
    // What the sender finds out about its own send may take the send back.
    const taken = settling(sent, refused("UNREACHED"), { before: 1, sends: 0 });
    expect(changed(sent, taken, theBot(2000)).order).toMatchObject({
      state: "refused",
      steps: [{ sends: 0 }],
    });
  });
});

const member = (at: number, eventId = "tap") => tap("U1", at, eventId);
const confirm: Change = { do: "confirm", blocked: null };

const next = (order: Order, outcome: Outcome, at?: number) => ended(order, outcome, at).order;
const sent = (order: Order) => changed(order, sending(order), theBot(1500)).order;

const burning = () => changed(redeeming(), confirm, member(1000)).order;
const burned = () => next(burning(), done());
const giving = () => sent(burned());
const given = () => next(giving(), done({ coupons: [{ uuid: "c" }] }));
const refunding = () => next(giving(), refused("OUT_OF_STOCK"));
const voiding = () => changed(unredeeming(), confirm, member(3000)).order;
const undoRefunding = () => next(voiding(), done());
/** In each step of a redemption and of its undo. */
const working = { burning, giving, refunding, voiding, undoRefunding };
const steps = Object.keys(working) as (keyof typeof working)[];
const inReview = (step: keyof typeof working) => next(working[step](), needsReview);

describe("a redemption", () => {
  test("goes from its question to the coupon, each step stored before it is sent", () => {
    expect(burning()).toMatchObject({ state: "working", claimedAt: 1000, retryAt: 121_000 });
    expect(sent(burning()).steps[0]).toMatchObject({ sends: 1, sentAt: 1500, clockDifference: 7 });
    expect(burned()).toMatchObject({ state: "working", retryAt: 122_000 });
    expect(burned().steps).toMatchObject([{ state: "done" }, { begunAt: 2000, sends: 0 }]);
    expect(given()).toMatchObject({ state: "done", retryAt: null });
  });

  test("ends without a charge when the burn is refused or never left", () => {
    for (const code of ["INSUFFICIENT_POINTS", "UNREACHED"]) {
      expect(next(burning(), refused(code))).toMatchObject({
        state: "refused",
        steps: [{ state: "refused", refusal: { code } }, { begunAt: null }],
        retryAt: null,
      });
    }
  });

  test("gives the points back when the coupon can't be given", () => {
    expect(refunding()).toMatchObject({
      state: "working",
      steps: [
        { state: "done" },
        { state: "refused", refusal: { code: "OUT_OF_STOCK" } },
        { operation: "void_transactions", takesBack: 0, refId: "burn 1", begunAt: 2000 },
      ],
    });
    expect(next(refunding(), done())).toMatchObject({ state: "taken_back", retryAt: null });
  });

  test("tries a gift that never left for 20 minutes, and gives the points back then", () => {
    const waiting = next(burned(), refused("UNREACHED"), 3000);
    expect(waiting).toMatchObject({ state: "working", retryAt: 8000 });
    expect(stepName(waiting, currentStep(waiting))).toBe("give");
    const late = next(waiting, refused("UNREACHED"), 2000 + 20 * 60_000);
    expect(stepName(late, currentStep(late))).toBe("refund");
  });

  test("tries a refund that never left for a day, and leaves it to a person then, as a refused one", () => {
    const end = 2000 + dayMs;
    const waiting = next(refunding(), refused("UNREACHED"), end - 1);
    expect(waiting).toMatchObject({ state: "working", retryAt: end + 4999 });
    expect(waiting.steps[2]).toMatchObject({ begunAt: 2000, sends: 0, state: "waiting" });
    expect(waiting.steps[2]?.refusal).toMatchObject({ code: "UNREACHED" });
    for (const [code, at] of [
      ["UNREACHED", end],
      ["NOT_FOUND", 3000],
      ["FORBIDDEN", 3000],
    ] as const) {
      const left = next(waiting, refused(code), at);
      expect(left.state).toBe("needs_review");
      expect(left.steps[2]?.refusal).toMatchObject({ code });
      expect(left.steps[1]?.refusal).toMatchObject({ code: "OUT_OF_STOCK" });
    }
  });

  test("tells nothing of a refusal once something has been changed after it, or may have been", () => {
    const waiting = next(refunding(), refused("UNREACHED"));
    const others = [
      next(waiting, done()),
      next(waiting, unknown(9000)),
      sent(waiting),
      changed(waiting, { do: "restore" }, theBot(2000)).order,
    ];
    for (const { steps: tried } of others) expect(tried[2]?.refusal).toBeNull();
  });

  test("is undone by an order of its own: the coupon first, then the points", () => {
    expect(stepName(voiding(), currentStep(voiding()))).toBe("void_coupon");
    expect(stepName(undoRefunding(), currentStep(undoRefunding()))).toBe("refund");
    expect(next(undoRefunding(), done()).state).toBe("done");
  });

  test("stays as it is when its coupon was used meanwhile; an undo that never left can be tapped again", () => {
    expect(next(voiding(), refused("COUPON_USED"))).toMatchObject({ state: "refused" });
    const open = next(voiding(), refused("UNREACHED"));
    expect(open).toMatchObject({ state: "open", steps: [{ begunAt: null }, { begunAt: null }] });
    expect(after(open, confirm, member(4000, "again"))).toMatchObject({ state: "working" });
  });

  test("of a coupon that isn't the member's any more is left to a person: they paid for it", () => {
    const left = next(voiding(), refused("COUPON_OTHER_MEMBER"));
    expect(left).toMatchObject({ state: "needs_review", retryAt: null });
    expect(decided(left, "happened")?.state).toBe("working");
  });

  test("that awaits a person tells who asked", () => {
    const end = ended(giving(), needsReview);
    expect(toldOf(end, theBot(2000))).toEqual(["U1"]);
  });
});

describe.each(steps)("in the step %s", (name) => {
  const order = working[name]();
  const index = currentStep(order);

  test("an unknown outcome is looked for, and then reviewed", () => {
    const first = ended(order, unknown(9000));
    expect(first).toMatchObject({ order: { state: "working", retryAt: 9000 } });
    expect(first.audit?.action).toBe("unknown");
    expect(ended(first.order, unknown(9500), 9000).audit).toBeNull();
    expect(inReview(name)).toMatchObject({ state: "needs_review", retryAt: null });
    expect(currentStep(inReview(name))).toBe(index);
  });

  test("no other step is sent or settled, and this one by who knows of all sends", () => {
    for (const [step, { sends }] of order.steps.entries()) {
      const isCurrent = step === index;
      const settle = { ...settling(order, done()), step, before: sends, sends };
      expect(after(order, settle, theBot(2000)) !== null).toBe(isCurrent);
      const send = { ...sending(order, sends), step } as Change;
      expect(after(order, send, theBot(1500 + inFlightMs)) !== null).toBe(isCurrent);
    }
    const { sends = 0 } = order.steps[index] ?? {};
    for (const outcome of [done(), refused("UNREACHED"), refused("NOT_FOUND"), needsReview]) {
      const unknowing = settling(order, outcome, { before: sends + 1 });
      expect(change(order, unknowing, theBot(2000))).toBeNull();
    }
    expect(change(inReview(name), settling(order, done()), theBot(2000))).toBeNull();
  });
});

/** About the step that it has come to. */
function decided(
  order: Order,
  decision: Decision,
  found: object | null = null,
  step = currentStep(order),
): Order | null {
  return after(order, { do: "decide", step, decision, found }, tap("U9", 5000));
}

describe("a person", () => {
  test("decides about no other step than the one that they were asked about", () => {
    for (const name of steps) {
      const order = inReview(name);
      for (const decision of ["happened", "take_back", "close"] as const) {
        expect(decided(order, decision, null, currentStep(order) ? 0 : 1)).toBeNull();
      }
    }
  });

  test("says that the step happened: the next one begins, or it has ended", () => {
    const ends: Record<keyof typeof working, OrderState> = {
      burning: "working",
      giving: "done",
      refunding: "taken_back",
      voiding: "working",
      undoRefunding: "done",
    };
    for (const name of steps) {
      const order = inReview(name);
      const end = decided(order, "happened");
      expect(end?.state).toBe(ends[name]);
      expect(end?.steps[currentStep(order)]?.result).toEqual({ person: true });
    }
  });

  test("is corrected by what the platform shows by now", () => {
    const found = { coupons: [{ uuid: "c" }] };
    const happened = decided(inReview("giving"), "happened", found);
    expect(happened).toMatchObject({ state: "done", steps: [{}, { result: found }] });
    const back = decided(inReview("giving"), "take_back", found);
    expect(back).toMatchObject({
      state: "working",
      steps: [
        {},
        { state: "done", result: found },
        { operation: "void_coupons", takesBack: 1, begunAt: 5000 },
        { operation: "void_transactions", takesBack: 0, begunAt: null },
      ],
    });
  });

  test("lets the points go back for a coupon that wasn't given, and for nothing else", () => {
    const back = decided(inReview("giving"), "take_back");
    expect(back && stepName(back, currentStep(back))).toBe("refund");
    for (const name of steps) {
      if (name !== "giving") expect(decided(inReview(name), "take_back")).toBeNull();
      expect(decided(inReview(name), "not_happened")).toBeNull();
    }
  });

  test("closes it, and decides only what awaits a decision", () => {
    for (const name of steps) expect(decided(inReview(name), "close")?.state).toBe("closed");
    for (const order of [redeeming(), giving(), given(), refunding()]) {
      for (const decision of ["happened", "take_back", "close"] as const) {
        expect(decided(order, decision, null, 1)).toBeNull();
      }
    }
    const ofStaff = gift("needs_review");
    for (const decision of ["take_back", "close"] as const) {
      expect(decided(ofStaff, decision, null, 0)).toBeNull();
    }
  });
});

test("what a restored backup left open is cancelled, or left to a person", () => {
  const all = [redeeming(), burning(), burned(), giving(), voiding(), refunding()];
  const review = Array.from({ length: 5 }, () => "needs_review");
  expect(all.map((order) => after(order, { do: "restore" }, theBot(2000))?.state)).toEqual([
    "cancelled",
    ...review,
  ]);
  for (const order of [given(), inReview("burning")]) {
    expect(after(order, { do: "restore" }, theBot(2000))).toBeNull();
  }
});

/** What the audit tells of the end of a step. */
const entry = (order: Order, outcome: Outcome) => {
  const { action, refId, facts } = auditEntry(ended(order, outcome), theBot(9)) ?? {};
  return [action, refId, (facts as { step?: string }).step];
};

test("the audit names what was redeemed, by whom and with which key", () => {
  const claimed = changed(redeeming(), confirm, member(1000));
  const input = { card: "0001", points: 50, who: "Olivia B.", set: "ลาเต้ 🥤", lineId: "U1" };
  expect(auditEntry(claimed, member(1000))).toMatchObject({
    action: "ordered",
    command: "redeem",
    confirmation: "1",
    refId: "burn 1",
    facts: input,
  });
  expect([
    entry(burning(), done()),
    entry(giving(), done({})),
    entry(giving(), refused("OUT_OF_STOCK")),
    entry(refunding(), done({})),
    entry(voiding(), done({})),
    entry(undoRefunding(), done({})),
  ]).toEqual([
    ["burned", "burn 1", "burn"],
    ["done", "give 1", "give"],
    ["refused", "give 1", "give"],
    ["refunded", "burn 1", "refund"],
    ["voided", "give 1", "void_coupon"],
    ["undone", "burn 1", "refund"],
  ]);
});

test("what may have cost points counts against the limits of redemptions", () => {
  expect(countedRedemptionStates).toEqual([...unfinishedStates, "done", "closed"]);
});
