/** The bot as a process on a machine whose wall clock is wrong by what a file says, in milliseconds. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createApp } from "../../../src/app/app.ts";
import { createMovableClock, systemClock } from "../../../src/clock.ts";
import { readConfig } from "../../../src/config/config.ts";
import { createProcessLog } from "../../../src/observability/log.ts";

const pollMs = 50;

const stop = new AbortController();
process.on("SIGTERM", () => stop.abort());

const { config, secrets } = readConfig(process.env);
const file = process.env["CLOCK_FILE"] ?? "";
const clock = createMovableClock(systemClock);
const setClock = () => clock.move(Number(readFileSync(file, "utf8")));
setClock();
const polling = setInterval(setClock, pollMs);
const log = await createProcessLog(config.logLevel, false);
const app = await createApp({ config, secrets, clock, log, stop: stop.signal });
process.stdout.write(app.greeting);
if (!stop.signal.aborted) await once(stop.signal, "abort");
await app[Symbol.asyncDispose]();
clearInterval(polling);
process.exit(0);
