/** Runs the server process: loads the environment, starts the bot, and stops it when signalled. */
import { once } from "node:events";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { dataDirOf, loadEnvironment } from "../config/load-environment.ts";
import { ConfigError, isSystemError, KnownError, reasonOf } from "../errors.ts";
import type { Started } from "./start.ts";

/**
 * @param variables the environment; variables of an `.env` file are added to it.
 * @param stop stops the server, also during the start.
 * @returns the process's exit code.
 */
export async function serve(variables: NodeJS.ProcessEnv, stop: AbortSignal): Promise<number> {
  let started: Started;
  // A terminal that is gone stops nothing: the log goes to standard error.
  process.stdout.on("error", () => {});
  try {
    const { file } = loadEnvironment(variables, process.cwd());
    // What is loaded from here on; written when the process ends, and read by the next start.
    enableCompileCache(join(dataDirOf(variables), "compiled"));
    const { start } = await import("./start.ts");
    started = await start(variables, file, stop);
  } catch (error) {
    if (stop.aborted) return 0;
    process.stderr.write(`${messageOf(error)}\n`);
    return 1;
  }
  const { app, log } = started;
  try {
    process.stdout.write(app.greeting);
    if (!stop.aborted) await once(stop, "abort");
    await app[Symbol.asyncDispose]();
    return 0;
  } catch (error) {
    log.fatal(error, "could not stop cleanly");
    return 1;
  }
}

/** The message of an expected failure, or the stack of any other. */
function messageOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof KnownError) return error.message;
  if (isSystemError(error)) return `The bot can't start: ${reasonOf(error)}`;
  return String(error instanceof Error ? error.stack : error);
}
