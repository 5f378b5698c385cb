/** Day limits: at, below and above each one, and which orders count. */
import { DatabaseSync } from "node:sqlite";
import { describe, expect, test } from "vitest";
import type { Database } from "../../src/store/database.ts";
import {
  exceededLimit,
  exceededRedemptionLimit,
  limitsOf,
} from "../../src/store/rules/day-limits.ts";
import type { Limits, OrderState } from "../../src/store/rules/order.ts";
import { insertionOf } from "../../src/store/order-rows.ts";
import { createOrders } from "../../src/store/orders.ts";
import { Statements } from "../../src/store/sqlite/database.ts";
import { migrate } from "../../src/store/sqlite/migrations.ts";
import { gift } from "./sample-order.ts";

const now = 1000;

const limits: Limits = {
  giftsPerStaffDay: 20,
  giftsPerMemberDay: 10,
  pointsPerStaffDay: 2000,
  pointsPerMemberDay: 1000,
};
const none = { gifts: 0, points: 0 };

describe.each([
  ["giftsPerStaffDay", "staff", "gifts"],
  ["giftsPerMemberDay", "member", "gifts"],
  ["pointsPerStaffDay", "staff", "points"],
  ["pointsPerMemberDay", "member", "points"],
] as const)("the limit %s", (limit, whose, what) => {
  const check = (amount: number, before: number) =>
    exceededLimit(
      { ...none, [what]: amount },
      { staff: none, member: none, [whose]: { ...none, [what]: before } },
      limits,
    );

  test("allows an order below and at it", () => {
    expect(check(1, limits[limit] - 2)).toBeNull();
    expect(check(1, limits[limit] - 1)).toBeNull();
    expect(check(5, limits[limit] - 5)).toBeNull();
  });

  test("stops an order above it, with what is left", () => {
    expect(check(1, limits[limit])).toEqual({ limit, left: 0 });
    expect(check(5, limits[limit] - 4)).toEqual({ limit, left: 4 });
    expect(check(1, limits[limit] + 3)).toEqual({ limit, left: 0 });
  });

  test("doesn't stop an order of nothing", () => {
    expect(check(0, limits[limit] + 3)).toBeNull();
  });
});

test("the staff member's limit is named before the member's", () => {
  const used = { staff: { gifts: 20, points: 0 }, member: { gifts: 10, points: 0 } };
  expect(exceededLimit({ gifts: 1, points: 0 }, used, limits)).toEqual({
    limit: "giftsPerStaffDay",
    left: 0,
  });
});

const counts: Record<OrderState, boolean> = {
  open: false,
  awaiting_approval: true,
  working: true,
  needs_review: true,
  done: true,
  undone: true,
  closed: true,
  refused: false,
  taken_back: false,
  cancelled: false,
  declined: false,
  expired: false,
};

/** Stores orders of 2 gifts and 30 points in these states, and tells what counts of them. */
async function usedIn(states: readonly OrderState[], expiresAt: number) {
  using db = new DatabaseSync(":memory:");
  migrate(db);
  const statements = new Statements(db);
  const database: Database = {
    rows: async (sql, values) => statements.rows(sql, values),
    run: async (sql, values) => statements.run(sql, values),
    transaction: () => Promise.reject(new Error("nothing is changed here")),
  };
  const notices = { add: () => Promise.resolve(), carry: () => Promise.resolve() };
  for (const [index, state] of states.entries()) {
    const counted = { gifts: 2, points: 30, confirmedAt: now - 1, expiresAt };
    statements.run(...insertionOf({ ...gift(state), ...counted, id: String(index) }));
  }
  const { account, asker } = gift("open");
  const day = { start: now - 1, end: now };
  return createOrders(database, notices).usedBy(account, asker, day, now);
}

test.each(Object.entries(counts) as [OrderState, boolean][])(
  "an order in state %s counts: %s",
  async (state, isCounted) => {
    expect(await usedIn([state], now + 1)).toEqual(isCounted ? { gifts: 2, points: 30 } : none);
    const countsExpired = isCounted && state !== "awaiting_approval";
    expect(await usedIn([state], now)).toEqual(countsExpired ? { gifts: 2, points: 30 } : none);
  },
);

test("what counts is summed over the states", async () => {
  expect(await usedIn(["working", "done", "refused"], now)).toEqual({ gifts: 4, points: 60 });
  expect(await usedIn([], now)).toEqual(none);
});

describe("a cashier's points", () => {
  test.each([
    ["cashier", 0, 0],
    ["cashier", 500, 500],
    ["cashier", 9000, 2000],
    ["manager", 500, 2000],
    ["owner", 0, 2000],
  ] as const)("of a %s under %d are %d", (role, pointsPerCashierDay, expected) => {
    expect(limitsOf(role, { ...limits, pointsPerCashierDay })).toEqual({
      ...limits,
      pointsPerStaffDay: expected,
    });
  });
});

test("the day's limit of redemptions comes before the set's", () => {
  const most = { perDay: 2, perSet: 1 };
  expect(exceededRedemptionLimit({ day: 2, set: 1 }, most)).toBe("day");
  expect(exceededRedemptionLimit({ day: 1, set: 1 }, most)).toBe("set");
  expect(exceededRedemptionLimit({ day: 1, set: 0 }, most)).toBeNull();
  expect(exceededRedemptionLimit({ day: 1, set: 9 }, { ...most, perSet: null })).toBeNull();
});
