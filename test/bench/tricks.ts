/** Measures each speed trick alone: the bot with all of them beside the bot without one, in alternation, in one run. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createBotContestant, startOptions, type Contestant } from "./contestants.ts";
import {
  measure,
  median,
  print,
  senders,
  startFarSide,
  type Result,
  type Trial,
} from "./measure.ts";

const repository = join(import.meta.dirname, "../..");
const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: repository, stdio: ["ignore", "ignore", "inherit"] });

/** A copy of what is committed, with a patch that takes a trick away; it ends with its disposal. */
function createCopy(patch: string): Disposable & { root: string } {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const root = join(folder, "copy");
  git("worktree", "add", "--detach", root, "HEAD");
  execFileSync("git", ["apply", "--3way", patch], { cwd: root, stdio: "inherit" });
  symlinkSync(join(repository, "node_modules"), join(root, "node_modules"));
  return {
    root,
    [Symbol.dispose]() {
      git("worktree", "remove", "--force", root);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * @param patches paths of patches, each of which takes one trick away.
 * @param quick few events and one round, to see that it works.
 */
export async function measureTricks(patches: readonly string[], quick: boolean): Promise<Result[]> {
  using stack = new DisposableStack();
  const contestants: Contestant[] = [
    createBotContestant("all tricks"),
    ...startOptions.map((option) =>
      createBotContestant(`without ${option}`, {
        flags: startOptions.filter((other) => other !== option),
      }),
    ),
    ...patches.map((patch) => {
      const { root } = stack.use(createCopy(patch));
      return createBotContestant(`without ${basename(patch, ".patch")}`, { root });
    }),
  ];
  const trials: Trial[] = [
    { name: "first messages", options: { events: quick ? 1000 : senders, from: "each in turn" } },
    { name: "warm-up", options: { events: quick ? 1000 : 30_000 } },
    { name: "closed loop", options: { events: quick ? 2000 : 40_000 } },
  ];
  using farSide = await startFarSide();
  const results: Result[] = [];
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    for (const contestant of contestants) {
      results.push(...(await measure(contestant, farSide, trials)));
    }
  }
  report(contestants, results);
  return results;
}

const printRow = (cells: readonly string[]) =>
  print(cells.map((cell, index) => (index === 0 ? cell.padEnd(44) : cell.padStart(14))).join(""));

/** Differences are medians over rounds, each against the round's own run with all tricks. */
function report(contestants: readonly Contestant[], results: readonly Result[]): void {
  const rowsOf = (name: string) =>
    results.filter(({ contestant, trial }) => contestant === name && trial === "closed loop");
  const all = rowsOf("all tricks");
  printRow(["", "CPU µs/event", "more CPU", "memory MB", "more memory"]);
  for (const { name } of contestants) {
    const rows = rowsOf(name);
    const value = (pick: (row: Result) => number) => median(rows.map(pick));
    const more = (pick: (row: Result) => number) => {
      const shares = rows.map((row, round) => pick(row) / pick(all[round] ?? row) - 1);
      return `${(median(shares) * 100).toFixed(1)} %`;
    };
    printRow([
      name,
      value(({ cpuPerEvent }) => cpuPerEvent).toFixed(1),
      more(({ cpuPerEvent }) => cpuPerEvent),
      value(({ memory }) => memory).toFixed(0),
      more(({ memory }) => memory),
    ]);
  }
}
