/** The studio on a free port, with a LINE emulator, the test's people and a scripted bot. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express from "express";
import { encode } from "fast-png";
import { renderContextOf } from "../../src/bot/context.ts";
import { createPublishing } from "../../src/bot/i18n/drafts/publishing.ts";
import { createShopDays } from "../../src/bot/staff/day/shop-days.ts";
import { builtInCatalogues } from "../../src/bot/i18n/translate.ts";
import { languages } from "../../src/config/environment-schema.ts";
import { defaultOddThresholds } from "../../src/config/odd-thresholds.ts";
import { startLineEmulator, type LineEmulator } from "../../src/emulators/line/index.ts";
import type { LineEvent } from "../../src/line/webhook-events.ts";
import type { Message, RichMenu } from "../../src/line/messages/message-types.ts";
import { serializeMessages } from "../../src/line/messages/prepare-reply.ts";
import { createLog } from "../../src/observability/log.ts";
import { passwordCounterOf, richMenuRenderer } from "../../src/app/studio.ts";
import { createStudioLogIns, type Editors, operator } from "../../src/bot/staff/studio-links.ts";
import { openSqliteStore } from "../../src/store/sqlite/open.ts";
import type { Store } from "../../src/store/store.ts";
import type { Group, Person } from "../../src/studio/server/chat-types.ts";
import { createEventRecorder, type EventRecorder } from "../../src/studio/server/event-recorder.ts";
import type { ShopSource } from "../../src/studio/server/shop-routes.ts";
import type { ReviewKey } from "../../src/studio/server/review-links.ts";
import { createStudio, type SimulatorAccess, type Studio } from "../../src/studio/server/studio.ts";
import { manualClock, type ManualClock } from "../support/clock.ts";
import { brand, noImages, timeZone } from "../support/render-context.ts";

/** The only account. */
export const account = "sakura";
const accessToken = "long-lived";

export const somchai: Person = {
  userId: "U11111111111111111111111111111111",
  displayName: "สมชาย ใจดี",
  language: "th",
  note: "GOLD 1,250 · the happy path",
};
export const hina: Person = {
  userId: "U22222222222222222222222222222222",
  displayName: "田中 陽菜",
  language: "ja",
  note: "GOLD 4,980 · Japanese",
};
export const lin: Person = {
  userId: "U33333333333333333333333333333333",
  displayName: "林 怡君",
  language: "zh-TW",
  note: "GOLD 760 · Traditional Chinese",
};
export const olivia: Person = {
  userId: "U44444444444444444444444444444444",
  displayName: "Olivia Brown",
  language: "en",
  note: "PLATINUM 18,400 · thousands separator",
};

/** A webhook whose responses the test sets. */
interface ScriptedBot {
  /** The status of its responses; 200 by default. */
  status: number;
  /** The events received, in order. */
  readonly received: { userId: string | undefined; content: unknown }[];
  /** Called with each event before the response. */
  onEvent?: (event: LineEvent) => void | Promise<void>;
}

export interface StudioWorld extends AsyncDisposable {
  url: string;
  line: LineEmulator;
  recorder: EventRecorder;
  bot: ScriptedBot;
  studio: Studio;
  clock: ManualClock;
  store: Store;
  /** LINE user ids whose cache entries the studio has invalidated. */
  readonly forgotten: string[];
  /** Shows messages of the account without validation. */
  say(chatId: string, ...messages: Message[]): void;
  /** Calls LINE's API as the account. */
  callLine(path: string, body: unknown): Promise<Response>;
  /** Links a rich menu to a user. @returns its id. */
  giveMenu(userId: string, menu: RichMenu): string;
  /** Cuts every connection to the studio and refuses new ones until `reconnect` is called. */
  disconnect(): Promise<void>;
  reconnect(): Promise<void>;
}

interface WorldOptions {
  /** Called for each sample that is rendered. */
  onPrepare?: () => void;
  groups?: Group[];
  /** The account's display name. */
  accountName?: string;
  password?: string;
  hosts?: string[];
  /** What happened in the shop, in place of what the store has. */
  shop?: Partial<ShopSource>;
  /** False as with a real LINE channel, where the studio has no chat. */
  chat?: boolean;
}

const menuImage = Buffer.from(
  encode({ width: 800, height: 270, data: new Uint8Array(800 * 270 * 3).fill(180), channels: 3 }),
);

async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

async function close(server: Server): Promise<void> {
  if (!server.listening) return;
  server.close();
  server.closeAllConnections();
  await once(server, "close");
}

async function startBot() {
  const bot: ScriptedBot = { status: 200, received: [] };
  const app = express().post("/", express.json(), async (request, response) => {
    const { events } = request.body as { events: LineEvent[] };
    for (const event of events) {
      const content = event.message?.text ?? event.postback ?? event.type;
      bot.received.push({ userId: event.source?.userId, content });
      await bot.onEvent?.(event);
    }
    response.status(bot.status).end();
  });
  const server = createServer(app);
  return { bot, server, url: `http://127.0.0.1:${await listen(server)}/` };
}

/** The operator only. */
const editors: Editors = {
  of: async (id) => (id === operator.id ? operator : null),
  all: async () => [operator],
};

function keyInMemory(): ReviewKey {
  let number = 1;
  return { get: async () => `key ${number}`, replace: async () => void (number += 1) };
}

function studioOn(
  chat: SimulatorAccess | null,
  store: Store,
  clock: ManualClock,
  options: WorldOptions,
): Studio {
  const { password = null, hosts = [] } = options;
  const surface = {
    brand,
    timeZone,
    images: noImages,
    clock,
  };
  const shopDays = createShopDays({ store, odd: defaultOddThresholds, timeZone });
  return createStudio({
    chat,
    samples: {
      languages,
      published: () => builtInCatalogues,
      timeZone,
      renderContext: (messages, language) => renderContextOf(surface, messages, language),
      prepare: (messages) => {
        options.onPrepare?.();
        return serializeMessages(messages);
      },
      publishing: createPublishing({
        store,
        account,
        editors,
        review: null,
        texts: { refresh: () => Promise.resolve() },
        clock,
      }),
    },
    menus: richMenuRenderer(languages, (messages, language) =>
      renderContextOf(surface, messages, language),
    ),
    statistics: {
      list: (from, until) => store.statistics.list(account, from, until),
      unanswered: (from) => store.unanswered.list(account, from),
      shop: {
        read: (days, today) => shopDays.read(account, days, today),
        waiting: async () => 0,
        tell: async (facts) => facts.map(({ kind }) => kind),
        orders: async () => [],
        timeZone,
        ...options.shop,
      },
      timeZone,
    },
    login: {
      password,
      passwordCounter: passwordCounterOf(store.failedAttempts),
      httpsHost: hosts[0] ?? null,
      logIns: createStudioLogIns({
        access: store.studioAccess,
        editors,
        account,
        password,
        clock,
      }),
    },
    reviewLinks: {
      key: keyInMemory(),
      record: (action, by) =>
        store.studioAccess.recordReviewLinks(account, { action, by, at: clock.now() }),
    },
    hosts,
    demoClock: null,
    stories: null,
    clock,
    wallClock: clock,
    timeZone,
    log: createLog("silent"),
  });
}

export async function createStudioWorld(
  people: Person[] = [somchai, hina, lin, olivia],
  options: WorldOptions = {},
): Promise<StudioWorld> {
  const { groups = [], accountName = "Sakura Cafe ซากุระ", chat = true } = options;
  const clock = manualClock();
  const { bot, server: botServer, url: webhook } = await startBot();
  const line = await startLineEmulator({
    port: 0,
    clock,
    log: createLog("silent"),
    people,
    groups,
    channels: [
      {
        id: account,
        secret: "8c570fa6dd201bb328f1c1eac23a96d8",
        accessToken,
        botUserId: `U${"0".repeat(32)}`,
        basicId: `@${account}`,
        displayName: accountName,
        webhookUrl: () => webhook,
      },
    ],
  });
  const forgotten: string[] = [];
  const recorder = createEventRecorder({
    line,
    platform: null,
    calls: null,
    forget: (userId) => void forgotten.push(userId),
  });
  const dir = mkdtempSync(join(tmpdir(), "studio-"));
  const store = openSqliteStore(dir, clock);
  const studio = studioOn(chat ? { line, recorder } : null, store, clock, options);
  const server = createServer(express().use("/studio", studio.router));
  const port = await listen(server);

  return {
    url: `http://127.0.0.1:${port}/studio/`,
    line,
    recorder,
    bot,
    studio,
    clock,
    store,
    forgotten,
    say: (chatId, ...messages) => line.showMessages(chatId, messages),
    callLine: (path, body) =>
      fetch(new URL(path, line.origin), {
        method: "POST",
        headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    giveMenu(userId, menu) {
      const richMenus = line.richMenus.ofChannel(account);
      const id = richMenus.create(menu);
      if (typeof id !== "string") throw new Error("LINE refuses the menu");
      const refusal = richMenus.upload(id, "image/png", menuImage) ?? richMenus.link(userId, id);
      if (refusal) throw new Error("LINE refuses the menu's image");
      return id;
    },
    disconnect: () => close(server),
    reconnect: async () => void (await listen(server, port)),
    async [Symbol.asyncDispose]() {
      studio[Symbol.dispose]();
      await close(server);
      await line[Symbol.asyncDispose]();
      await close(botServer);
      await store[Symbol.asyncDispose]();
      rmSync(dir, { recursive: true });
    },
  };
}
