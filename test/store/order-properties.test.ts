/**
 * Properties of orders over random histories: of what one of each kind may go through, which the table above the rules
 * lists, and of the limits of a day.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { endOfDay, startOfDay } from "../../src/bot/views/dates.ts";
import { StoreError } from "../../src/store/errors.ts";
import {
  currentStep,
  openOrder,
  type Actor,
  type Change,
  type Order,
  type OrderState,
  type Outcome,
} from "../../src/store/rules/order.ts";
import { afterUndo, change, inFlightMs } from "../../src/store/rules/order-changes.ts";
import { openSqliteStore } from "../../src/store/sqlite/open.ts";
import { manualClock } from "../support/clock.ts";
import { listedTransitions } from "../support/order-transitions.ts";
import * as fc from "../support/properties.ts";
import {
  bot,
  conclusion,
  day as wholeDay,
  limits,
  question,
  redemption,
  undoOfRedemption,
} from "./conformance/harness.ts";
import { changed, done, needsReview, settling, tap, theBot } from "./sample-order.ts";

const hourMs = 3_600_000;

const outcomes: readonly Outcome[] = [
  { state: "done", done: { id: 1 } },
  { state: "done", done: { coupons: [{ uuid: "c", code: "c" }] } },
  { state: "refused", code: "OUT_OF_STOCK", detail: null },
  { state: "refused", code: "COUPON_OTHER_MEMBER", detail: null },
  { state: "refused", code: "UNREACHED", detail: null },
  { state: "unknown", again: 0 },
  { state: "needs_review" },
];
/** What is done with an order; anything else than what fits its state is done at times. */
const fitting: Partial<Record<OrderState, readonly Deed[]>> = {
  open: ["confirm", "confirm", "confirm", "confirm", "cancel", "restore"],
  awaiting_approval: ["approve", "approve", "decline", "cancel", "expire", "restore"],
  working: ["send", "settle", "settle", "settle"],
  needs_review: ["decide"],
  done: ["undo"],
};
const deeds = [...new Set(Object.values(fitting).flat())];
type Deed = Change["do"] | "undo";

const move = fc.record({
  isFitting: fc.constantFrom(true, true, true, true, false),
  chosen: fc.nat(99),
  by: fc.constantFrom("U9", "U9", "second", "third"),
  event: fc.constantFrom("e1", "e2", "e3", "e4"),
  laterMs: fc.constantFrom(0, 0, 1000, 1000, 70_000, 500_000, hourMs, 25 * hourMs),
  outcome: fc.constantFrom(...outcomes),
  /** Sends and steps that it doesn't know of. */
  behind: fc.constantFrom(0, 0, 0, 1),
  decision: fc.constantFrom("happened", "not_happened", "take_back", "take_back", "close"),
  isFound: fc.boolean(),
  isBlocked: fc.constantFrom(false, false, false, true),
});
type Move = typeof move extends fc.Arbitrary<infer T> ? T : never;

const kinds: Readonly<Record<string, () => Order>> = {
  gift: () => openOrder("A", question("order", 1000)),
  "gift that a second person approves": () =>
    openOrder("A", question("order", 1000, { approval: true })),
  "undo of a gift": () =>
    openOrder("A", question("order", 1000, { kind: "takingBack", undoes: "gift" })),
  redemption: () => openOrder("A", redemption("order", 1000, { asker: "U9" })),
  "redemption whose gift a person decides about": () => {
    const asked = openOrder("A", redemption("order", 1000, { asker: "U9" }));
    const confirmed = changed(asked, { do: "confirm", blocked: null }, tap("U9", 1400)).order;
    const burned = changed(confirmed, settling(confirmed, done()), theBot(1400)).order;
    return changed(burned, settling(burned, needsReview), theBot(1400)).order;
  },
  "undo of a redemption": () => openOrder("A", undoOfRedemption("order", 1000, { asker: "U9" })),
};

function deedOf({ state }: Order, { isFitting, chosen }: Move): Deed {
  const list = (isFitting && fitting[state]) || deeds;
  return list[chosen % list.length] ?? "undo";
}

function changeOf(
  order: Order,
  does: Exclude<Deed, "undo">,
  { outcome, behind, ...more }: Move,
): Change {
  const step = Math.max(0, currentStep(order) - behind);
  const before = (order.steps[step]?.sends ?? 0) + behind;
  switch (does) {
    case "confirm": {
      const blocked = more.isBlocked ? ({ limit: "giftsPerStaffDay", left: 0 } as const) : null;
      return { do: "confirm", blocked };
    }
    case "send":
      return {
        do: "send",
        step,
        before,
        sends: before + 1,
        isIdempotent: false,
        clockDifference: 0,
      };
    case "settle":
      return { do: "settle", step, outcome, before, sends: before };
    case "decide": {
      const found = more.isFound ? { id: 1 } : null;
      return { do: "decide", step, decision: more.decision, found };
    }
    case "approve":
    case "decline":
    case "cancel":
    case "expire":
    case "restore":
      return { do: does };
  }
}

const nameOf = (what: Change): string => {
  if (what.do === "settle") return `settle: ${what.outcome.state}`;
  return what.do === "decide" ? `decide: ${what.decision}` : what.do;
};

const transitions = new Set<string>();

/** @returns the order afterwards, which may be as before. */
function apply(order: Order, one: Move, at: number): Order {
  const note = (by: string, next: Order) => {
    transitions.add(`${order.state} | ${by} | ${next.state}`);
    return next;
  };
  const does = deedOf(order, one);
  if (does === "undo") {
    const remaining = afterUndo(
      order,
      one.isFound ? { gifts: 1, points: 0 } : { gifts: 0, points: 0 },
    );
    return remaining ? note("its undo is done", remaining) : order;
  }
  const what = changeOf(order, does, one);
  const actor: Actor = { by: one.by, eventId: one.event, at };
  try {
    const result = change(order, what, actor);
    return result && "order" in result ? note(nameOf(what), result.order) : order;
  } catch (error) {
    if (error instanceof StoreError && error.code === "too_soon") return order;
    throw error;
  }
}

const over = new Set<OrderState>([
  "taken_back",
  "undone",
  "refused",
  "cancelled",
  "declined",
  "expired",
  "closed",
]);

test.each(Object.entries(kinds))(
  "a %s is released once, by who may, each step is sent and done in its order, and nothing follows its end",
  (_, open) => {
    fc.assert(
      fc.property(fc.array(move, { maxLength: 40 }), (moves) => {
        let order = open();
        const isAsked = order.state === "open";
        let at = 1500;
        let releases = 0;
        for (const one of moves) {
          at += one.laterMs;
          const before = order;
          order = apply(before, one, at);
          const wasAsked = before.state === "open" || before.state === "awaiting_approval";
          if (wasAsked && order.state === "working") {
            releases += 1;
            expect(at).toBeLessThan(before.expiresAt);
            expect(one.by !== before.asker).toBe(before.approval);
            expect(one.isBlocked && !before.approval).toBe(false);
          }
          if (over.has(before.state)) expect(order).toEqual(before);
          if (before.state === "done") expect(["done", "undone"]).toContain(order.state);
          for (const [index, step] of before.steps.entries()) {
            const next = order.steps[index];
            expect(next).toMatchObject({ refId: step.refId, input: step.input });
            if (step.state === "done") expect(next).toEqual(step);
            if ((next?.sends ?? 0) > step.sends) {
              expect(before.state).toBe("working");
              expect(index).toBe(currentStep(before));
              if (step.sends > 0)
                expect(at).toBeGreaterThanOrEqual((step.sentAt ?? 0) + inFlightMs);
            }
          }
          expect(order.gifts).toBeLessThanOrEqual(before.gifts);
          // What isn't finished goes on, or a person is asked.
          expect(order.retryAt !== null).toBe(order.state === "working");
        }
        // One that never arrived can be tapped again.
        expect(releases).toBeLessThanOrEqual(order.undoes === null ? 1 : moves.length);
        if (releases === 0 && isAsked) expect(order.claimedBy).toBeNull();
      }),
      { numRuns: 3000 },
    );
  },
);

test("every transition of these histories stands in the table above the rules, and no other", () => {
  const listed = listedTransitions().map(({ from, by, to }) => `${from} | ${by} | ${to}`);
  expect([...transitions].toSorted()).toEqual(listed.toSorted());
});

const order = fc.record({
  asker: fc.constantFrom("U8", "U9"),
  memberUuid: fc.constantFrom("m1", "m2"),
  gifts: fc.integer({ min: 0, max: 6 }),
  points: fc.integer({ min: 0, max: 6 }),
  laterMs: fc.integer({ min: 0, max: 9 * hourMs }),
  outcome: fc.constantFrom("done", "refused", "unknown", "needs_review", "none"),
  isUndone: fc.boolean(),
});
const history = fc.record({
  timeZone: fc.constantFrom("Asia/Bangkok", "America/New_York", "Pacific/Chatham", "UTC"),
  orders: fc.array(order, { minLength: 1, maxLength: 20 }),
});

/** What counts of an order, by the rules as a person would say them. */
interface Counted {
  asker: string;
  memberUuid: string;
  day: number;
  gifts: number;
  points: number;
}

function used(counted: readonly Counted[], key: "asker" | "memberUuid", who: string, day: number) {
  const theirs = counted.filter((one) => one[key] === who && one.day === day);
  return {
    gifts: theirs.reduce((sum, { gifts }) => sum + gifts, 0),
    points: theirs.reduce((sum, { points }) => sum + points, 0),
  };
}

test("no history of orders, undos and days exceeds a limit, or is stopped below it", async () => {
  const dir = mkdtempSync(join(tmpdir(), "limits-"));
  const clock = manualClock();
  const store = openSqliteStore(dir, clock);
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(history, async ({ timeZone, orders }) => {
      runs += 1;
      const account = `account ${runs}`;
      const counted: Counted[] = [];
      for (const [
        index,
        { asker, memberUuid, gifts, points, laterMs, ...rest },
      ] of orders.entries()) {
        clock.turn(laterMs);
        const now = clock.now();
        const id = `order ${index}`;
        const asked = question(id, now, { asker, memberUuid, gifts, points });
        await store.lineUsers.write(account, [{ kind: "question", question: asked }]);
        const start = startOfDay(now, timeZone);
        const day = { start, end: endOfDay(now, timeZone) };
        const action = { by: asker, eventId: `tap ${index}`, at: now };
        const against = { ...day, limits, redemptions: null };
        const result = await store.orders.confirm(account, id, action, against);
        const staff = used(counted, "asker", asker, start);
        const member = used(counted, "memberUuid", memberUuid, start);
        const fits =
          (gifts === 0 ||
            (staff.gifts + gifts <= limits.giftsPerStaffDay &&
              member.gifts + gifts <= limits.giftsPerMemberDay)) &&
          (points === 0 ||
            (staff.points + points <= limits.pointsPerStaffDay &&
              member.points + points <= limits.pointsPerMemberDay));
        expect(result.kind).toBe(fits ? "claimed" : "blocked");
        if (!fits) continue;
        const entry: Counted = { asker, memberUuid, day: start, gifts, points };
        counted.push(entry);
        await conclude(account, id, rest, now, entry);
        expect(await store.orders.usedBy(account, asker, day, now)).toEqual(
          used(counted, "asker", asker, start),
        );
      }
    }),
    { numRuns: 40 },
  );
  await store[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true });

  /** Stores the outcome of a claimed order and, perhaps, its undo. */
  async function conclude(
    account: string,
    id: string,
    { outcome, isUndone }: { outcome: string; isUndone: boolean },
    at: number,
    entry: Counted,
  ): Promise<void> {
    const found = outcomes.find(({ state }) => state === outcome);
    if (!found) return;
    const undoes = question(`undo of ${id}`, at, {
      asker: entry.asker,
      gifts: 0,
      points: 0,
      undoes: id,
    });
    const undoOffer = outcome === "done" ? undoes : null;
    await store.orders.conclude(account, conclusion(id, found, { undo: undoOffer }), bot);
    if (outcome === "refused") Object.assign(entry, { gifts: 0, points: 0 });
    if (!undoOffer || !isUndone) return;
    const action = { by: entry.asker, eventId: `undo of ${id}`, at };
    await store.orders.confirm(account, undoes.id, action, wholeDay);
    const takenBack = { gifts: Math.min(1, entry.gifts), points: entry.points };
    const ending = conclusion(undoes.id, found, { takenBack });
    await store.orders.conclude(account, ending, bot);
    entry.gifts -= takenBack.gifts;
    entry.points -= takenBack.points;
  }
});
