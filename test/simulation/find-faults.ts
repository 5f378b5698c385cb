/** Plants each fault of the list in a copy of the project, and simulates until it is found. */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { ProjectCopy } from "../mutants/plant.ts";
import { faults } from "./faults.ts";
import { rules } from "./oracle.ts";

/** Two of the faults take over 20,000 to show. */
const maxWorlds = 30_000;
const seed = 1;

/** @param wanted parts of names; all faults unless given. @returns whether each was found. */
export async function findFaults(
  wanted: readonly string[],
  print: (line: string) => void,
): Promise<boolean> {
  using copy = new ProjectCopy();
  const chosen = faults.filter(
    ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
  );
  let missed = 0;
  for (const fault of chosen) {
    const output = await copy.planted(fault, simulateIn);
    const found = /^(\d+) worlds, \d+ a minute.*\n(.+)$/m.exec(output);
    // A world that fails in any other way shows nothing.
    const isFound = rules.some(({ name }) => found?.[2]?.startsWith(name));
    if (!isFound) missed += 1;
    print(
      found && isFound
        ? `${fault.name}: found in world ${found[1]} of seed ${seed}: ${found[2]}`
        : `${fault.name}: NOT FOUND in ${maxWorlds} worlds of seed ${seed}`,
    );
  }
  print(`${chosen.length - missed} of ${chosen.length} found`);
  return missed === 0;
}

async function simulateIn(folder: string): Promise<string> {
  const args = ["test/simulation/run.ts", String(maxWorlds), String(seed), "--no-shrink"];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  return text(child.stdout);
}
