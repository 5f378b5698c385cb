/** Entry point of the CLI: runs one command, also while the server runs. Exit codes: 0 done, 1 failed, 2 usage error. */
import { constants } from "node:os";
import { runCommand } from "./cli/run-command.ts";
import { reasonOf } from "./errors.ts";

// What it writes is its owner's alone.
process.umask(0o077);
const stopping = new AbortController();
/** At a terminal, Ctrl-C comes from it and from npm at once; who presses it again wants the end. */
const sameSignalMs = 500;
let stoppedAt: number | null = null;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    stoppedAt ??= performance.now();
    if (performance.now() - stoppedAt > sameSignalMs) process.exit(128 + constants.signals[signal]);
    stopping.abort();
  });
}
let isOutputLost = false;
process.stdout.on("error", (error) => {
  // Whoever reads, such as `head`, may have enough; the command goes on.
  if (isOutputLost || ("code" in error && error.code === "EPIPE")) return;
  isOutputLost = true;
  process.exitCode = 1;
  process.stderr.write(`the output can't be written: ${reasonOf(error)}\n`);
});
process.stderr.on("error", () => {});

const exitCode = await runCommand(process.argv.slice(2), {
  variables: process.env,
  folder: process.cwd(),
  writeOutput: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
  stop: stopping.signal,
});
process.exitCode = isOutputLost ? 1 : exitCode;
