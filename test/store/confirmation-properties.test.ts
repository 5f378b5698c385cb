/** Properties of confirmations over random histories: of one confirmation's state, and of the limits of a day. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { endOfDay, startOfDay } from "../../src/bot/views/dates.ts";
import {
  approve,
  cancel,
  claim,
  deactivate,
  decline,
  expireApproval,
  recordSend,
  resolve,
  undo,
  type StoredConfirmation,
  type Transition,
} from "../../src/store/confirmation-rules.ts";
import type { Outcome } from "../../src/store/confirmations.ts";
import { openSqliteStore } from "../../src/store/sqlite/open.ts";
import { manualClock } from "../support/clock.ts";
import * as fc from "../support/properties.ts";
import { everyDay, limits, question } from "./conformance/harness.ts";
import { confirmation } from "./sample-confirmation.ts";

const hourMs = 3_600_000;

const outcomes: readonly Outcome[] = [
  { state: "done", done: {} },
  { state: "refused", code: "OUT_OF_STOCK", detail: null },
  { state: "unknown", again: 0 },
  { state: "needs_review" },
];
const step = fc.record({
  does: fc.constantFrom(
    "claim",
    "approve",
    "decline",
    "cancel",
    "expire",
    "send",
    "resolve",
    "undo",
    "restore",
  ),
  by: fc.constantFrom("asker", "second", "third"),
  event: fc.constantFrom("e1", "e2", "e3", "e4"),
  at: fc.integer({ min: 1000, max: 200_000_000 }),
  outcome: fc.constantFrom(...outcomes),
  before: fc.integer({ min: 0, max: 3 }),
  isOverLimit: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function apply(row: StoredConfirmation, { does, by, event, at, ...more }: Step) {
  const action = { by, eventId: event, at };
  const changed = (transition: Transition | null) => ({
    next: transition?.next ?? row,
    transition,
  });
  const saved = (next: StoredConfirmation | null) => ({ next: next ?? row, transition: null });
  switch (does) {
    case "claim": {
      const exceeded = more.isOverLimit ? ({ limit: "giftsPerStaffDay", left: 0 } as const) : null;
      return changed(claim(row, action, exceeded).transition);
    }
    case "approve":
      return changed(approve(row, action).transition);
    case "decline":
      return changed(decline(row, action).transition);
    case "cancel":
      return changed(cancel(row, action).transition);
    case "expire":
      return changed(expireApproval(row, at));
    case "restore":
      return changed(deactivate(row));
    case "resolve":
      return changed(resolve(row, { outcome: more.outcome, before: row.sends, at }));
    case "send": {
      const sends = more.before + 1;
      const send = {
        before: more.before,
        sends,
        eventId: event,
        at,
        isIdempotent: true,
        clockDifference: null,
      };
      return saved(recordSend(row, send));
    }
    case "undo":
      return saved(undo(row, { gifts: 1, points: 0 }));
  }
}

const ended = new Set(["undone", "refused", "cancelled", "declined", "expired"]);

test("a confirmation is released once, by who may, and never goes on after its end", () => {
  fc.assert(
    fc.property(fc.boolean(), fc.array(step, { maxLength: 30 }), (approval, steps) => {
      let row = confirmation("open", { approval });
      let orders = 0;
      for (const one of steps) {
        const before = row;
        const { next, transition } = apply(row, one);
        row = next;
        if (transition?.audit?.action === "ordered") {
          orders += 1;
          expect(one.at).toBeLessThan(before.expiresAt);
          if (approval) expect(one.by).not.toBe(before.asker);
          else expect(one.by).toBe(before.asker);
          if (!approval) expect(one.isOverLimit).toBe(false);
        }
        if (ended.has(before.state)) expect(row).toEqual(before);
        if (before.state === "done") expect(["done", "undone"]).toContain(row.state);
        expect(row.sends).toBeGreaterThanOrEqual(before.sends);
        if (row.sends > before.sends) {
          expect(["claimed", "unknown"]).toContain(before.state);
          expect(one.before).toBe(before.sends);
        }
        expect(row.gifts).toBeLessThanOrEqual(before.gifts);
        expect(row).toMatchObject({ id: before.id, refId: before.refId, order: before.order });
      }
      expect(orders).toBeLessThanOrEqual(1);
      if (orders === 0) expect(row.claimedBy).toBeNull();
    }),
    { numRuns: 1500 },
  );
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
  const { confirmations } = store;
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
        const result = await confirmations.claim(account, id, action, { ...day, limits });
        const staff = used(counted, "asker", asker, start);
        const member = used(counted, "memberUuid", memberUuid, start);
        const fits =
          (gifts === 0 ||
            (staff.gifts + gifts <= limits.giftsPerStaffDay &&
              member.gifts + gifts <= limits.giftsPerMemberDay)) &&
          (points === 0 ||
            (staff.points + points <= limits.pointsPerStaffDay &&
              member.points + points <= limits.pointsPerMemberDay));
        expect(result.kind).toBe(fits ? "claimed" : "limit");
        if (!fits) continue;
        const entry: Counted = { asker, memberUuid, day: start, gifts, points };
        counted.push(entry);
        await conclude(account, id, rest, now, entry);
        expect(await confirmations.usedBy(account, asker, day, now)).toEqual(
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
    const resolution = { id, outcome: found, before: 0, by: null, eventId: null, at, notices: [] };
    const undoes = question(`undo of ${id}`, at, {
      asker: entry.asker,
      gifts: 0,
      points: 0,
      undoOf: id,
    });
    const undoOffer = outcome === "done" ? undoes : null;
    await confirmations.resolve(account, { ...resolution, undo: undoOffer });
    if (outcome === "refused") Object.assign(entry, { gifts: 0, points: 0 });
    if (!undoOffer || !isUndone) return;
    const action = { by: entry.asker, eventId: `undo of ${id}`, at };
    await confirmations.claim(account, undoes.id, action, { ...everyDay, limits });
    const takenBack = { gifts: Math.min(1, entry.gifts), points: entry.points };
    await confirmations.resolve(account, {
      ...resolution,
      id: undoes.id,
      undo: null,
      takenBack,
    });
    entry.gifts -= takenBack.gifts;
    entry.points -= takenBack.points;
  }
});
