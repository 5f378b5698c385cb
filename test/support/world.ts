/** The fixture of a story: the real bot with the LINE and platform emulators, on free ports, with a manual clock. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createApp, type App } from "../../src/app/app.ts";
import { readConfig } from "../../src/config/config.ts";
import {
  demoPeople,
  startLoyaltyEmulator,
  type BehaviourName,
  type LoyaltyEmulator,
} from "../../src/emulators/loyalty/index.ts";
import { startLineEmulator, type LineEmulator } from "../../src/emulators/line/index.ts";
import type { Group } from "../../src/emulators/line/accounts.ts";
import type { PersonAction } from "../../src/emulators/line/events.ts";
import type { LineEvent } from "../../src/line/webhook-events.ts";
import type { Message } from "../../src/line/messages/prepare-reply.ts";
import { createLog, type Log } from "../../src/observability/log.ts";
import { embeddedAccount, embeddedDevAccount } from "../../src/app/embedded-accounts.ts";
import type { Clock } from "../../src/clock.ts";
import { foreignDataIn, readMemberData } from "./foreign-data.ts";
import { storyBehaviour } from "./platform-behaviour.ts";
import { writeEmptyStore, writePlatformFile } from "./prepared-files.ts";
import { createQuiescence } from "./quiescence.ts";
import { manualClock, type ManualClock } from "./clock.ts";

export interface World extends AsyncDisposable {
  clock: ManualClock;
  line: LineEmulator;
  platform: LoyaltyEmulator;
  /** The same data as the contract serves it, whatever the behaviour of `platform`. */
  ledger: LoyaltyEmulator;
  /** The platform's SQLite file, for data that can't be created through its interface. */
  platformFile: string;
  /** Every log line so far, as text. */
  logged: string[];
  readonly bot: App;
  readonly groups: readonly Group[];
  /** The bot's SQLite file. */
  readonly storeFile: string;
  /** Notes whose data is whose now, for the search of messages at the end: after a change that is undone later. */
  noteMembers(): void;
  /** The LINE user id behind a demo label, such as `somchai`. */
  lineId(label: string): string;
  /** Sends a text in the 1:1 chat. @returns the reply's messages; empty without a reply. */
  sendText(label: string, text: string): Promise<readonly Message[]>;
  /** Taps a button with this postback data. */
  tapButton(label: string, data: string): Promise<readonly Message[]>;
  /** Sends any other action, in the 1:1 chat or in `chat`. */
  performAction(label: string, action: PersonAction, chat?: string): Promise<readonly Message[]>;
  /** Delivers a composed event. */
  deliverEvent(event: LineEvent): Promise<readonly Message[]>;
  /** Advances the clock timer by timer, so that the bot completes its work in between; stops when `unless` is settled. */
  advanceTime(ms: number, unless?: PromiseLike<unknown>): Promise<void>;
  /** Advances the clock until the bot is idle, by `maxMs` at most. */
  settle(maxMs?: number): Promise<void>;
  /** Restarts the bot on the same data; LINE and the platform keep running. */
  restart(meanwhile?: () => Promise<unknown>, changedEnv?: Record<string, string>): Promise<void>;
  /** Restarts the bot with an empty data folder. */
  restartEmpty(): Promise<void>;
}

function addressOf({ baseUrl, credentials }: LoyaltyEmulator): Record<string, string> {
  const [business] = credentials.businesses;
  return {
    CONNECT_BASE_URL: baseUrl,
    CONNECT_BUSINESS_CODE: business?.code ?? "",
    CONNECT_API_KEY: business?.api_key ?? "",
    CONNECT_API_SECRET: business?.api_secret ?? "",
    STUDIO: "off",
  };
}

/** A group and a room with the account and some people of the demo. */
const demoGroups = (["group", "room"] as const).map((type) => ({
  type,
  chatId: `${type === "group" ? "C" : "R"}${"1".repeat(32)}`,
  members: ["somchai", "olivia", "stranger"].map(lineIdOf),
}));

/** @throws {RangeError} for an unknown label. */
export function lineIdOf(label: string): string {
  const person = demoPeople.find((somebody) => somebody.label === label);
  if (!person) throw new RangeError(`unknown label ${label}`);
  return person.lineId;
}

/** In memory where the system has such a folder: no story needs its files after a crash, and a sync costs nothing there. */
const parentFolder = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

/** A proxy between the bot and the platform. */
interface Front extends AsyncDisposable {
  baseUrl: string;
}

interface WorldOptions {
  /** Whether the bot treats the platform as a real one, configured by address and keys. */
  asReal?: boolean;
  /** How many members the platform has; the demo's unless it is more. */
  members?: number;
  /** How far the platform's clock is ahead of the bot's. */
  platformAheadMs?: number;
  /** How the platform behaves to the bot; that of the run unless given. */
  behaviour?: BehaviourName | null;
  /** The messages of LINE's plan; no limit unless given. */
  quota?: number;
  /** Whether the account's chat is on, in which messages stay unread until marked as read. */
  hasChat?: boolean;
  /** Whether strangers are led to the embedded platform's page to join. */
  demoPages?: boolean;
  /** Starts a proxy between the bot and a real platform. @param clock the platform's. @param file its SQLite file. */
  front?: (platform: LoyaltyEmulator, clock: Clock, file: string) => Promise<Front>;
}

/** @param env additional environment variables, beside free ports and a data folder. */
export async function createWorld(
  env: Record<string, string> | ((platform: LoyaltyEmulator) => Record<string, string>) = {},
  {
    asReal = false,
    members = 0,
    platformAheadMs = 0,
    behaviour = storyBehaviour(),
    hasChat = false,
    demoPages = false,
    quota,
    front,
  }: WorldOptions = {},
): Promise<World> {
  await using stack = new AsyncDisposableStack();
  const dir = mkdtempSync(join(parentFolder, "world-"));
  stack.defer(() => rmSync(dir, { recursive: true }));
  const clock = manualClock();
  const logged: string[] = [];
  const log: Log = createLog("debug", { write: (line) => void logged.push(line) });

  const platformFile = join(dir, "platform.sqlite");
  const pauses = new Set<object>();
  const platformClock = {
    // Only a platform that answers late on purpose waits for its clock.
    after(ms: number, task: () => void) {
      const timer = clock.after(ms, () => {
        pauses.delete(timer);
        task();
      });
      pauses.add(timer);
      return timer;
    },
    monotonic: clock.monotonic,
    wall: clock.wall,
    now: () => clock.now() + platformAheadMs,
  };
  const snapshots = [await writePlatformFile(platformFile, clock, members)];
  const platformOptions = { port: 0, file: platformFile, clock: platformClock, log };
  const platform = stack.use(await startLoyaltyEmulator({ ...platformOptions, behaviour }));
  const ledger = behaviour ? stack.use(await startLoyaltyEmulator(platformOptions)) : platform;
  const proxy = front && stack.use(await front(platform, platformClock, platformFile));
  const line: LineEmulator = stack.use(
    await startLineEmulator({
      port: 0,
      clock,
      log,
      people: demoPeople.map((person) => ({
        userId: person.lineId,
        displayName: person.displayName,
        language: person.language,
      })),
      groups: demoGroups,
      ...(quota !== undefined && { quota }),
      channels: [
        {
          ...embeddedAccount,
          displayName: "Sakura Cafe",
          secret: "a-channel-secret",
          accessToken: "a-channel-access-token",
          hasChat,
          webhookUrl: () => `${bot.origin}/webhook`,
        },
        {
          ...embeddedDevAccount,
          displayName: "Sakura Cafe (dev)",
          secret: "a-dev-channel-secret",
          accessToken: "a-dev-channel-access-token",
          webhookUrl: () => `${bot.origin}/webhook/dev`,
        },
      ],
    }),
  );
  writeEmptyStore(join(dir, "data"));
  const given = typeof env === "function" ? env(platform) : env;
  let settings: Record<string, string> = {
    PORT: "0",
    DATA_DIR: join(dir, "data"),
    // The caches of 10,000 members take their memory at the start.
    MEMBER_CACHE_SIZE: "1000",
    // What it records of each reply costs CPU, and is the same on every platform.
    ...(behaviour && { STUDIO: "off" }),
    ...(asReal && addressOf(platform)),
    ...(proxy && { CONNECT_BASE_URL: proxy.baseUrl }),
    ...given,
  };
  let { config, secrets } = readConfig(settings);
  const startOnce = (): Promise<App> =>
    createApp({
      config,
      secrets,
      clock,
      databaseTime: clock.now,
      log,
      external: { line, loyalty: platform },
      demoPages,
    });
  const quiescence = stack.use(
    createQuiescence(
      clock,
      () => false,
      () => pauses.size,
    ),
  );
  const advanceTime = quiescence.advance;
  /** On a slow platform, time passes until the work is done: while an answer is held back, or nothing else happens. */
  async function untilDone<Result>(work: Promise<Result>): Promise<Result> {
    let isOver = behaviour !== "slow";
    const end = () => {
      isOver = true;
    };
    work.then(end, end);
    for (let rounds = 1; !isOver; rounds += 1) {
      await quiescence.settle();
      // The work may be one that no timer and no request stands for, such as the loading of a module.
      if (pauses.size > 0 || rounds % 20 === 0) {
        await advanceTime(Math.max(1, (clock.next ?? 0) - clock.now()), work);
      } else await setTimeout(1);
    }
    return work;
  }
  const start = () => untilDone(startOnce());
  let bot: App = await start();
  const storeFile = join(dir, "data", "bot.sqlite");
  stack.defer(async () => {
    const stopped = bot[Symbol.asyncDispose]();
    // Calls that a silent service holds open end at the bot's shutdown deadline.
    await advanceTime(10_000, stopped);
    await stopped;
  });

  async function deliverEvent(event: LineEvent) {
    const delivery = await line.deliver([event]);
    if (delivery.status !== 200) throw new Error(`the webhook answered ${delivery.status}`);
    await untilDone(bot.idle());
    return (
      line.sent.find((sent) => sent.webhookEventId === delivery.webhookEventId)?.messages ?? []
    );
  }

  const performAction = (label: string, action: PersonAction, chat?: string) =>
    deliverEvent(line.compose(lineIdOf(label), action, chat === undefined ? {} : { chat }));

  const running = stack.move();
  return {
    clock,
    line,
    platform,
    ledger,
    platformFile,
    logged,
    get bot() {
      return bot;
    },
    lineId: lineIdOf,
    noteMembers: () => void snapshots.push(readMemberData(platformFile)),
    groups: demoGroups,
    storeFile,
    performAction,
    deliverEvent,
    sendText: (label, text) => performAction(label, { type: "text", text }),
    tapButton: (label, data) => performAction(label, { type: "postback", data }),
    advanceTime,
    settle: (maxMs = 60_000) => advanceTime(maxMs, bot.idle()),
    async restartEmpty() {
      await bot[Symbol.asyncDispose]();
      rmSync(join(dir, "data"), { recursive: true });
      bot = await start();
    },
    async restart(meanwhile, changedEnv = {}) {
      await bot[Symbol.asyncDispose]();
      await meanwhile?.();
      settings = { ...settings, ...changedEnv };
      ({ config, secrets } = readConfig(settings));
      bot = await start();
    },
    async [Symbol.asyncDispose]() {
      if (running.disposed) return;
      const found = foreignDataIn(line.sent, {
        snapshots: () => [...snapshots, readMemberData(platformFile)],
        storeFile,
        ownerLineIds: config.ownerLineIds,
      });
      await running.disposeAsync();
      if (found.length > 0) throw new Error(`data of other members was sent:\n${found.join("\n")}`);
    },
  };
}
