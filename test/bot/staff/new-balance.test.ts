/** A balance after an undo is told only where the platform tells it, and only of an undo that took all back on one card. */
import { expect, test } from "vitest";
import { balanceAfterUndo } from "../../../src/bot/staff/orders/status-view.ts";
import { LoyaltyError } from "../../../src/loyalty/errors.ts";
import type { Order } from "../../../src/store/rules/order.ts";

const uuid = "0b9f4c1d-3a56-4a7e-9c55-7f4f6e1d2a90";
const reader = (getProfile: () => Promise<unknown>) =>
  ({ loyalty: { getProfile }, signal: new AbortController().signal }) as never;
const telling = reader(async () => ({
  data: [{ uuid, name: "Olivia", cards: [{ card_no: "0001", point: 77 }] }],
  pagination: { page: 1, size: 100, total: 1 },
}));
const failing = reader(() =>
  Promise.reject(new LoyaltyError("UNAVAILABLE", "down", { operation: "getProfile" })),
);

const movement = (id: number, card: string) => ({ id, card, type: "ADD", points: 5 });
const undo = ({ input, result, ...change }: Record<string, unknown> = {}) =>
  ({
    undoes: "order",
    state: "done",
    memberUuid: uuid,
    steps: [
      // Of a redemption the coupon goes back first.
      { operation: "void_coupons" },
      {
        operation: "void_transactions",
        input: input ?? { memberUuid: uuid, movements: [movement(7, "0001")] },
        result: result === undefined ? { voided: [7], kept: [] } : result,
      },
    ],
    ...change,
  }) as unknown as Order;

test("the balance of the card is told", async () => {
  expect(await balanceAfterUndo(telling, undo())).toBe(77);
});

test("while the platform fails nothing is told, and nothing fails", async () => {
  expect(await balanceAfterUndo(failing, undo())).toBeNull();
});

test.each<[string, Record<string, unknown>]>([
  ["no undo", { undoes: null }],
  ["not done", { state: "working", result: null }],
  ["settled by a person", { result: { person: true } }],
  ["of which a part was kept", { result: { voided: [], kept: [7] } }],
  ["of another kind", { input: { memberUuid: uuid, coupons: [] } }],
  [
    "of two cards",
    {
      input: { memberUuid: uuid, movements: [movement(7, "0001"), movement(8, "0002")] },
      result: { voided: [7, 8] },
    },
  ],
])("of an order that is %s nothing is told", async (_name, change) => {
  expect(await balanceAfterUndo(telling, undo(change))).toBeNull();
});
