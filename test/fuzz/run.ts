/** The fuzz from the command line: `npm run fuzz -- [count] [seed]`. What is sent is the same for a seed; ids and tokens are new each time. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkOrders } from "../orders/check-orders.ts";
import { fuzz } from "./fuzz.ts";

const count = Number(process.argv[2] ?? 10_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const rounds = Math.ceil(count / 25);
const maxFaultsShown = 20;
const say = (line: string) => process.stdout.write(`${line}\n`);

say(
  `seed ${seed}: ${count} requests, ${count} texts and taps, ${rounds} rounds of staff orders, and the properties of the tests`,
);
const start = performance.now();
const report = await fuzz({ bodies: count, words: count, seed, say });
const seconds = Math.round((performance.now() - start) / 1000);
const { faults, ...counts } = report;
say(JSON.stringify({ ...counts, seconds, faults: faults.length }, null, 2));
for (const fault of faults.slice(0, maxFaultsShown)) say(fault);
const { counterexample, ...orders } = await checkOrders({ rounds, seed, say });
say(JSON.stringify(orders, null, 2));
if (counterexample !== null) say(counterexample);
const passed = testProperties();
process.exitCode = faults.length > 0 || counterexample !== null || !passed ? 1 : 0;

/** Runs the test files that hold properties with this seed instead of the fixed one. */
function testProperties(): boolean {
  const tests = join(import.meta.dirname, "..");
  const files = readdirSync(tests, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .map((file) => join(tests, file))
    .filter((file) => readFileSync(file, "utf8").includes("support/properties.ts"));
  const { status } = spawnSync("npx", ["vitest", "run", ...files], {
    env: { ...process.env, TEST_SEED: String(seed) },
    stdio: "inherit",
  });
  return status === 0;
}
