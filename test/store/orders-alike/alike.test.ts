/**
 * The rules of orders say the same as those of confirmations and redemptions that they take the place of, over random
 * histories: states, answers to taps, sends, times of the next look, audit actions, and who is told.
 * `ORDERS_RUNS` sets how many histories of each.
 */
import { expect, test } from "vitest";
import { compareConfirmations } from "./confirmations.ts";
import { compareRedemptions } from "./redemptions.ts";

const numRuns = Number(process.env["ORDERS_RUNS"] ?? 15_000);

test("as the rules of confirmations", () => {
  expect(() => compareConfirmations(numRuns)).not.toThrow();
});

test("as the rules of redemptions", () => {
  expect(() => compareRedemptions(numRuns)).not.toThrow();
});
