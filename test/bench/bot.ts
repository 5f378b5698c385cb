/** This bot as a contestant: the real app, that says when it is ready. */
import { createApp } from "../../src/app/app.ts";
import { systemClock } from "../../src/clock.ts";
import { readConfig } from "../../src/config/config.ts";
import { createLog } from "../../src/observability/log.ts";

const { config, secrets } = readConfig(process.env);
await createApp({ config, secrets, clock: systemClock, log: createLog(config.logLevel) });
process.on("SIGINT", () => process.exit(0));
process.send?.("ready");
