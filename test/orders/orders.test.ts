/** Staff orders before the worst platform: booked once at most, and told as they are. `npm run fuzz` plays many more rounds. */
import { expect, test } from "vitest";
import { seed } from "../support/seed.ts";
import { checkOrders } from "./check.ts";

/** Seconds that pass for the staff take no time here, but a busy machine does. */
const patienceMs = 600_000;

test(
  `an order is sent twice at most, booked once, and told as it is (seed ${seed})`,
  { timeout: patienceMs },
  async () => {
    const report = await checkOrders({ rounds: 18, seed });
    expect(report.counterexample ?? "").toBe("");
    expect(report.ends["done"]).toBeGreaterThan(20);
    expect(report.ends["refused"]).toBeGreaterThan(3);
    expect(report.sends).toBeGreaterThan(40);
  },
);
