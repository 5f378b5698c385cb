/** The fuzz from the command line: `npm run fuzz -- [count] [seed]`. What is sent is the same for a seed; ids and tokens are new each time. */
import { checkOrders } from "../orders/check.ts";
import { fuzz } from "./fuzz.ts";

const count = Number(process.argv[2] ?? 10_000);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
const rounds = Math.ceil(count / 25);
const maxTold = 20;
const say = (line: string) => process.stdout.write(`${line}\n`);

say(
  `seed ${seed}: ${count} requests, ${count} texts and taps, and ${rounds} rounds of staff orders`,
);
const start = performance.now();
const report = await fuzz({ bodies: count, words: count, seed, say });
const seconds = Math.round((performance.now() - start) / 1000);
const { faults, ...figures } = report;
say(JSON.stringify({ ...figures, seconds, faults: faults.length }, null, 2));
for (const fault of faults.slice(0, maxTold)) say(fault);
const { counterexample, ...orders } = await checkOrders({ rounds, seed, say });
say(JSON.stringify(orders, null, 2));
if (counterexample !== null) say(counterexample);
process.exitCode = faults.length > 0 || counterexample !== null ? 1 : 0;
