/** Runs the loyalty emulator as a process of its own, for tests that kill it. Its argument is the file's path. */
import { systemClock } from "../../../src/clock.ts";
import { startLoyaltyEmulator } from "../../../src/emulators/loyalty/index.ts";
import { createLog } from "../../../src/observability/log.ts";

const [file = ":memory:"] = process.argv.slice(2);
const log = createLog("silent");
const { baseUrl, credentials } = await startLoyaltyEmulator({
  port: 0,
  file,
  clock: systemClock,
  log,
});
process.stdout.write(`${JSON.stringify({ baseUrl, credentials })}\n`);
