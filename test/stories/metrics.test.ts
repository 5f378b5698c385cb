/** What an operator sees of the bot: figures at /metrics, and log lines that name nobody. */
import { request } from "node:http";
import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, test } from "vitest";
import { demoPeople } from "../../src/emulators/loyalty/index.ts";
import { buttonIn } from "../support/staff.ts";
import { until } from "../support/until.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
afterEach(() => world[Symbol.asyncDispose]());

interface Scraped {
  status: number;
  text: string;
}

/** @param headers what is sent beside or instead of the usual ones; fetch won't let go of `Host`. */
async function scrape(headers: Record<string, string> = {}): Promise<Scraped> {
  const { promise, resolve, reject } = Promise.withResolvers<Scraped>();
  const asked = request(`${world.bot.origin}/metrics`, { headers }, (response) => {
    let text = "";
    response.setEncoding("utf8");
    response.on("data", (chunk: string) => {
      text += chunk;
    });
    response.on("end", () => resolve({ status: response.statusCode ?? 0, text }));
  });
  asked.on("error", reject);
  asked.end();
  return promise;
}

/** The sample with this name and these labels. */
async function figure(name: string): Promise<number | undefined> {
  const { text } = await scrape();
  const line = text.split("\n").find((sample) => sample.startsWith(`loyalty_bot_${name} `));
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(" ") + 1));
}

describe("/metrics", () => {
  test("counts what was done", async () => {
    world = await createWorld();
    for (let time = 1; time <= 3; time++) await world.sendText("somchai", "points");
    await world.performAction("hina", { type: "follow" });
    await world.performAction("olivia", { type: "unfollow" });
    await world.sendText("olivia", "campaigns");

    expect(await figure('events_total{kind="message",outcome="sent"}')).toBe(4);
    expect(await figure('events_total{kind="follow",outcome="sent"}')).toBe(1);
    expect(await figure('events_total{kind="unfollow",outcome="silent"}')).toBe(1);
    expect(await figure('ack_seconds_count{status="200"}')).toBe(6);
    expect(await figure("reply_seconds_count")).toBe(5);
    expect(await figure('member_cache_total{result="miss"}')).toBe(3);
    expect(await figure('member_cache_total{result="hit"}')).toBe(2);
    const calls = (name: string) =>
      figure(`platform_call_seconds_count{operation="${name}",outcome="ok"}`);
    expect(await calls("getAccessToken")).toBe(1);
    expect(await calls("getProfile")).toBe(
      world.platform.requests({ operation: "getProfile" }).length,
    );
    expect((await scrape()).text).not.toMatch(/lease|lane|pool/);
    const replies = 'path="/v2/bot/message/reply",outcome="200"';
    expect(await figure(`line_call_seconds_count{${replies}}`)).toBe(5);
  });

  test("counts an event whose answer couldn't be stored as failed, as its log line does", async () => {
    world = await createWorld();
    using file = new DatabaseSync(world.storeFile);
    file.exec(`create trigger unwritable before update of decided on inbox
      begin select raise(abort, 'not now'); end`);
    await world.line.act(world.lineId("hina"), { type: "follow" });
    await world.advanceTime(10_000);
    file.exec("drop trigger unwritable");
    await world.settle();

    expect(await figure('events_total{kind="follow",outcome="failed"}')).toBe(1);
    const lines = world.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.filter(({ msg }) => msg === "event")).toMatchObject([
      { type: "follow", outcome: "failed", delivery: "sent", parked: "failed" },
    ]);
  });

  test("tells of trouble while it lasts", async () => {
    world = await createWorld();
    world.line.faults.add({ call: "reply", answer: "invalid_reply_token", times: 1 });
    await world.sendText("somchai", "help");
    await world.advanceTime(100);
    expect(await figure('events_total{kind="message",outcome="refused"}')).toBe(1);
    expect(await figure('inbox_events{state="parked"}')).toBe(1);
    expect(await figure("inbox_oldest_seconds")).toBe(0);

    world.platform.faults.add({ kind: "silence" });
    await world.line.act(world.lineId("hina"), { type: "text", text: "points" });
    await world.advanceTime(3000);
    expect(await figure('inbox_events{state="open"}')).toBe(1);
    expect(await figure("inbox_oldest_seconds")).toBe(3);
    const ready = await (await fetch(`${world.bot.origin}/readyz`)).json();
    expect(ready).toMatchObject({ oldestEventMs: 3000 });
    await world.settle();
    await world.advanceTime(100);
    expect(await figure('inbox_events{state="open"}')).toBe(0);

    expect(await figure("platform_breaker_open")).toBe(0);
    world.platform.faults.clear();
    world.platform.faults.add({ kind: "error" });
    for (const label of ["olivia", "yijun", "takeru"]) {
      await world.line.act(world.lineId(label), { type: "text", text: "points" });
      await world.settle();
    }
    expect(await figure("platform_breaker_open")).toBe(1);
  });

  test("has no figures of a store that can't be read", async () => {
    world = await createWorld({ LEDGER: "mirror" });
    const names = ["inbox_oldest_seconds", "ledger_lag_seconds", "ledger_days"];
    const figures = () => Promise.all(names.map(figure));
    const known = names.map(() => expect.any(Number));
    await world.advanceTime(1000);
    await expect.poll(figures).toEqual(known);
    const store = new DatabaseSync(world.storeFile);
    const tables = ["inbox", "ledger_coverage"];
    for (const table of tables) store.exec(`alter table ${table} rename to lost_${table}`);
    expect(await figures()).toEqual(names.map(() => undefined));
    for (const table of tables) store.exec(`alter table lost_${table} rename to ${table}`);
    store.close();
    expect(await figures()).toEqual(known);
  });

  test("knows LINE's quota from the second scrape on, and asks seldom", async () => {
    world = await createWorld();
    const asked = () => world.logged.filter((line) => line.includes("/quota/consumption")).length;
    expect(await figure('line_quota_used_messages{channel="members"}')).toBeUndefined();
    await until(() => asked() > 0);
    await expect.poll(() => figure('line_quota_used_messages{channel="members"}')).toBe(0);
    const before = asked();
    await scrape();
    expect(asked()).toBe(before);
    world.clock.turn(300_000);
    await scrape();
    await until(() => asked() > before);
  });

  test("without a token only this machine sees it, and nobody behind a proxy", async () => {
    world = await createWorld();
    expect((await scrape()).status).toBe(200);
    for (const headers of [
      { "x-forwarded-for": "203.0.113.7" },
      { forwarded: "for=203.0.113.7" },
      { host: "bot.example.com" },
      { "x-forwarded-for": "127.0.0.1", authorization: "Bearer null" },
    ]) {
      expect(await scrape(headers)).toMatchObject({
        status: 404,
        text: expect.not.stringContaining("loyalty_bot"),
      });
    }
  });

  test("with a token it is seen from everywhere", async () => {
    world = await createWorld({ METRICS_TOKEN: "a-token-for-figures" });
    const elsewhere = { "x-forwarded-for": "203.0.113.7", host: "bot.example.com" };
    expect((await scrape()).status).toBe(200);
    expect((await scrape(elsewhere)).status).toBe(401);
    for (const authorization of ["Bearer a-token-for-figure", "a-token-for-figures", "Bearer "]) {
      expect((await scrape({ ...elsewhere, authorization })).status).toBe(401);
    }
    const authorization = "Bearer a-token-for-figures";
    expect((await scrape({ ...elsewhere, authorization })).status).toBe(200);
  });
});

test("neither figures nor log lines hold a name, a LINE id, a number or what was said", async () => {
  world = await createWorld();
  const texts = ["points", "a word nobody knows", "check SPRING-2026-77"];
  for (const label of ["somchai", "hina", "stranger", "owner"]) {
    for (const text of texts) await world.sendText(label, text);
    await world.tapButton(label, "do=history");
  }
  await world.sendText("owner", "/find 0812345678");
  await world.sendText("owner", "/member Somchai");
  const question = await world.sendText("owner", "/gift iced olivia 1");
  await world.tapButton("owner", buttonIn(question, /%2Fyes/));
  await world.performAction(
    "somchai",
    { type: "text", text: texts[1] ?? "" },
    world.groups[0]?.chatId,
  );

  const { text: figures } = await scrape();
  const seen = `${figures}\n${world.logged.join("\n")}`;
  const people = demoPeople.flatMap(({ lineId, displayName }) => [lineId, displayName]);
  const secrets = [...people, ...texts.slice(1), "SPRING", "0812345678", "C1111", "access-token"];
  for (const secret of secrets) expect(seen).not.toContain(secret);

  const lines = world.logged.map((line) => JSON.parse(line) as Record<string, unknown>);
  const events = lines.filter(({ msg }) => msg === "event");
  expect(events).toHaveLength(4 * 4 + 5);
  for (const line of events) {
    expect(line).toMatchObject({
      type: expect.any(String),
      chat: expect.stringMatching(/^[\w-]{10}$/),
    });
    if (line["outcome"] === "sent") expect(line["requestId"]).toEqual(expect.any(String));
  }
  const calls = lines.filter(({ msg }) => msg === "LINE answered" || msg === "platform answered");
  // At info each event has its own line alone, but for what an order writes.
  const atInfo = calls.filter(({ level }) => Number(level) >= 30);
  expect(atInfo.map(({ operation }) => operation)).toEqual(["giveCouponToMemberId"]);
  const requests = world.platform.requests().length;
  expect(calls.filter(({ operation }) => operation !== undefined)).toHaveLength(requests);
  for (const line of calls) {
    expect(line).toMatchObject({
      status: expect.any(Number),
      requestId: expect.any(String),
      ms: expect.any(Number),
    });
  }
});
