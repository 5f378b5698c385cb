import { expect, test } from "vitest";
import { stillOpen } from "../../../src/bot/staff/confirmation/send-rules.ts";

test("the next reconciliation is due in 5 to 15 seconds, in whole milliseconds; after a day the write needs review", () => {
  for (let age = 1; age < 100_000; age += 777) {
    const outcome = stillOpen({ claimedAt: 0 }, age);
    const pause = outcome.state === "unknown" ? outcome.again - age : Number.NaN;
    expect(Number.isInteger(pause)).toBe(true);
    expect(pause).toBeGreaterThanOrEqual(5000);
    expect(pause).toBeLessThanOrEqual(15_000);
  }
  expect(stillOpen({ claimedAt: 0 }, 86_400_001)).toEqual({ state: "needs_review" });
});
