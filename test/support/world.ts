/** The world of a story: the real bot between an embedded LINE and an embedded platform, on free ports, with a clock in our hand. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApp, type App } from "../../src/app.ts";
import { readConfig } from "../../src/config.ts";
import {
  demoPeople,
  startEmbeddedConnect,
  type EmbeddedConnect,
} from "../../src/embedded/connect/index.ts";
import { startEmbeddedLine, type EmbeddedLine } from "../../src/embedded/line/embedded-line.ts";
import type { Message } from "../../src/line/messages.ts";
import { createLog, type Log } from "../../src/log.ts";
import { embeddedAccount } from "../../src/neighbours.ts";
import { handClock, type HandClock } from "./clock.ts";

export interface World extends AsyncDisposable {
  clock: HandClock;
  line: EmbeddedLine;
  platform: EmbeddedConnect;
  /** The platform's SQLite file, for data that its interface can't make. */
  platformFile: string;
  /** Every log line so far, as text. */
  logged: string[];
  readonly bot: App;
  /** The LINE user id behind a demo label, such as `somchai`. */
  lineId(label: string): string;
  /** Somebody writes in the 1:1 chat; answers with what they see, which may be nothing. */
  says(label: string, text: string): Promise<readonly Message[]>;
  /** Somebody taps a button that sends this data. */
  taps(label: string, data: string): Promise<readonly Message[]>;
  /** Lets time go by, slowly enough for what the bot does meanwhile to get done. */
  letPass(ms: number): Promise<void>;
  /** Stops the bot and starts it again on the same data; LINE and the platform live on. */
  restart(): Promise<void>;
}

/** Time goes by in steps; after each, real sockets get a moment. */
const stepMs = 50;
const breathMs = 3;

function lineIdOf(label: string): string {
  const person = demoPeople.find((somebody) => somebody.label === label);
  if (!person) throw new RangeError(`nobody is called ${label}`);
  return person.lineId;
}

/** @param env what the bot's environment has beside free ports and a folder of its own. */
export async function createWorld(env: Record<string, string> = {}): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const dir = mkdtempSync(join(tmpdir(), "world-"));
  stack.defer(() => rmSync(dir, { recursive: true }));
  const clock = handClock();
  const logged: string[] = [];
  const log: Log = createLog("debug", { write: (line) => void logged.push(line) });

  const platformFile = join(dir, "platform.sqlite");
  const platform = stack.use(
    await startEmbeddedConnect({ port: 0, file: platformFile, clock, log }),
  );
  const line: EmbeddedLine = stack.use(
    await startEmbeddedLine({
      port: 0,
      clock,
      log,
      people: demoPeople.map(({ displayName, language, ...person }) => ({
        userId: person.lineId,
        displayName,
        language,
      })),
      channels: [
        {
          ...embeddedAccount,
          displayName: "Sakura Cafe",
          secret: "a-channel-secret",
          accessToken: "a-channel-access-token",
          webhookUrl: () => `${bot.origin}/webhook`,
        },
      ],
    }),
  );
  const start = (): Promise<App> =>
    createApp({
      ...readConfig({ PORT: "0", DATA_DIR: join(dir, "data"), ...env }),
      clock,
      log,
      neighbours: { line, connect: platform },
    });
  let bot: App = await start();
  stack.defer(async () => {
    const stopped = bot[Symbol.asyncDispose]();
    // What still waits for a silent neighbour is given up when the bot's patience ends.
    await letPass(10_000, stopped);
    await stopped;
  });

  async function letPass(ms: number, unless?: PromiseLike<unknown>): Promise<void> {
    let over = false;
    const end = () => {
      over = true;
    };
    unless?.then(end, end);
    const until = clock.now() + ms;
    while (!over && clock.now() < until) {
      const breath = performance.now() + breathMs;
      do await new Promise((resolve) => setImmediate(resolve));
      while (!over && performance.now() < breath);
      if (!over) clock.turn(Math.min(stepMs, until - clock.now()));
    }
  }

  async function does(label: string, action: Parameters<EmbeddedLine["act"]>[1]) {
    const delivery = await line.act(lineIdOf(label), action);
    if (delivery.status !== 200) throw new Error(`the webhook answered ${delivery.status}`);
    await bot.idle();
    return (
      line.sent.find((sent) => sent.webhookEventId === delivery.webhookEventId)?.messages ?? []
    );
  }

  const running = stack.move();
  return {
    clock,
    line,
    platform,
    platformFile,
    logged,
    get bot() {
      return bot;
    },
    lineId: lineIdOf,
    says: (label, text) => does(label, { type: "text", text }),
    taps: (label, data) => does(label, { type: "postback", data }),
    letPass: (ms) => letPass(ms),
    async restart() {
      await bot[Symbol.asyncDispose]();
      bot = await start();
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
