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
  /** Every log line so far, as text. */
  logged: string[];
  readonly bot: App;
  /** The LINE user id behind a demo label, such as `somchai`. */
  lineId(label: string): string;
  /** Somebody writes in the 1:1 chat; answers with what they see, which may be nothing. */
  says(label: string, text: string): Promise<readonly Message[]>;
  /** Somebody taps a button that sends this data. */
  taps(label: string, data: string): Promise<readonly Message[]>;
  /** Stops the bot and starts it again on the same data; LINE and the platform live on. */
  restart(): Promise<void>;
}

function lineId(label: string): string {
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

  const platform = stack.use(await startEmbeddedConnect({ port: 0, file: ":memory:", clock, log }));
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
  stack.defer(() => bot[Symbol.asyncDispose]());

  async function does(label: string, action: Parameters<EmbeddedLine["act"]>[1]) {
    const delivery = await line.act(lineId(label), action);
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
    logged,
    get bot() {
      return bot;
    },
    lineId,
    says: (label, text) => does(label, { type: "text", text }),
    taps: (label, data) => does(label, { type: "postback", data }),
    async restart() {
      await bot[Symbol.asyncDispose]();
      bot = await start();
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}
