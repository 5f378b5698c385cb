/** Starts the bot of a process, with the process's log. */
import { createApp, type App } from "./app.ts";
import { readSettings } from "./read-settings.ts";
import { storyWorlds } from "./story-worlds.ts";
import { systemClock } from "../clock.ts";
import { withDemoRules } from "../config/config.ts";
import { exposedFileHint, type Environment } from "../config/load-environment.ts";
import { misspeltVariables } from "../config/misspelt.ts";
import { createProcessLog, isAtTerminal, type Log } from "../observability/log.ts";

export interface Started {
  app: App;
  log: Log;
}

/** After this the process exits anyway; accepted events are on the disk. */
const maxStopMs = 9500;

/**
 * @param variables the environment. @param environmentFile the path of the `.env` file. @param stop aborts the start.
 * @throws {ConfigError} naming every fault of the environment; and what keeps the app from starting.
 */
export async function start(
  variables: Environment,
  environmentFile: string,
  stop: AbortSignal,
): Promise<Started> {
  const { config, secrets } = readSettings(variables);
  const isTerminal = isAtTerminal();
  const log = await createProcessLog(config.logLevel, isTerminal);
  onceStopped(stop, log, isTerminal);
  const exposed = exposedFileHint(environmentFile);
  if (exposed !== null) log.warn(exposed);
  for (const hint of misspeltVariables(variables)) log.warn(hint);
  const app = await createApp({
    config: withDemoRules(config),
    secrets,
    clock: systemClock,
    log,
    menus: true,
    demoPages: true,
    storyWorlds,
    stop,
  });
  return { app, log };
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
