/** Runs a command of the CLI in a process of its own, as an operator does. */
import { execFile } from "node:child_process";
import { join } from "node:path";

export interface CommandResult {
  code: number;
  /** Standard output. */
  said: string;
  /** Standard error without a first line that names the DATA_DIR. */
  complained: string;
  /** The line that names the DATA_DIR and where it was set; empty if there is none. */
  dataDir: string;
}

const cli = join(import.meta.dirname, "../../src/cli.ts");

/**
 * @param cwd a folder without a `.env`.
 * @param env the complete environment, except the compile cache.
 */
export function operatorRuns(
  args: readonly string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<CommandResult> {
  const { promise, resolve } = Promise.withResolvers<CommandResult>();
  const compiled = process.env["NODE_COMPILE_CACHE"];
  const all = { ...(compiled && { NODE_COMPILE_CACHE: compiled }), ...env };
  const child = execFile(
    process.execPath,
    [cli, ...args],
    { cwd, env: all },
    (_error, said, err) => {
      const [dataDir = ""] = /^(?:DATA_DIR|the database).*\n/.exec(err) ?? [];
      const complained = err.slice(dataDir.length);
      resolve({ code: child.exitCode ?? -1, said, complained, dataDir: dataDir.trimEnd() });
    },
  );
  return promise;
}
