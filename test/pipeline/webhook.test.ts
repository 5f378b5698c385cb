/** The webhook's status codes, its tolerant parsing, deduplication and throttled warnings. */
import { createHmac } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { normalizedLines } from "../support/logged.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

const sign = (body: string | Buffer) =>
  createHmac("sha256", "a-channel-secret").update(body).digest("base64");

async function post(body: string | Buffer, headers: Record<string, string> = {}) {
  const response = await fetch(`${world.bot.origin}/webhook`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : new Uint8Array(body),
  });
  const answer = await response.text();
  await world.bot.idle();
  return { status: response.status, answer, server: response.headers.get("x-powered-by") };
}
const signed = (body: string | Buffer) => post(body, { "x-line-signature": sign(body) });
const withEvents = (...events: unknown[]) => JSON.stringify({ destination: "U0", events });
const nonsenseLines = () => world.logged.filter((line) => line.includes("request refused")).length;
const sentNow = () => world.line.sent.length;

describe("the webhook refuses", () => {
  test.each<[string, Record<string, string>]>([
    ["without a signature", {}],
    ["with a wrong one", { "x-line-signature": sign("something else") }],
    ["with an empty one", { "x-line-signature": "" }],
    ["with one of another length", { "x-line-signature": "abc" }],
  ])("401 %s, the empty probe too", async (_name, headers) => {
    const { status, server } = await post(withEvents(), headers);
    expect(status).toBe(401);
    expect(server).toBeNull();
  });

  test.each(["", "not json", "null", "[]", "7", `{"events":"none"}`, `{"events":[]`])(
    "400 %s, though signed",
    async (body) => {
      expect((await signed(body)).status).toBe(400);
    },
  );

  test("413 for a body over 1 MB, unread", async () => {
    const body = Buffer.alloc(10 * 1024 * 1024, "a");
    expect((await signed(body)).status).toBe(413);
  });

  test("a signature computed over a re-serialised body", async () => {
    const escaped = `{"destination":"U0","events":[],"note":"\\uD83E\\uDD28"}`;
    expect(
      (await post(escaped, { "x-line-signature": sign(JSON.stringify(JSON.parse(escaped))) }))
        .status,
    ).toBe(401);
    expect((await signed(escaped)).status).toBe(200);
  });
});

describe("the webhook accepts", () => {
  test("LINE's signed probe without events", async () => {
    expect((await signed(withEvents())).status).toBe(200);
  });

  test.each<[string, unknown]>([
    [
      "an unknown event type",
      { type: "supernova", webhookEventId: "n1", timestamp: 1, mode: "active" },
    ],
    [
      "an event without source",
      {
        type: "message",
        webhookEventId: "n2",
        timestamp: 1,
        replyToken: "r",
        message: { id: "1", type: "text", text: "points" },
      },
    ],
    ["an event that is a number", 7],
    ["an event without an id", { type: "message", timestamp: 1 }],
    [
      "extra fields",
      { type: "delivery", webhookEventId: "n3", timestamp: 1, novelty: { deep: [1] } },
    ],
  ])("%s, and sends no reply", async (_name, event) => {
    const before = sentNow();
    expect((await signed(withEvents(event))).status).toBe(200);
    expect(sentNow()).toBe(before);
  });

  test("a valid event beside invalid ones", async () => {
    const event = world.line.compose(world.lineId("somchai"), { type: "text", text: "points" });
    const before = sentNow();
    expect((await signed(withEvents(null, event, { type: 1 }))).status).toBe(200);
    expect(sentNow()).toBe(before + 1);
  });

  test.each<[string, object, object]>([
    ["a mention without mentionees", {}, { mention: {} }],
    ["a mentionee without an index", {}, { mention: { mentionees: [{ isSelf: true }] } }],
    ["a mention that is null", {}, { mention: null }],
    ["an emoji without a length", {}, { emojis: [{ index: 0 }] }],
    ["a delivery context that is null", { deliveryContext: null }, {}],
    ["a group id that is null", { source: { groupId: null } }, {}],
    ["an odd part of another kind of event", { follow: null, postback: {}, unsend: 7 }, {}],
  ])("a text with %s, and answers it", async (_name, odd, oddMessage) => {
    const { source, message, ...event } = world.line.compose(world.lineId("somchai"), {
      type: "text",
      text: "points",
    });
    const before = sentNow();
    const body = withEvents({
      ...event,
      ...odd,
      source: { ...source, ...("source" in odd ? (odd.source as object) : {}) },
      message: { ...message, ...oddMessage },
    });
    expect((await signed(body)).status).toBe(200);
    expect(world.line.sent.slice(before).map(({ messages }) => JSON.stringify(messages))).toEqual([
      expect.stringContaining("1,250"),
    ]);
  });

  test("redeliveries of an event, concurrent ones too, and answers it once", async () => {
    const event = world.line.compose(world.lineId("somchai"), { type: "text", text: "points" });
    const before = sentNow();
    const body = withEvents(event);
    const [one, two] = await Promise.all([signed(body), signed(body)]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(
      (await signed(withEvents({ ...event, deliveryContext: { isRedelivery: true } }))).status,
    ).toBe(200);
    expect(sentNow()).toBe(before + 1);
    expect(world.logged.join("")).not.toContain("Invalid reply token");
  });

  test("a standby event, and sends no reply", async () => {
    const before = sentNow();
    const { status } = await world.line.act(
      world.lineId("somchai"),
      { type: "text", text: "points" },
      { standby: true },
    );
    await world.bot.idle();
    expect(status).toBe(200);
    expect(sentNow()).toBe(before);
  });
});

test("refusals of one kind are logged once a minute with their number, and each is counted in the metrics", async () => {
  const counted = async () => {
    const text = await (await fetch(`${world.bot.origin}/metrics`)).text();
    return Number(/ack_seconds_count\{status="401"\} (\d+)/.exec(text)?.[1] ?? 0);
  };
  const linesSince = (start: number) =>
    world.logged
      .slice(start)
      .map((line) => JSON.parse(line) as { msg: string; times?: number })
      .filter(({ msg }) => msg.includes("signature missing or wrong"))
      .map(({ times }) => times);
  world.clock.turn(60_000);
  await post(withEvents());
  const before = { lines: world.logged.length, count: await counted() };
  for (let count = 0; count < 3; count++) {
    await post(withEvents());
    await post(withEvents(), { "x-line-signature": "wrong" });
  }
  expect(linesSince(before.lines)).toEqual([]);
  expect(await counted()).toBe(before.count + 6);
  world.clock.turn(60_000);
  await post(withEvents());
  expect(linesSince(before.lines)).toEqual([7]);
});

test("malformed requests are logged once a minute", async () => {
  const before = nonsenseLines();
  for (let count = 0; count < 3; count++) {
    expect((await fetch(`${world.bot.origin}/images/%E0%A4%A`)).status).toBe(400);
  }
  expect(nonsenseLines()).toBe(before + 1);
});

test("healthz and readyz answer 200, unknown paths 404", async () => {
  expect((await fetch(`${world.bot.origin}/healthz`)).status).toBe(200);
  const ready = await fetch(`${world.bot.origin}/readyz`);
  expect(ready.status).toBe(200);
  expect(await ready.json()).toEqual({ status: "ready", oldestEventMs: 0 });
  expect((await fetch(`${world.bot.origin}/nothing`)).status).toBe(404);
});

test("the log holds no secret, name, message text or LINE id", async () => {
  await world.sendText("somchai", "my very private words");
  await world.sendText("somchai", "points");
  const lines = normalizedLines(world.logged);
  expect(lines).not.toMatch(/a-channel-secret|a-channel-access-token|private words|สมชาย|1,?250/);
  expect(lines).not.toContain(world.lineId("somchai"));
});
