/** Plants faults in a copy of the project, one after the other, and runs the tests that have to notice them. */
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Fault, PlantedFault } from "./fault.ts";

/**
 * `noticed`: a test failed. `hung`: the tests didn't end in time, which a person would notice as well.
 * `missed`: all tests passed. `broken`: no test ran, so that nothing is known.
 */
export type Verdict = "noticed" | "hung" | "missed" | "broken";

const root = join(import.meta.dirname, "../..");
/** Everything that the tests read but the installed packages. */
const copied = [
  ".env.example",
  "Dockerfile",
  "README.md",
  "compose.yaml",
  "docs",
  "package-lock.json",
  "package.json",
  "src",
  "test",
  "tsconfig.json",
  "vitest.config.ts",
];
const timeoutMs = 240_000;
const testTimeoutMs = 30_000;

const report = z.object({
  success: z.boolean(),
  numTotalTests: z.number(),
  numFailedTests: z.number(),
});

/** The source with the fault. @throws {Error} when its text isn't there exactly once, or the result isn't TypeScript. */
export function withFault(source: string, { name, file, from, to }: PlantedFault): string {
  const parts = source.split(from);
  if (parts.length !== 2) {
    throw new Error(`"${name}": its text occurs ${parts.length - 1} times in ${file}`);
  }
  const changed = parts.join(to);
  stripTypeScriptTypes(changed);
  return changed;
}

export const sourceOf = ({ file }: Pick<Fault, "file">): string =>
  readFileSync(join(root, file), "utf8");

/** A copy of the project in a folder of its own; the packages are shared. */
export class ProjectCopy implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), "planted-"));

  constructor() {
    for (const name of copied) {
      cpSync(join(root, name), join(this.#folder, name), { recursive: true });
    }
    symlinkSync(join(root, "node_modules"), join(this.#folder, "node_modules"));
  }

  /** Runs the fault's tests with it. @param fault null to run `tests` without any. */
  try(fault: Fault): Promise<Verdict> {
    return this.planted(fault, () => this.run(fault.tests));
  }

  /** Does some work while a fault is planted. */
  async planted<T>(fault: PlantedFault, work: (folder: string) => Promise<T>): Promise<T> {
    const path = join(this.#folder, fault.file);
    const source = sourceOf(fault);
    writeFileSync(path, withFault(source, fault));
    try {
      return await work(this.#folder);
    } finally {
      writeFileSync(path, source);
    }
  }

  /** Runs test files one after the other, up to the first that fails. @param tests paths from `test/`. */
  async run(tests: readonly string[]): Promise<Verdict> {
    let verdict: Verdict = "broken";
    for (const file of tests) {
      verdict = await this.#runFile(file);
      if (verdict !== "missed") return verdict;
    }
    return verdict;
  }

  async #runFile(file: string): Promise<Verdict> {
    const output = join(this.#folder, "report.json");
    rmSync(output, { force: true });
    const command = [
      join(this.#folder, "node_modules/vitest/vitest.mjs"),
      "run",
      `test/${file}`,
      "--bail=1",
      "--maxWorkers=1",
      `--testTimeout=${testTimeoutMs}`,
      "--reporter=json",
      `--outputFile=${output}`,
    ];
    const ended = await exited(this.#folder, command);
    if (!ended) return "hung";
    const parsed = report.safeParse(JSON.parse(readFileSync(output, "utf8")));
    if (!parsed.success || parsed.data.numTotalTests === 0) return "broken";
    const { success, numFailedTests } = parsed.data;
    if (success) return "missed";
    // A file that doesn't load or set itself up fails without a test that does.
    return numFailedTests > 0 ? "noticed" : "broken";
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Runs a program of Node's in a process group of its own. @returns false if it had to be killed. */
async function exited(cwd: string, command: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, command, { cwd, stdio: "ignore", detached: true });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    resolve(false);
  }, timeoutMs);
  child.once("exit", () => resolve(true));
  const ended = await promise;
  clearTimeout(timer);
  return ended;
}
