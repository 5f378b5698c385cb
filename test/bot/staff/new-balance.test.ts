/** A balance after an undo is told only where the platform tells it, and only of an undo that took all back on one card. */
import { expect, test } from "vitest";
import { balanceAfterRefund, balanceAfterUndo } from "../../../src/bot/staff/new-balance.ts";
import { LoyaltyError } from "../../../src/loyalty/errors.ts";
import type { Confirmation } from "../../../src/store/confirmations.ts";
import type { Redemption } from "../../../src/store/redemptions.ts";

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
const undo = (change: object = {}) =>
  ({
    undoOf: "order",
    state: "done",
    order: { memberUuid: uuid, movements: [movement(7, "0001")] },
    outcome: { state: "done", done: { voided: [7], kept: [] } },
    ...change,
  }) as unknown as Confirmation;

test("the balance of the card is told", async () => {
  expect(await balanceAfterUndo(telling, undo())).toBe(77);
  const redemption = { state: "undone", memberUuid: uuid, order: { card: "0001" } };
  expect(await balanceAfterRefund(telling, redemption as Redemption)).toBe(77);
});

test("while the platform fails nothing is told, and nothing fails", async () => {
  expect(await balanceAfterUndo(failing, undo())).toBeNull();
});

test.each<[string, object]>([
  ["no undo", { undoOf: null }],
  ["not done", { state: "unknown", outcome: { state: "unknown", again: 1 } }],
  ["settled by a person", { outcome: { state: "done", done: { person: true } } }],
  ["of which a part was kept", { outcome: { state: "done", done: { voided: [], kept: [7] } } }],
  ["of another kind", { order: { memberUuid: uuid, coupons: [] } }],
  [
    "of two cards",
    {
      order: { memberUuid: uuid, movements: [movement(7, "0001"), movement(8, "0002")] },
      outcome: { state: "done", done: { voided: [7, 8] } },
    },
  ],
])("of an order that is %s nothing is told", async (_name, change) => {
  expect(await balanceAfterUndo(telling, undo(change))).toBeNull();
});
