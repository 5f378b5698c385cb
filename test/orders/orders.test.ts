/** Random staff orders against a hostile platform. `npm run fuzz` runs many more rounds. */
import { expect, test } from "vitest";
import { seed } from "../support/seed.ts";
import { checkOrders } from "./check-orders.ts";

/** The fake clock takes no time, but a busy machine does. */
const timeoutMs = 600_000;

test(
  `an order is sent at most twice, booked once, and shown as it is (seed ${seed})`,
  { timeout: timeoutMs },
  async () => {
    const report = await checkOrders({ rounds: 20, seed });
    expect(report.counterexample ?? "").toBe("");
    expect(report.ends["done"]).toBeGreaterThan(20);
    expect(report.ends["refused"]).toBeGreaterThan(3);
    expect(report.sends).toBeGreaterThan(40);
  },
);
