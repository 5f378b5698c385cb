/** Nothing behind a log-in or a reviewer's link keeps the bot from its members: it is kept, or done in slices. */
import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { messageKeys } from "../../../src/bot/i18n/message-keys.ts";
import { builtInCatalogues } from "../../../src/bot/i18n/translate.ts";
import { replyCatalogue } from "../../../src/bot/reply-catalogue.ts";
import { catalogueTable } from "../../../src/studio/server/translations-editor.ts";
import { giveWay } from "../../../src/give-way.ts";
import type { PreviewContext } from "../../../src/studio/server/preview-context.ts";
import { viewPublication } from "../../../src/studio/server/draft-view.ts";
import { account, createStudioWorld, olivia, somchai, type StudioWorld } from "../studio-world.ts";

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
  const context = {
    published: () => builtInCatalogues,
    languages: ["th"],
  } as unknown as PreviewContext;
  expect(await turnsOf(() => catalogueTable(context, { th: long }))).toBe(keys.length);
  const publication = {
    id: 1,
    at: 1,
    author: "A",
    approver: null,
    undoes: null,
    source: "studio" as const,
    overrides: JSON.stringify({ th: long }),
  };
  const shown = 50;
  expect(await turnsOf(() => viewPublication(publication, null))).toBe(shown);
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
  expect(csv.split("\n").filter((line) => line.startsWith("20"))).toHaveLength(json.counts.length);
  expect(csv.match(/day,kind/g)).toHaveLength(1);
});
