/** Entry point of the CLI: runs one command, also while the server runs. Exit codes: 0 done, 1 failed, 2 usage error. */
import { runCommand } from "./cli/run-command.ts";

const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => stopping.abort());
}
process.exitCode = await runCommand(process.argv.slice(2), {
  variables: process.env,
  folder: process.cwd(),
  writeOutput: (text) => void process.stdout.write(text),
  writeError: (text) => void process.stderr.write(text),
  stop: stopping.signal,
});
