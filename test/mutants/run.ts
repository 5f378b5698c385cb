/**
 * `npm run mutants [-- <part of a name>…]`: plants each fault of the list and runs the tests that have to notice it.
 * Ends with 1 when one was noticed by nobody, or couldn't be planted.
 */
import { availableParallelism } from "node:os";
import { styleText } from "node:util";
import type { Fault } from "./fault.ts";
import { faults } from "./faults.ts";
import { ProjectCopy, type Verdict } from "./plant.ts";

const wanted = process.argv.slice(2);
const chosen = faults.filter(
  ({ name, file }) =>
    wanted.length === 0 || wanted.some((part) => name.includes(part) || file.includes(part)),
);
const print = (line: string) => process.stdout.write(`${line}\n`);
const colors = { noticed: "green", hung: "green", missed: "red", broken: "red" } as const;

/** Without a fault the tests have to pass, otherwise they prove nothing. */
async function failingBefore(copy: ProjectCopy, queue: string[]): Promise<string[]> {
  const failing: string[] = [];
  for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
    if ((await copy.run([file])) !== "missed") failing.push(file);
  }
  return failing;
}

async function plantAll(copy: ProjectCopy, queue: Fault[]): Promise<[Fault, Verdict][]> {
  const verdicts: [Fault, Verdict][] = [];
  for (let fault = queue.shift(); fault; fault = queue.shift()) {
    const verdict = await copy.try(fault).catch((error: unknown): Verdict => {
      print(String(error));
      return "broken";
    });
    print(`${styleText(colors[verdict], verdict.padEnd(8))} ${fault.name}`);
    verdicts.push([fault, verdict]);
  }
  return verdicts;
}

const workers = Array.from(
  { length: Math.max(1, availableParallelism()) },
  () => new ProjectCopy(),
);
try {
  const files = [...new Set(chosen.flatMap(({ tests }) => tests))];
  print(`${chosen.length} faults, ${files.length} test files; first the tests without a fault`);
  const failing = await Promise.all(workers.map((copy) => failingBefore(copy, files)));
  for (const file of failing.flat()) print(`fails without a fault: ${file}`);
  const queue = [...chosen];
  const verdicts = (await Promise.all(workers.map((copy) => plantAll(copy, queue)))).flat();
  const left = verdicts.filter(([, verdict]) => verdict === "missed" || verdict === "broken");
  print(`\n${verdicts.length - left.length} of ${verdicts.length} noticed`);
  for (const [{ name, file }, verdict] of left) print(`${verdict}: ${name} (${file})`);
  if (left.length > 0 || failing.flat().length > 0) process.exitCode = 1;
} finally {
  for (const copy of workers) copy[Symbol.dispose]();
}
