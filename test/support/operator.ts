/** Runs a command of the CLI in a process of its own, as an operator does, or as a call, for a hundredth of the CPU. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { text as textOf } from "node:stream/consumers";
import { join } from "node:path";
import { runCommand } from "../../src/cli/run-command.ts";

export interface CommandResult {
  code: number;
  /** Standard output. */
  stdout: string;
  /** Standard error without a first line that names the DATA_DIR. */
  stderr: string;
  /** The line that names the DATA_DIR and where it was set; empty if there is none. */
  dataDir: string;
}

const cli = join(import.meta.dirname, "../../src/cli.ts");

interface CommandOptions {
  /** A folder without a `.env`. */
  cwd: string;
  /** The complete environment, except the compile cache. */
  env: Readonly<Record<string, string>>;
}

/** For what depends on the process itself: its locks, certificates, signals and standard streams. */
export function spawnCommand(
  args: readonly string[],
  { cwd, env }: CommandOptions,
): Promise<CommandResult> {
  const { promise, resolve } = Promise.withResolvers<CommandResult>();
  const compiled = process.env["NODE_COMPILE_CACHE"];
  const all = { ...(compiled && { NODE_COMPILE_CACHE: compiled }), ...env };
  const child = execFile(
    process.execPath,
    [cli, ...args],
    { cwd, env: all },
    (_error, output, errors) => resolve(resultOf(child.exitCode ?? -1, output, errors)),
  );
  return promise;
}

/** Runs a command whose output goes nowhere. @param output a file's descriptor; null = a pipe that nobody reads. */
export async function spawnUnheard(
  args: readonly string[],
  { cwd, env }: CommandOptions,
  output: number | null,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd,
    env,
    stdio: ["ignore", output ?? "pipe", "pipe"],
  });
  child.stdout?.destroy();
  const [errors] = await Promise.all([
    child.stderr ? textOf(child.stderr) : "",
    once(child, "close"),
  ]);
  return resultOf(child.exitCode ?? -1, "", errors);
}

/** Runs a command within the test's process, one at a time: meanwhile that has the command's working directory. */
export async function callCommand(
  args: readonly string[],
  { cwd, env }: CommandOptions,
): Promise<CommandResult> {
  let output = "";
  let errors = "";
  const before = process.cwd();
  process.chdir(cwd);
  try {
    const code = await runCommand(args, {
      variables: { ...env },
      folder: cwd,
      writeOutput: (text) => void (output += text),
      writeError: (text) => void (errors += text),
      stop: new AbortController().signal,
    });
    return resultOf(code, output, errors);
  } finally {
    process.chdir(before);
  }
}

function resultOf(code: number, stdout: string, errors: string): CommandResult {
  const [dataDir = ""] = /^(?:DATA_DIR|the database).*\n/.exec(errors) ?? [];
  return { code, stdout, stderr: errors.slice(dataDir.length), dataDir: dataDir.trimEnd() };
}
