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
/** For many files at once, of which some wait for what a fault keeps away. */
const shortTestTimeoutMs = 3000;

const report = z.object({
  testResults: z.array(
    z.object({ name: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
  success: z.boolean(),
});
type Report = z.output<typeof report>;

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

  /**
   * Plants faults of different files together, and runs the first test file of each at once: far cheaper, but a test may
   * notice another fault than its own.
   * @returns the test files that failed, as paths from `test/`.
   */
  async failingWith(faults: readonly Fault[]): Promise<string[]> {
    const files = faults.flatMap(({ tests }) => tests.slice(0, 1));
    const runAll = async (): Promise<string[]> => {
      const result = await this.#vitest(files);
      if (!result || result === "hung") return [];
      const failed = result.testResults.filter(({ assertionResults }) =>
        assertionResults.some(({ status }) => status === "failed"),
      );
      return files.filter((file) => failed.some(({ name }) => name.endsWith(`/test/${file}`)));
    };
    const plantAll = faults.reduce<() => Promise<string[]>>(
      (work, fault) => () => this.planted(fault, work),
      runAll,
    );
    return plantAll();
  }

  async #runFile(file: string): Promise<Verdict> {
    const result = await this.#vitest([file]);
    if (result === "hung") return "hung";
    const tests = result?.testResults.flatMap(({ assertionResults }) => assertionResults) ?? [];
    if (!result || tests.length === 0) return "broken";
    if (result.success) return "missed";
    // A file that doesn't load or set itself up fails without a test that does.
    return tests.some(({ status }) => status === "failed") ? "noticed" : "broken";
  }

  /** @returns null when it made no report. */
  async #vitest(files: readonly string[]): Promise<Report | "hung" | null> {
    const output = join(this.#folder, "report.json");
    rmSync(output, { force: true });
    const command = [
      join(this.#folder, "node_modules/vitest/vitest.mjs"),
      "run",
      ...files.map((file) => `test/${file}`),
      "--maxWorkers=1",
      ...(files.length === 1
        ? ["--bail=1", `--testTimeout=${testTimeoutMs}`]
        : [`--testTimeout=${shortTestTimeoutMs}`]),
      "--reporter=json",
      `--outputFile=${output}`,
    ];
    if (!(await exited(this.#folder, command))) return "hung";
    return report.safeParse(JSON.parse(readFileSync(output, "utf8"))).data ?? null;
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
