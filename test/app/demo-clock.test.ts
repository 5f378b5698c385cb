/** The demo's clock: the whole demo follows it, a jump breaks nothing, and it exists in the embedded world only. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApp, type App } from "../../src/app/app.ts";
import { embeddedAccount } from "../../src/app/embedded-accounts.ts";
import { readConfig } from "../../src/config/config.ts";
import { startLineEmulator, type LineEmulator } from "../../src/emulators/line/index.ts";
import { loyaltyEmulatorFile, openPlatformFile } from "../../src/emulators/loyalty/index.ts";
import { createLog } from "../../src/observability/log.ts";
import type { ChatView } from "../../src/studio/server/chat-types.ts";
import type { ClockSetting, ClockState } from "../../src/studio/server/clock-types.ts";
import type { Inspection } from "../../src/studio/server/inspector-types.ts";
import { manualClock } from "../support/clock.ts";
import { lineIdOf } from "../support/world.ts";

const dayMs = 86_400_000;
const dir = mkdtempSync(join(tmpdir(), "demo-clock-"));
/** Monday, 23 November 2026, 12:00 in Bangkok. */
const clock = manualClock();
let app: App;

const startApp = (dataDir: string, env: Record<string, string>) =>
  createApp({
    ...readConfig({
      PORT: "0",
      EMBEDDED_LINE_PORT: "0",
      EMBEDDED_CONNECT_PORT: "0",
      DATA_DIR: join(dir, dataDir),
      ...env,
    }),
    clock,
    log: createLog("silent"),
  });

beforeAll(async () => {
  app = await startApp("data", {});
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  rmSync(dir, { recursive: true });
});

async function call(path: string, body?: unknown, origin = app.origin, cookie = "") {
  const headers = { origin, cookie, "content-type": "application/json" };
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(`${origin}/studio/${path}`, { headers, ...init });
  return { status: response.status, body: await response.text(), headers: response.headers };
}

const set = async (setting: ClockSetting) => {
  const { status, body } = await call("clock", setting);
  expect({ status, body }).toMatchObject({ status: 200 });
  return JSON.parse(body) as ClockState;
};

const chatOf = (label: string) => `chats/${embeddedAccount.id}/${lineIdOf(label)}`;

/** @returns the reply, as the JSON of its messages. */
async function replyTo(label: string, text: string): Promise<string> {
  const chat = chatOf(label);
  await call(`${chat}/actions`, { type: "text", text });
  await app.idle();
  const { items } = JSON.parse((await call(chat)).body) as ChatView;
  const last = items.findLastIndex(({ from }) => from === "person");
  return JSON.stringify(items.slice(last + 1));
}

test("coupons, campaigns, history and questions follow the date, and everything is back at a reset", async () => {
  const now = await replyTo("somchai", "coupons");
  expect(now).toContain("50 THB off");
  expect(await replyTo("somchai", "campaigns")).not.toContain("Songkran Splash ends");
  expect(await set({ days: 120 })).toEqual({ local: "2027-03-23T12:00", aheadMs: 120 * dayMs });
  expect(await replyTo("somchai", "coupons")).not.toContain("50 THB off");
  const { inspections } = JSON.parse(
    (await call(`inspections/${chatOf("somchai").slice(6)}`)).body,
  ) as {
    inspections: Inspection[];
  };
  expect(inspections.at(-1)?.lookups).toContainEqual(
    expect.objectContaining({ what: "member", from: "call" }),
  );

  expect(await set({ local: "2026-12-31T23:50" })).toMatchObject({ local: "2026-12-31T23:50" });
  const question = await replyTo("manager", "/add 9 1");
  expect(question).not.toBe("[]");
  expect((await call("room")).body).toContain("2026-12-31T23:50");

  expect(await set({ real: true })).toEqual({ local: "2026-11-23T12:00", aheadMs: 0 });
  expect(textsIn(await replyTo("somchai", "coupons"))).toEqual(textsIn(now));
  for (const wrong of [{ local: "2026-02-30T10:00" }, { local: "1999-12-31T10:00" }]) {
    expect(await call("clock", wrong)).toMatchObject({ status: 422 });
  }
  for (const wrong of [{}, { days: 1e9 }, { local: "tomorrow" }, { days: 1, real: true }]) {
    expect(await call("clock", wrong)).toMatchObject({ status: 400 });
  }
});

test("what is done on a later date doesn't count against the limits of an earlier one", async () => {
  await set({ days: 8 });
  await replyTo("manager", "/add Nok 100");
  const { items } = JSON.parse((await call(chatOf("manager"))).body) as ChatView;
  const [, data = ""] = /"data":"(do=%2Fyes[^"]*)"/.exec(JSON.stringify(items.slice(-1))) ?? [];
  await call(`${chatOf("manager")}/actions`, { type: "postback", data });
  await app.idle();
  expect(await replyTo("manager", "/add Nok 100")).toContain("19,900 of 20,000");
  await set({ real: true });
  expect(await replyTo("manager", "/add Nok 100")).toContain("20,000 of 20,000");
});

/** Without the signed addresses of pictures, whose life depends on the date to the millisecond. */
const textsIn = (json: string) => json.match(/"(?:text|label|altText)":"[^"]*"/g);

function countEvents(): number {
  const file = new DatabaseSync(join(dir, "data", "bot.sqlite"), { readOnly: true });
  const row = file.prepare("select count(*) as n from event_keys").get();
  file.close();
  return Number(row?.["n"]);
}

test("a year ahead deletes nothing, and leaves nobody locked out or unanswered afterwards", async () => {
  await replyTo("olivia", "points");
  const before = countEvents();
  await set({ days: 400 });
  // Retention runs daily.
  clock.turn(dayMs);
  for (let guess = 0; guess < 12; guess++) await replyTo("olivia", `check WRONG${guess}`);
  const wrong = "can’t be used here";
  expect(await replyTo("olivia", "check WRONG99")).not.toContain(wrong);
  await set({ real: true });
  clock.turn(61_000);
  expect(countEvents()).toBe(before + 13);
  expect(await replyTo("olivia", "points")).toContain("18,400");
  expect(await replyTo("olivia", "check WRONG100")).toContain(wrong);
});

test("pages are told of a change, and nothing is set back while an order's outcome isn't known", async () => {
  const stream = await fetch(`${app.origin}/studio/live`);
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  await set({ days: 1 });
  let told = "";
  while (!told.includes('"clock"')) told += (await reader?.read())?.value ?? "";
  expect(told).toContain(`"aheadMs":${dayMs}`);
  await reader?.cancel();

  const [, data = ""] =
    /"data":"([^"]*%2Fyes[^"]*|[^"]*yes[^"]*)"/.exec(
      await replyTo("manager", "/newset Winter tea item x10 30d"),
    ) ?? [];
  await call("faults", { key: "platform-down", on: true });
  await call(`${chatOf("manager")}/actions`, { type: "postback", data });
  await soon(async () => (await call("clock", { real: true })).status === 422);
  expect((await call("clock", { real: true })).body).toContain("outcome of an order");
  expect(await call("clock", { days: 1 })).toMatchObject({ status: 200 });
  await call("faults", { key: "platform-down", on: false });
  await soon(async () => (await call("clock", { real: true })).status === 200);
});

/** Tries until it is so, a few times as fast as real time, so that calls are answered in between. */
async function soon(isSo: () => Promise<boolean>): Promise<void> {
  const turning = setInterval(() => clock.turn(100), 10);
  try {
    for (let tries = 0; tries < 100; tries++) {
      if (await isSo()) return;
      await setTimeout(20);
    }
    throw new Error("it never was");
  } finally {
    clearInterval(turning);
  }
}

/** The demo's own platform, and a LINE beside it, in the place of real ones. */
async function realPlatform(): Promise<Record<string, string>> {
  using file = openPlatformFile(loyaltyEmulatorFile(join(dir, "data")), clock);
  const [business] = (await file.credentials()).businesses;
  return {
    CONNECT_BASE_URL: /\S+\/api$/m.exec(app.greeting)?.[0] ?? "",
    CONNECT_BUSINESS_CODE: business?.code ?? "",
    CONNECT_API_KEY: business?.api_key ?? "",
    CONNECT_API_SECRET: business?.api_secret ?? "",
  };
}

const realLine = (line: LineEmulator) => ({
  LINE_CHANNEL_SECRET: "a-channel-secret",
  LINE_CHANNEL_ACCESS_TOKEN: "a-channel-access-token",
  LINE_API_BASE_URL: line.origin,
  LINE_DATA_API_BASE_URL: line.origin,
});

test("with a real platform, or with real LINE, there is no clock to set, and no member data", async () => {
  await using line = await startLineEmulator({
    port: 0,
    clock,
    log: createLog("silent"),
    people: [],
    channels: [
      {
        ...embeddedAccount,
        displayName: "Sakura Cafe",
        secret: "a-channel-secret",
        accessToken: "a-channel-access-token",
        webhookUrl: () => "",
      },
    ],
  });
  const password = "a password of the operator";
  for (const env of [await realPlatform(), realLine(line)]) {
    const name = Object.keys(env)[0] ?? "";
    await using real = await startApp(name, { ...env, STUDIO: "on", STUDIO_PASSWORD: password });
    const login = await call("login", { password }, real.origin);
    const [cookie = ""] = (login.headers.get("set-cookie") ?? "").split(";");
    const room = await call("room", undefined, real.origin, cookie);
    expect(JSON.parse(room.body)).toMatchObject({ open: true, locked: true, chat: false });
    expect(JSON.parse(room.body)).not.toHaveProperty("clock");
    expect(await call("clock", { days: 1 }, real.origin, cookie)).toMatchObject({ status: 404 });
    for (const path of ["clock", "people", "deliveries", "live"])
      expect(await call(path, undefined, real.origin, cookie)).toMatchObject({ status: 404 });
  }
});
