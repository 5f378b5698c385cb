/** Runs the server process: loads the environment, starts the bot, and stops it when signalled. */
import { once } from "node:events";
import { createApp, type App } from "./app.ts";
import { readSettings } from "./read-settings.ts";
import { storyWorlds } from "./story-worlds.ts";
import { systemClock } from "../clock.ts";
import { exposedFileHint, loadEnvironment } from "../config/load-environment.ts";
import { misspeltVariables } from "../config/misspelt-variables.ts";
import { ConfigError, isSystemError, KnownError, reasonOf } from "../errors.ts";
import { createProcessLog, isAtTerminal, type Log } from "../observability/log.ts";

/** After this the process exits anyway; accepted events are on the disk. */
const maxStopMs = 9500;

/**
 * @param variables the environment; variables of an `.env` file are added to it.
 * @param stop stops the server, also during the start.
 * @returns the process's exit code.
 */
export async function serve(variables: NodeJS.ProcessEnv, stop: AbortSignal): Promise<number> {
  let log: Log | null = null;
  let app: App;
  // A terminal that is gone stops nothing: the log goes to standard error.
  process.stdout.on("error", () => {});
  try {
    const { file } = loadEnvironment(variables, process.cwd());
    const { config, secrets } = readSettings(variables);
    const isTerminal = isAtTerminal();
    const isLevelSet = Boolean(variables["LOG_LEVEL"]?.trim());
    log = await createProcessLog(config.logLevel, { isLevelSet, isTerminal });
    onceStopped(stop, log, isTerminal);
    const exposed = exposedFileHint(file);
    if (exposed !== null) log.warn(exposed);
    for (const hint of misspeltVariables(variables)) log.warn(hint);
    app = await createApp({
      config,
      secrets,
      clock: systemClock,
      log,
      menus: true,
      storyWorlds,
      stop,
    });
  } catch (error) {
    if (stop.aborted) return 0;
    process.stderr.write(`${messageOf(error)}\n`);
    return 1;
  }
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

/** Says that the bot stops, and limits how long that takes. */
function onceStopped(stop: AbortSignal, log: Log, isTerminal: boolean): void {
  const begin = () => {
    // Behind the ^C of the terminal.
    if (isTerminal) process.stdout.write("\n  Stopping: what has begun is answered first.\n");
    else log.info("stopping");
    setTimeout(() => {
      log.error("the stop took too long; what isn't answered stays in the inbox");
      process.exit(0);
    }, maxStopMs).unref();
  };
  if (stop.aborted) begin();
  else stop.addEventListener("abort", begin, { once: true });
}

/** The message of an expected failure, or the stack of any other. */
function messageOf(error: unknown): string {
  if (error instanceof ConfigError || error instanceof KnownError) return error.message;
  if (isSystemError(error)) return `The bot can't start: ${reasonOf(error)}`;
  return String(error instanceof Error ? error.stack : error);
}
