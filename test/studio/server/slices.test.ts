/** Nothing behind a log-in or a reviewer's link keeps the bot from its members: it is kept, or done in slices. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import express from "express";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import {
  createPublishing,
  type PublishingOptions,
} from "../../../src/bot/i18n/drafts/publishing.ts";
import { messageKeys } from "../../../src/bot/i18n/message-keys.ts";
import { checkInSlices } from "../../../src/bot/i18n/published-overrides.ts";
import { openPublishedTexts } from "../../../src/bot/i18n/published-texts.ts";
import { builtInCatalogues } from "../../../src/bot/i18n/translate.ts";
import { messageFaults } from "../../../src/bot/i18n/validate-catalogue.ts";
import { operator } from "../../../src/bot/staff/studio-links.ts";
import { systemClock } from "../../../src/clock.ts";
import { makePlatformFile, openPlatformFile } from "../../../src/emulators/loyalty/index.ts";
import { giveWay } from "../../../src/give-way.ts";
import { createLog } from "../../../src/observability/log.ts";
import type { DraftChange, DraftState } from "../../../src/store/drafts.ts";
import type { Settings } from "../../../src/store/settings.ts";
import { replyCatalogue } from "../../../src/bot/reply-catalogue.ts";
import { catalogueTable } from "../../../src/studio/server/translations-editor.ts";
import type { PreviewContext } from "../../../src/studio/server/preview-context.ts";
import { viewPublication } from "../../../src/studio/server/draft-view.ts";
import { harOf, type RecordedEvent } from "../../../src/studio/server/har.ts";
import { storyRoutes } from "../../../src/studio/server/story-routes.ts";
import type { StoryRun } from "../../../src/studio/server/story-types.ts";
import type { Stories } from "../../../src/studio/stories/stories.ts";
import { parseStory } from "../../../src/studio/stories/parse-story.ts";
import { storyOfChat, type ChatSource } from "../../../src/studio/stories/write-story.ts";
import { account, createStudioWorld, olivia, somchai, type StudioWorld } from "../studio-world.ts";

type DraftDecision = (state: DraftState) => DraftChange<unknown>;

const password = "correct horse battery";
let world: StudioWorld;
let cookie: string;
/** Samples that were rendered. */
let prepared: number;
beforeEach(async () => {
  prepared = 0;
  world = await createStudioWorld([somchai, olivia], {
    password,
    onPrepare: () => void (prepared += 1),
  });
  cookie = await logIn();
});

async function logIn(): Promise<string> {
  const entered = await post("login", { password });
  return entered.headers.get("set-cookie")?.split(";")[0] ?? "";
}
afterEach(() => world[Symbol.asyncDispose]());

const post = (path: string, body: object) =>
  fetch(new URL(path, world.url), {
    method: "POST",
    headers: { "content-type": "application/json", origin: new URL(world.url).origin, cookie },
    body: JSON.stringify(body),
  });
const get = (path: string, more: Record<string, string> = {}) =>
  fetch(new URL(path, world.url), { headers: { cookie, ...more } });

/** Sends requests in one write. @returns the statuses of the answers. */
async function pipelined(path: string, count: number): Promise<string[]> {
  const { hostname, port } = new URL(world.url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  const request = (last: boolean) =>
    `GET ${path} HTTP/1.1\r\nhost: ${hostname}:${port}\r\naccept-encoding: gzip\r\n${last ? "connection: close\r\n" : ""}\r\n`;
  socket.write(Array.from({ length: count }, (_, at) => request(at === count - 1)).join(""));
  let answers = "";
  socket.on("data", (bytes) => (answers += bytes.toString("latin1")));
  await once(socket, "close");
  return [...answers.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status = ""]) => status);
}

test("a hundred requests of a reviewer render the gallery once, and later ones not at all", async () => {
  const made = await post("review-links", {});
  const { path } = (await made.json()) as { path: string };
  const { pathname } = new URL(`${path}replies`, world.url);
  const statuses = await pipelined(pathname, 100);
  const all = prepared;
  expect(statuses).toEqual(Array.from({ length: 100 }, () => "200"));
  expect(all).toBeGreaterThan(200);

  const plain = await get("replies", { "accept-encoding": "identity" });
  const zipped = await get("replies", { "accept-encoding": "gzip" });
  expect([plain, zipped].map(({ headers }) => headers.get("content-encoding"))).toEqual([
    null,
    "gzip",
  ]);
  const { shown } = (await plain.json()) as { shown: unknown[] };
  expect(shown).toHaveLength(all);
  expect(await zipped.json()).toMatchObject({ shown });
  expect(prepared, "the same texts").toBe(all);

  await post("catalogues", { language: "en", key: "help.title", text: "Others" });
  const withDraft = (await (await get("replies?language=en")).json()) as { shown: unknown[] };
  expect(prepared, "a draft's texts").toBe(all + withDraft.shown.length);
  expect(JSON.stringify(withDraft.shown)).toContain("Others");
  world.clock.turn(86_400_000);
  cookie = await logIn();
  await get("replies?language=en");
  expect(prepared, "another day").toBe(all + 2 * withDraft.shown.length);
});

test("galleries and drafts that are asked for at once are rendered a reply at a time", async () => {
  await post("catalogues", { language: "en", key: "help.title", text: "Others" });
  let [before, most, isOver] = [0, 0, false];
  const turn = () => {
    most = Math.max(most, prepared - before);
    before = prepared;
    if (!isOver) setImmediate(turn);
  };
  turn();
  const paths = ["replies", "replies?language=th", "replies?language=ja", "drafts/operator"];
  const answers = await Promise.all(paths.map(async (path) => (await get(path)).status));
  isOver = true;
  expect(answers).toEqual(paths.map(() => 200));
  expect(prepared).toBeGreaterThan(400);
  // What one reply has of samples, and not of replies.
  expect(most).toBeLessThan(prepared / replyCatalogue.length + 20);
});

/** @returns in how many turns of the event loop it is done. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  vi.useFakeTimers({ toFake: ["setImmediate"] });
  onTestFinished(() => void vi.useRealTimers());
  let isDone = false;
  const done = work().finally(() => (isDone = true));
  let turns = 0;
  for (;;) {
    for (let step = 0; step < 20; step += 1) await Promise.resolve();
    if (isDone) break;
    vi.runOnlyPendingTimers();
    turns += 1;
  }
  await done;
  vi.useRealTimers();
  return turns;
}

test("of several that give way, one goes on in each turn", async () => {
  const order: string[] = [];
  const work = async (name: string) => {
    for (let step = 0; step < 3; step += 1) {
      await giveWay();
      order.push(name);
    }
  };
  expect(await turnsOf(() => Promise.all([work("a"), work("b")]))).toBe(6);
  expect(order.join("")).toBe("ababab");
});

const keys = Object.keys(messageKeys).slice(0, 60);
const long = Object.fromEntries(keys.map((key) => [key, "ก ".repeat(2400)]));

test("the table of texts and a publication give way before each text that is checked or compared", async () => {
  const texts = { published: () => builtInCatalogues, languages: ["th"] };
  const context = texts as unknown as PreviewContext;
  const places = { samples: () => [], sentence: () => "", titles: async () => new Map() };
  const table = () => catalogueTable(context, { th: long }, places, "en");
  expect(await turnsOf(table)).toBe(keys.length);
  const overrides = JSON.stringify({ th: long });
  const shown = () => viewPublication({ ...publication, overrides }, null, "en");
  expect(await turnsOf(shown)).toBe(50);
});

const publication = {
  id: 1,
  at: 1,
  author: "A",
  answers: "{}",
  approver: null,
  undoes: null,
  source: "studio" as const,
};
/** Of 4,800 characters: three are checked at once. */
const textsOf = (letter: string) => ({
  th: Object.fromEntries(keys.map((key) => [key, `${letter} `.repeat(2400)])),
});

test("texts that are published are checked in slices, in each process, and known afterwards", async () => {
  const { th } = textsOf("ข");
  const [key = "", text = ""] = Object.entries(th)[0] ?? [];
  expect(await turnsOf(() => checkInSlices({ th }))).toBe(keys.length / 3);
  expect(messageFaults("th", key, text)).toBe(messageFaults("th", key, text));

  let overrides = "{}";
  const settings = { get: async () => overrides } as unknown as Settings;
  const log = createLog("silent");
  const texts = await openPublishedTexts({ settings, draftDir: null, timeZone: "UTC", log });
  overrides = JSON.stringify(textsOf("ค"));
  expect(await turnsOf(() => texts.refresh())).toBe(keys.length / 3);
  expect(texts.catalogues.th["help.title"]).toBe(
    textsOf("ค").th["help.title"] ?? builtInCatalogues.th["help.title"],
  );

  const draft = {
    author: operator.id,
    version: 1,
    base: 0,
    texts: textsOf("ง"),
    review: "none",
    schedule: { at: 0, id: operator.id, name: operator.name },
  };
  const state = { draft, newest: null, base: null } as unknown as DraftState;
  const published: string[] = [];
  const publishing = createPublishing({
    store: {
      drafts: {
        get: async () => draft,
        due: async () => [draft.author],
        change: async (_account: string, _author: string, decide: DraftDecision) => {
          const { result, publication: made } = decide(state);
          if (made) published.push(made.overrides ?? "");
          return result;
        },
      },
      changes: { announce: async () => {} },
    } as unknown as PublishingOptions["store"],
    account,
    editors: { of: async () => operator, all: async () => [operator] },
    review: null,
    texts: { refresh: async () => {} },
    clock: world.clock,
  });
  const seen = { version: 1, publication: 0 };
  const publish = () => publishing.act(operator, operator.id, { do: "publish", seen });
  expect(await turnsOf(publish)).toBe(keys.length / 3);
  expect(published).toHaveLength(1);
  expect(await turnsOf(() => publishing.publishDue())).toBe(keys.length / 3);
  expect(published).toHaveLength(2);
});

test("the demo data of a story's day are made in slices of 20 members, and are whole", async () => {
  const dir = mkdtempSync(join(tmpdir(), "slices-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const now = Date.UTC(2026, 2, 2);
  const dump = (file: string) => {
    using database = new DatabaseSync(join(dir, file), { readOnly: true });
    return ["member", "movement", "code", "campaign"].map(
      (table) => database.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.["count"],
    );
  };
  const turns = await turnsOf(() => makePlatformFile(join(dir, "in-slices.sqlite"), now));
  expect(turns).toBeGreaterThanOrEqual(2 * (260 / 20) + 2);
  const clock = { ...systemClock, now: () => now };
  openPlatformFile(join(dir, "at-once.sqlite"), clock)[Symbol.dispose]();
  expect(dump("in-slices.sqlite")).toEqual(dump("at-once.sqlite"));
});

/** Objects of 40,000 characters as JSON. @returns them, and how many were written in one turn at most. */
function countedWrites(count: number) {
  const writes = { most: 0, all: 0, inTurn: 0 };
  const items = Array.from({ length: count }, (_, at) => ({
    toJSON() {
      writes.all += 1;
      writes.inTurn += 1;
      writes.most = Math.max(writes.most, writes.inTurn);
      return { at, text: "x".repeat(40_000) };
    },
  }));
  const turn = () => {
    writes.inTurn = 0;
    if (writes.all < count) setImmediate(turn);
  };
  return { items, writes, watch: () => void setImmediate(turn) };
}

test.each([
  ["deliveries", "deliveries"],
  ["inspections", `inspections/${account}/${somchai.userId}`],
] as const)("%s are written a few in each turn", async (list, path) => {
  const { items, writes, watch } = countedWrites(30);
  vi.spyOn(world.recorder, list).mockReturnValue(items as never);
  watch();
  const body = (await (await get(path)).json()) as Record<string, { at: number }[]>;
  expect(body[list]?.map(({ at }) => at)).toEqual(items.map((_, at) => at));
  expect(writes).toMatchObject({ all: 30, most: 3 });
});

test("an archive is written a few requests in each turn", async () => {
  const delivery = {
    url: "http://127.0.0.1/webhook",
    at: 1,
    ms: 1,
    status: 200,
    attempt: 1,
    body: "x".repeat(40_000),
    responseText: "",
  };
  const event = (at: number): RecordedEvent =>
    ({ id: `${at}`, title: "points", deliveries: [delivery], calls: [] }) as never;
  const events = Array.from({ length: 30 }, (_, at) => event(at));
  vi.spyOn(world.recorder, "recorded").mockReturnValue(events);
  const har = await (await post("deliveries/har", { ids: [] })).json();
  expect(har).toMatchObject({ log: { entries: { length: 30 }, pages: { length: 30 } } });
  expect(await turnsOf(() => harOf(events))).toBe(10);
});

test("the steps of a story that was played, and of those that a draft changes, are written a few in each turn", async () => {
  const run = { name: "long", title: "Long", language: "own", outcome: "new", ms: 1 } as const;
  let { items, writes, watch } = countedWrites(30);
  const played = () => ({ ...run, steps: items }) as unknown as StoryRun;
  const stories = {
    pictures: null,
    files: { read: () => ({ text: "Olivia: points" }) },
    run: async () => played(),
    compare: async () => [{ name: "long", title: "Long", outcome: "changed", run: played() }],
  } as unknown as Stories;
  const previews = {
    published: () => builtInCatalogues,
    cataloguesOf: async () => builtInCatalogues,
  } as unknown as PreviewContext;
  const draft = { author: "A", version: 1, texts: {} };
  const log = createLog("silent");
  const routes = storyRoutes({ stories, previews, draftOf: async () => draft, chat: null, log });
  const server = createServer(express().use(routes)).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const call = async (path: string, body: object) => {
    watch();
    const response = await fetch(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}/stories/${path}`,
      {
        method: "POST",
        headers: { "content-type": "application/json", connection: "close" },
        body: JSON.stringify(body),
      },
    );
    return response.json();
  };
  const steps = items.map((_, at) => ({ at, text: "x".repeat(40_000) }));
  expect(await call("run", { name: "long", language: "own" })).toEqual({ ...run, steps });
  expect(writes).toMatchObject({ all: 30, most: 3 });

  ({ items, writes, watch } = countedWrites(30));
  const change = { name: "long", title: "Long", outcome: "changed", run: { ...run, steps } };
  expect(await call("compare", {})).toEqual({ changes: [change] });
  expect(writes).toMatchObject({ all: 30, most: 3 });
});

test("a chat is written as a story one entry in each turn, after 20 of its events in each", async () => {
  const items = Array.from({ length: 30 }, (_, at) => ({
    kind: "from_person",
    id: `${at}`,
    at: Date.UTC(2026, 2, 2) + at,
    userId: somchai.userId,
    content: { type: "text", text: "points" },
  }));
  const { accounts } = world.line;
  const chat = {
    line: { accounts, chat: () => items },
    recorder: { inspections: () => Array.from({ length: 60 }, () => ({})) },
  } as unknown as ChatSource;
  const place = { account, chatId: somchai.userId };
  let text: string | null = null;
  const turns = await turnsOf(async () => (text = await storyOfChat(chat, place, "UTC")));
  expect(turns).toBe(30 + 60 / 20);
  expect(text).toContain("points");

  items.push(...Array.from({ length: 600 }, (_, at) => ({ ...items[0]!, id: `${at}` })));
  const begun = parseStory((await storyOfChat(chat, place, "UTC")) ?? "", "long");
  expect(begun.faults).toEqual([]);
  expect(begun.story.steps).toHaveLength(498);
});

test("statistics of many days are read and written in pieces, and are whole", async () => {
  const day = (at: number) =>
    new Date(world.clock.now() - at * 86_400_000).toISOString().slice(0, 10);
  const counts = Array.from({ length: 90 }, (_, at) => ({
    day: day(at),
    kind: "answer" as const,
    name: "balance",
    language: "th" as const,
    count: at + 1,
  }));
  await world.store.statistics.add(account, counts);
  const list = vi.spyOn(world.store.statistics, "list");
  const json = (await (await get("statistics?days=80")).json()) as {
    days: string[];
    counts: object[];
  };
  expect(json.days).toHaveLength(80);
  expect(list.mock.calls.length).toBe(16);
  expect(json.counts).toHaveLength(80);
  const csv = await (await get("statistics.csv?days=80")).text();
  expect(csv.split("\n").filter((line) => /^20.*,answer,/.test(line))).toHaveLength(
    json.counts.length,
  );
  expect(csv.match(/day,kind/g)).toHaveLength(1);
});
