/** In how many slices each request behind a log-in is answered, through the real addresses. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express from "express";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { storyWorlds } from "../../../src/app/story-worlds.ts";
import { replyCatalogue } from "../../../src/bot/reply-catalogue.ts";
import { readConfig } from "../../../src/config/config.ts";
import { giveWay } from "../../../src/give-way.ts";
import { createLog } from "../../../src/observability/log.ts";
import type { PreviewContext } from "../../../src/studio/server/preview-context.ts";
import { richMenuRoutes } from "../../../src/studio/server/rich-menu-previews.ts";
import { storyRoutes } from "../../../src/studio/server/story-routes.ts";
import { openStories } from "../../../src/studio/stories/stories.ts";
import { createStudioWorld, olivia, type StudioWorld } from "../studio-world.ts";

/** How many slices were begun since it was called last. */
let slices: () => number;
let world: StudioWorld;
beforeEach(async () => {
  world = await createStudioWorld([olivia]);
  slices = await countSlices();
});
afterEach(() => world[Symbol.asyncDispose]());

async function countSlices(): Promise<() => number> {
  const scheduled = vi.spyOn(globalThis, "setImmediate");
  onTestFinished(() => scheduled.mockRestore());
  const done = giveWay();
  const [beginSlice] = scheduled.mock.lastCall ?? [];
  await done;
  return () => {
    const begun = scheduled.mock.calls.filter(([callback]) => callback === beginSlice).length;
    scheduled.mockClear();
    return begun;
  };
}

async function send(path: string, body?: object): Promise<string> {
  const response = await fetch(new URL(path, world.url), {
    ...(body && { method: "POST", body: JSON.stringify(body) }),
    headers: { "content-type": "application/json", origin: new URL(world.url).origin },
  });
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
}

/** @returns in how many slices it is answered. */
async function slicesOf(path: string, body?: object): Promise<number> {
  slices();
  await send(path, body);
  return slices();
}

const replies = replyCatalogue.length;
const drafted = ["help.title", "balance.card"];

test("samples and texts are answered in a slice for each reply, and for each text of a draft", async () => {
  expect(await slicesOf("replies?language=en")).toBe(replies);
  expect(await slicesOf("replies?language=en"), "kept").toBe(0);
  for (const key of drafted) await send("catalogues", { language: "en", key, text: "Others" });
  expect(await slicesOf("replies?language=en")).toBe(drafted.length + replies);
  // Where each text stands, and what it is called, is found once.
  await slicesOf("catalogues");
  expect(await slicesOf("catalogues")).toBe(drafted.length);
});

test("a text is previewed in slices for its check, its draft, each reply that is looked at, and the sample that is found", async () => {
  const preview = { language: "en", key: "balance.card", text: "Others" };
  const [found] = replyCatalogue;
  expect(JSON.parse(await send("catalogues/preview", preview))).toMatchObject({
    reply: { name: found?.name },
  });
  const ofFirst = 5;
  expect(await slicesOf("catalogues/preview", preview)).toBe(ofFirst);
  for (const key of drafted) await send("catalogues", { language: "en", key, text: "Others" });
  expect(await slicesOf("catalogues/preview", preview)).toBe(ofFirst + drafted.length);
});

test("a draft is shown in slices for its comparison and warnings, for where its texts appear, and for its samples", async () => {
  for (const key of drafted) await send("catalogues", { language: "en", key, text: "Others" });
  const compared = 2 * drafted.length;
  const rendered = drafted.length + replies;
  const found = replies + 1;
  expect(await slicesOf("drafts/operator")).toBe(found + compared + rendered);
  expect(await slicesOf("drafts/operator"), "found before").toBe(compared + replies);
});

test("statistics are answered in two slices for each five days, and of the shop in one for each day", async () => {
  const ofCounts = 2 * 16;
  expect(await slicesOf("statistics?days=80")).toBe(ofCounts);
  expect(await slicesOf("statistics.csv?days=80")).toBe(ofCounts + 30);
  // Averages are of the thirty days before.
  expect(await slicesOf("shop?days=7")).toBe(7 + 30);
});

/** @returns the address of a server with these routes alone. */
async function serve(router: express.Router): Promise<string> {
  const server = createServer(express().use(router)).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const noDraft = async () => null;
const getClosing = (url: string) => fetch(url, { headers: { connection: "close" } });

test("the rich menus of the published texts and of a draft are drawn in a slice each, and kept", async () => {
  const previews = {
    published: () => "published",
    cataloguesOf: async () => "draft",
    messagesOf: (version: string) => ({ version }),
  } as unknown as PreviewContext;
  const menus = {
    menus: () => [],
    render: async () => [],
    scaleDown: async () => new Uint8Array(),
  };
  const draft = { author: "A", version: 1, texts: {} };
  const url = await serve(richMenuRoutes(previews, menus, async () => draft));
  slices();
  for (const expected of [2, 0]) {
    expect((await getClosing(`${url}/gallery/menus`)).status).toBe(200);
    expect(slices()).toBe(expected);
  }
});

test("stories are listed in a slice each, and the texts of the one that is played are checked in slices", async () => {
  const dir = mkdtempSync(join(tmpdir(), "stories-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const names = ["a", "b", "c"];
  for (const name of names) writeFileSync(join(dir, `${name}.txt`), "Olivia: points\n");
  const openWorld = storyWorlds(readConfig({}).config);
  const stories = openStories({ dir, openWorld, timeZone: "UTC" });
  const previews = { languages: ["en"], published: () => ({}) } as unknown as PreviewContext;
  const log = createLog("silent");
  const url = await serve(storyRoutes({ stories, previews, draftOf: noDraft, chat: null, log }));
  slices();
  const list = (await (await getClosing(`${url}/stories`)).json()) as { stories: object[] };
  expect(list.stories).toHaveLength(names.length);
  expect(slices()).toBe(names.length);

  const played = async (text: string) => {
    const overrides = { en: Object.fromEntries(drafted.map((key) => [key, text])) };
    slices();
    expect(await stories.run("a", { language: "own", overrides })).toMatchObject({ name: "a" });
    return slices();
  };
  await played("Others");
  const short = await played("Something else");
  expect(await played("x ".repeat(6000))).toBe(short + drafted.length);
});

test("the modules of a story's world are loaded in three slices, and its data kept for the next one", async () => {
  const open = storyWorlds(readConfig({}).config);
  const options = { at: Date.UTC(2026, 2, 3), language: null, overrides: {} };
  const opened = async () => {
    slices();
    await (await open(options))[Symbol.asyncDispose]();
    return slices();
  };
  expect(await opened()).toBeGreaterThan(3);
  expect(await opened()).toBe(3);
});
