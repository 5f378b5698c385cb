/** The bot as a process whose date is ahead by what a file says, in milliseconds; what waits for hours goes by the date. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createApp } from "../../../src/app/app.ts";
import { storyWorlds } from "../../../src/app/story-worlds.ts";
import { createMovableClock, systemClock, type Clock } from "../../../src/clock.ts";
import { readConfig } from "../../../src/config/config.ts";
import { createProcessLog } from "../../../src/observability/log.ts";

const pollMs = 50;
/** Shorter waits are deadlines and pauses, which take as long as they do. */
const hourMs = 3_600_000;

const stop = new AbortController();
process.on("SIGTERM", () => stop.abort());

const { config, secrets } = readConfig(process.env);
const file = process.env["CLOCK_FILE"] ?? "";
const movable = createMovableClock(systemClock);
const waiting = new Set<{ due: number; task: () => void }>();
const clock: Clock = {
  ...movable,
  wall: movable.now,
  after(ms, task) {
    if (ms < hourMs) return movable.after(ms, task);
    const one = { due: movable.now() + ms, task };
    waiting.add(one);
    const close = () => waiting.delete(one);
    return { close, [Symbol.dispose]: close };
  },
};
function setClock(): void {
  movable.move(Number(readFileSync(file, "utf8")));
  for (const one of [...waiting].filter(({ due }) => due <= movable.now())) {
    waiting.delete(one);
    one.task();
  }
}
setClock();
const polling = setInterval(setClock, pollMs);
const log = await createProcessLog(config.logLevel, false);
const app = await createApp({ config, secrets, clock, log, storyWorlds, stop: stop.signal });
process.stdout.write(app.greeting);
if (!stop.signal.aborted) await once(stop.signal, "abort");
await app[Symbol.asyncDispose]();
clearInterval(polling);
process.exit(0);
