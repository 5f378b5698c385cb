/** The server process: reads the environment, starts the app, and stops it on a signal. */
import { existsSync } from "node:fs";
import { loadEnvFile } from "node:process";
import { createApp } from "./app.ts";
import { systemClock } from "./clock.ts";
import { ConfigError, readConfig } from "./config.ts";
import { KnownError } from "./errors.ts";
import { createLog } from "./log.ts";

/** What was accepted is on the disk, so a stop that hangs isn't worth waiting for. */
const longestStopMs = 9500;

async function run(): Promise<void> {
  if (existsSync(".env")) loadEnvFile(".env");
  const { config, secrets } = readConfig(process.env);
  const log = createLog(config.logLevel);
  const app = await createApp({ config, secrets, clock: systemClock, log, menus: true });
  process.stdout.write(app.greeting);

  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      log.error("the stop took too long; what isn't answered stays in the inbox");
      process.exit(0);
    }, longestStopMs).unref();
    app[Symbol.asyncDispose]().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal(error, "could not stop cleanly");
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
}

run().catch((error: unknown) => {
  const expected =
    error instanceof ConfigError || error instanceof KnownError || isPortTaken(error);
  process.stderr.write(`${expected ? (error as Error).message : String((error as Error).stack)}\n`);
  process.exit(1);
});

const isPortTaken = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "EADDRINUSE";
