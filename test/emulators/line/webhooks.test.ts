/** Webhook deliveries of the LINE emulator: events, signatures and the delivery record. */
import { validateSignature } from "@line/bot-sdk";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { LineChange } from "../../../src/emulators/line/index.ts";
import type { PersonAction } from "../../../src/emulators/line/events.ts";
import { parseEnvelope } from "../../../src/line/webhook-events.ts";
import { manualClock, type ManualClock } from "../../support/clock.ts";
import {
  botUserId,
  closedAddress,
  secret,
  createLineWorld,
  shopGroup,
  somchai,
  stranger,
  yuki,
  type LineWorld,
} from "./line-world.ts";

let clock: ManualClock;
let world: LineWorld;
beforeEach(async () => {
  clock = manualClock();
  world = await createLineWorld(clock);
});
afterEach(() => world[Symbol.asyncDispose]());

const lastBody = () => world.received.at(-1)?.body ?? "";
const lastEvents = () => parseEnvelope(Buffer.from(lastBody())).events;

test("a message event has LINE's headers and all properties, and its signature covers the raw body", async () => {
  const delivery = await world.line.act(somchai, { type: "text", text: "points 🤨" });
  const { body = "", headers = {} } = world.received[0] ?? {};
  expect(headers).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "user-agent": "LineBotWebhook/2.0",
  });
  expect(validateSignature(body, secret, String(headers["x-line-signature"]))).toBe(true);
  expect(
    validateSignature(
      JSON.stringify(JSON.parse(body)),
      secret,
      String(headers["x-line-signature"]),
    ),
  ).toBe(false);
  expect(JSON.parse(body)).toEqual({
    destination: botUserId,
    events: [
      {
        type: "message",
        message: {
          type: "text",
          id: expect.stringMatching(/^\d{18,}$/) as string,
          text: "points 🤨",
          quoteToken: expect.any(String) as string,
          markAsReadToken: expect.any(String) as string,
        },
        webhookEventId: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/) as string,
        deliveryContext: { isRedelivery: false },
        timestamp: clock.now(),
        mode: "active",
        source: { type: "user", userId: somchai },
        replyToken: expect.stringMatching(/^[\da-f]{32}$/) as string,
      },
    ],
  });
  expect(delivery).toMatchObject({
    channelId: "1000",
    status: 200,
    reason: "OK",
    responseText: "ok",
    body,
    attempt: 1,
  });
});

const withToken: PersonAction[] = [
  { type: "text", text: "a" },
  { type: "sticker" },
  { type: "image" },
  { type: "video" },
  { type: "audio" },
  { type: "file" },
  { type: "location", title: "Shop", address: "Bangkok" },
  { type: "postback", data: "a=1", displayText: "One", params: { date: "2026-01-31" } },
  { type: "follow" },
  { type: "accountLink", result: "ok", nonce: "n" },
];
const silent: PersonAction[] = [
  { type: "unfollow" },
  { type: "unsend", messageId: "1" },
  { type: "accountLink", result: "failed", nonce: "n" },
];

const eventOf = (action: PersonAction) => world.line.compose(somchai, action);
const inGroup = (action: PersonAction) => world.line.compose(yuki, action, { chat: shopGroup });

describe("events", () => {
  test.each(withToken)("$type carries a reply token", async (action) => {
    await world.line.act(somchai, action);
    expect(lastEvents()).toMatchObject([
      { replyToken: expect.any(String) as string, source: { userId: somchai } },
    ]);
  });

  test.each(silent)("$type carries none", async (action) => {
    await world.line.act(somchai, action);
    expect(lastEvents()[0]?.replyToken).toBeUndefined();
  });

  test("a failed account link has no user id", () => {
    const event = world.line.compose(somchai, {
      type: "accountLink",
      result: "failed",
      nonce: "n",
    });
    expect(event.source).toBeUndefined();
  });

  test("payloads", () => {
    expect(eventOf({ type: "postback", data: "a=1" })["postback"]).toEqual({ data: "a=1" });
    expect(eventOf({ type: "follow", isUnblocked: true })["follow"]).toEqual({ isUnblocked: true });
    eventOf({ type: "unfollow" });
    expect(eventOf({ type: "follow" })["follow"]).toEqual({ isUnblocked: true });
    expect(eventOf({ type: "follow" })["follow"]).toEqual({ isUnblocked: false });
    expect(eventOf({ type: "sticker", packageId: "1", stickerId: "2" }).message).toMatchObject({
      packageId: "1",
      stickerId: "2",
      stickerResourceType: "STATIC",
    });
    expect(eventOf({ type: "location", latitude: 1, longitude: 2 }).message).toMatchObject({
      latitude: 1,
      longitude: 2,
    });
    expect(eventOf({ type: "image" }).message).toMatchObject({ contentProvider: { type: "line" } });
  });

  test("in a group: the source, members who join and leave, the account's own join", () => {
    expect(inGroup({ type: "text", text: "hi" }).source).toEqual({
      type: "group",
      groupId: shopGroup,
      userId: yuki,
    });
    expect(inGroup({ type: "join" })).toMatchObject({
      type: "join",
      source: { type: "group", groupId: shopGroup },
      replyToken: expect.any(String) as string,
    });
    expect(inGroup({ type: "join" }).source).not.toHaveProperty("userId");
    expect(inGroup({ type: "leave" }).replyToken).toBeUndefined();
    expect(inGroup({ type: "memberLeft" })).toMatchObject({
      left: { members: [{ type: "user", userId: yuki }] },
    });
    expect(inGroup({ type: "memberJoined" })).toMatchObject({
      joined: { members: [{ type: "user", userId: yuki }] },
    });
  });

  test("mentions are marked in a group, not in a 1:1 chat", () => {
    const text = "@Siam Tea and @Yuki, @All: points";
    const { message } = world.line.compose(somchai, { type: "text", text }, { chat: shopGroup });
    expect(message?.mention?.mentionees).toEqual([
      { index: 0, length: 9, type: "user", userId: botUserId, isSelf: true },
      { index: 14, length: 5, type: "user", userId: yuki, isSelf: false },
      { index: 21, length: 4, type: "all" },
    ]);
    expect(world.line.compose(somchai, { type: "text", text }).message).not.toHaveProperty(
      "mention",
    );
  });

  test("standby: no reply token", () => {
    const event = world.line.compose(somchai, { type: "text", text: "a" }, { standby: true });
    expect(event.mode).toBe("standby");
    expect(event.replyToken).toBeUndefined();
  });

  test("edited and unsent messages, as the chat shows them", async () => {
    const { event } = await world.line.act(
      somchai,
      { type: "text", text: "first" },
      { chat: shopGroup },
    );
    const messageId = event?.message?.id ?? "";
    await world.line.act(somchai, { type: "edit", messageId, text: "second" }, { chat: shopGroup });
    expect(lastEvents()).toMatchObject([
      {
        type: "messageEdited",
        message: { id: messageId, text: "second" },
        replyToken: expect.any(String) as string,
      },
    ]);
    expect(world.line.chat(shopGroup)).toMatchObject([
      { id: messageId, edited: true, content: { text: "second" } },
    ]);
    await world.line.act(somchai, { type: "unsend", messageId }, { chat: shopGroup });
    expect(world.line.chat(shopGroup)).toMatchObject([
      { id: messageId, unsent: true, content: {} },
    ]);
  });

  test("unknown users, groups and channels are rejected", () => {
    const text: PersonAction = { type: "text", text: "a" };
    expect(() => world.line.compose(stranger, text)).toThrow(RangeError);
    expect(() => world.line.compose(somchai, text, { chat: "C0" })).toThrow(RangeError);
    expect(() => world.line.compose(somchai, text, { channel: "3000" })).toThrow(RangeError);
  });
});

describe("deliveries", () => {
  test("one request can hold events of several users", async () => {
    const events = [
      world.line.compose(somchai, { type: "text", text: "a" }),
      world.line.compose(yuki, { type: "follow" }),
    ];
    await world.line.deliver(events);
    expect(lastEvents()).toEqual(events);
  });

  test("the bytes, the signature and the destination can be chosen", async () => {
    await world.line.deliver(Buffer.from("not json"), { signature: "wrong" });
    expect(world.received[0]).toMatchObject({
      body: "not json",
      headers: { "x-line-signature": "wrong" },
    });
    await world.line.deliver([], { signature: null, destination: "U1" });
    expect(world.received[1]?.headers).not.toHaveProperty("x-line-signature");
    expect(lastBody()).toBe('{"destination":"U1","events":[]}');
  });

  test("each channel has its own address and destination", async () => {
    await world.line.act(somchai, { type: "text", text: "a" }, { channel: "2000" });
    expect(JSON.parse(lastBody())).toMatchObject({ destination: `U${"d".repeat(32)}` });
    expect(world.line.chat(somchai)).toEqual([]);
    expect(world.line.chat(somchai, "2000")).toHaveLength(1);
  });

  test("failures have LINE's reasons", async () => {
    const nowhere = await closedAddress();
    world.answer = 500;
    expect(await world.line.act(somchai, { type: "follow" })).toMatchObject({
      status: 500,
      reason: "ERROR_STATUS_CODE",
    });
    await using alone = await createLineWorld(clock, {
      channels: world.line.accounts.channels.map((channel) =>
        Object.assign({}, channel, { webhookUrl: () => nowhere }),
      ),
    });
    expect(await alone.line.act(somchai, { type: "follow" })).toMatchObject({
      status: null,
      reason: "COULD_NOT_CONNECT",
    });
  });

  test("a redelivery may go elsewhere", async () => {
    const asked: string[] = [];
    const nowhere = await closedAddress();
    const webhookUrl = (id: string, attempt: number) => {
      asked.push(`${id} ${attempt}`);
      return nowhere;
    };
    await using alone = await createLineWorld(clock, {
      channels: world.line.accounts.channels.map((one) => Object.assign({}, one, { webhookUrl })),
    });
    const { webhookEventId } = await alone.line.act(somchai, { type: "follow" });
    await alone.line.redeliver(webhookEventId);
    expect(asked).toEqual([`${webhookEventId} 1`, `${webhookEventId} 2`]);
  });

  test("a delivery times out after two seconds", async () => {
    world.answer = null;
    const delivery = world.line.act(somchai, { type: "text", text: "a" });
    clock.turn(2000);
    expect(await delivery).toMatchObject({ status: null, reason: "REQUEST_TIMEOUT", ms: 2000 });
  });

  test("a redelivery has the same event, marked as redelivered", async () => {
    const { webhookEventId, event } = await world.line.act(somchai, { type: "text", text: "a" });
    clock.turn(5000);
    const again = await world.line.redeliver(webhookEventId);
    expect(again).toMatchObject({ webhookEventId, attempt: 2 });
    expect(lastEvents()).toEqual([{ ...event, deliveryContext: { isRedelivery: true } }]);
    await expect(world.line.redeliver("unknown")).rejects.toThrow(RangeError);
  });

  test("failures are redelivered if switched on, until one succeeds", async () => {
    world.answer = 503;
    await world.line.act(somchai, { type: "follow" });
    expect(clock.waiting).toBe(0);
    world.line.redeliverFailures(true);
    await world.line.act(somchai, { type: "follow" });
    const second = nextDelivery();
    clock.turn(10_000);
    expect(await second).toMatchObject({ attempt: 2, status: 503 });
    world.answer = 200;
    const third = nextDelivery();
    clock.turn(30_000);
    expect(await third).toMatchObject({ attempt: 3, status: 200 });
    expect(clock.waiting).toBe(0);
  });

  test("a stop cancels redeliveries, and a failure after it schedules none", async () => {
    world.line.redeliverFailures(true);
    world.answer = 503;
    await world.line.act(somchai, { type: "follow" });
    world.answer = null;
    const last = world.line.act(somchai, { type: "follow" });
    await world[Symbol.asyncDispose]();
    expect(await last).toMatchObject({ status: null });
    expect(clock.waiting).toBe(0);
  });

  test("the last 2,000 are stored with their replies", async () => {
    const first = await world.line.act(somchai, { type: "text", text: "a" });
    await reply(first.event?.replyToken, "answer");
    expect(world.line.deliveries[0]?.reply).toMatchObject({
      messages: [{ type: "text", text: "answer" }],
    });
    const events = [world.line.compose(somchai, { type: "follow" })];
    for (let i = 0; i < 2000; i += 100) {
      await Promise.all(Array.from({ length: 100 }, () => world.line.deliver(events)));
    }
    expect(world.line.deliveries).toHaveLength(2000);
    await expect(world.line.redeliver(first.webhookEventId)).rejects.toThrow(RangeError);
  });
});

describe("watching", () => {
  test("a reply can be awaited before and after it was sent", async () => {
    const { webhookEventId, event } = await world.line.act(somchai, { type: "text", text: "a" });
    const waiting = world.line.nextReply(webhookEventId);
    await reply(event?.replyToken, "answer");
    expect(await waiting).toMatchObject({
      way: "reply",
      chatId: somchai,
      webhookEventId,
      shown: true,
    });
    expect(await world.line.nextReply(webhookEventId)).toBe(await waiting);
  });

  test("every change is reported until the listener is removed", async () => {
    const changes: LineChange[] = [];
    const stop = world.line.watch((change) => void changes.push(change));
    const { event } = await world.line.act(somchai, { type: "text", text: "a" });
    await reply(event?.replyToken, "answer");
    expect(changes.map(({ kind }) => kind)).toEqual([
      "chat",
      "posting",
      "delivery",
      "chat",
      "delivery",
      "call",
    ]);
    expect(changes.at(-1)).toMatchObject({
      made: { call: "reply", address: "POST /v2/bot/message/reply", response: { status: 200 } },
    });
    stop();
    await world.line.act(somchai, { type: "postback", data: "a=1", displayText: "One" });
    expect(changes).toHaveLength(6);
    expect(world.line.chat(somchai)).toMatchObject([
      { kind: "from_person" },
      { kind: "from_account" },
      { kind: "tap", displayText: "One" },
    ]);
    world.line.clearChat(somchai);
    expect(world.line.chat(somchai)).toEqual([]);
  });
});

function nextDelivery() {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const stop = world.line.watch((change) => {
    if (change.kind !== "delivery") return;
    stop();
    resolve(change.delivery);
  });
  return promise;
}

async function reply(replyToken: string | undefined, text: string): Promise<void> {
  const response = await fetch(`${world.line.origin}/v2/bot/message/reply`, {
    method: "POST",
    headers: { authorization: "Bearer long-lived", "content-type": "application/json" },
    body: JSON.stringify({ replyToken, messages: [{ type: "text", text }] }),
  });
  expect(response.status).toBe(200);
  await response.text();
}
