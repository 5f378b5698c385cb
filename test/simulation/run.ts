/**
 * `npm run simulate -- <worlds> [seed]`: runs worlds, and prints the seed and the smallest plan that breaks a promise.
 * `npm run simulate -- --plan <file>`: runs the plan of a file again.
 * `npm run simulate -- --faults [part of a name…]`: plants faults in copies of the project, and counts the worlds until each is found.
 */
import { randomInt } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { violationsIn } from "./oracle.ts";
import type { Plan } from "./plan.ts";
import { simulate } from "./simulate.ts";
import { runWorld } from "./world.ts";

const print = (line: string) => process.stdout.write(`${line}\n`);

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    plan: { type: "string" },
    faults: { type: "boolean", default: false },
    shrink: { type: "boolean", default: true },
  },
  allowNegative: true,
});

async function runPlan(file: string): Promise<boolean> {
  const plan = JSON.parse(readFileSync(file, "utf8")) as Plan;
  const observed = await runWorld(plan);
  const violations = violationsIn(observed);
  for (const { eventId, chat, text } of observed.deliveries) print(`${eventId} ${chat} ${text}`);
  print(violations.join("\n") || "every promise was kept");
  return violations.length === 0;
}

async function runWorlds(worlds: number, seed: number): Promise<boolean> {
  print(`${worlds} worlds, seed ${seed}`);
  const cpu = process.cpuUsage();
  const result = await simulate(worlds, { seed, isShrunk: values.shrink });
  const { user, system } = process.cpuUsage(cpu);
  const minutes = (user + system) / 60_000_000;
  print(
    `${result.worlds} worlds, ${Math.round(result.worlds / minutes)} a minute of processor time`,
  );
  if (!result.broken) return true;
  print(`${result.broken.violations.join("\n")}\n${JSON.stringify(result.broken.plan)}`);
  return false;
}

async function run(): Promise<boolean> {
  if (values.plan !== undefined) return runPlan(values.plan);
  if (values.faults) return (await import("./find-faults.ts")).findFaults(positionals, print);
  const [worlds = "2000", seed = String(randomInt(2 ** 31))] = positionals;
  return runWorlds(Number(worlds), Number(seed));
}

if (!(await run())) process.exitCode = 1;
