/** A short round of the fuzz; `npm run fuzz` is the long one. */
import { expect, test } from "vitest";
import { seed } from "../support/seed.ts";
import { fuzz } from "./fuzz.ts";

test(`whatever is sent, written and tapped is answered soundly (seed ${seed})`, async () => {
  const report = await fuzz({ bodies: 1000, words: 1000, seed });
  expect(report.faults, `npm run fuzz -- 1000 ${seed}`).toEqual([]);
  expect(report.statuses["200"]).toBeGreaterThan(300);
  expect(report.answered).toBeGreaterThan(1100);
}, 180_000);
