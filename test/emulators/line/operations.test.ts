/** The LINE emulator's API, tested with LINE's SDK: every operation and every refusal. */
import { buffer } from "node:stream/consumers";
import { channelAccessToken, type LineBotClient } from "@line/bot-sdk";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { manualClock, type ManualClock } from "../../support/clock.ts";
import {
  accessToken,
  botUserId,
  closedAddress,
  secret,
  clientOf,
  createLineWorld,
  refusal,
  shopGroup,
  shopRoom,
  somchai,
  stranger,
  yuki,
  type LineWorld,
} from "./line-world.ts";

let clock: ManualClock;
let world: LineWorld;
let client: LineBotClient;

beforeEach(async () => {
  clock = manualClock();
  world = await createLineWorld(clock);
  client = clientOf(world, accessToken);
});
afterEach(() => world[Symbol.asyncDispose]());

const text = (content = "hello") => ({ type: "text" as const, text: content });
const messages = [text()];
const tokens = () =>
  new channelAccessToken.ChannelAccessTokenClient({ baseURL: world.line.origin });
const issueShortLived = () => tokens().issueChannelToken("client_credentials", "2000", secret);
const tokenOf = async (content = "points") =>
  (await world.line.act(somchai, { type: "text", text: content })).event?.replyToken ?? "";

/** One successful call per operation. */
const calls: Record<string, () => Promise<unknown>> = {
  "post /oauth2/v3/token": () => tokens().issueStatelessChannelTokenByClientSecret("1000", secret),
  "post /v2/oauth/accessToken": () => issueShortLived(),
  "post /v2/oauth/verify": async () =>
    tokens().verifyChannelToken((await issueShortLived()).access_token),
  "post /v2/oauth/revoke": async () =>
    tokens().revokeChannelToken((await issueShortLived()).access_token),
  "post /v2/bot/message/reply": async () =>
    client.replyMessage({ replyToken: await tokenOf(), messages }),
  "post /v2/bot/message/push": () =>
    client.pushMessage({ to: somchai, messages }, crypto.randomUUID()),
  "post /v2/bot/message/multicast": () =>
    client.multicast({ to: [somchai, yuki], messages }, crypto.randomUUID()),
  "post /v2/bot/message/broadcast": () => client.broadcast({ messages }, crypto.randomUUID()),
  "get /v2/bot/message/aggregation/info": () => client.getAggregationUnitUsage(),
  "get /v2/bot/message/aggregation/list": () => client.getAggregationUnitNameList(),
  "post /v2/bot/message/validate/:way": () => client.validateReply({ messages }),
  "get /v2/bot/message/quota": () => client.getMessageQuota(),
  "get /v2/bot/message/quota/consumption": () => client.getMessageQuotaConsumption(),
  "get /v2/bot/profile/:userId": () => client.getProfile(somchai),
  "get /v2/bot/group/:chatId/member/:userId": () => client.getGroupMemberProfile(shopGroup, yuki),
  "get /v2/bot/room/:chatId/member/:userId": () => client.getRoomMemberProfile(shopGroup, yuki),
  "post /v2/bot/chat/loading/start": () =>
    client.showLoadingAnimation({ chatId: somchai, loadingSeconds: 5 }),
  "post /v2/bot/chat/markAsRead": async () => {
    const { event } = await world.line.act(somchai, { type: "text", text: "points" });
    const markAsReadToken = event?.message?.markAsReadToken ?? "";
    return client.markMessagesAsReadByToken({ markAsReadToken });
  },
  "get /v2/bot/info": () => client.getBotInfo(),
  "get /v2/bot/channel/webhook/endpoint": () => client.getWebhookEndpoint(),
  "put /v2/bot/channel/webhook/endpoint": () =>
    client.setWebhookEndpoint({ endpoint: "http://localhost:9/x" }),
  "post /v2/bot/channel/webhook/test": () => client.testWebhookEndpoint({}),
  "get /v2/bot/group/:chatId/summary": () => client.getGroupSummary(shopGroup),
  "get /v2/bot/group/:chatId/members/count": () => client.getGroupMemberCount(shopGroup),
  "get /v2/bot/group/:chatId/members/ids": () => client.getGroupMembersIds(shopGroup),
  "get /v2/bot/room/:chatId/members/count": () => client.getRoomMemberCount(shopRoom),
  "get /v2/bot/room/:chatId/members/ids": () => client.getRoomMembersIds(shopRoom),
  "get /v2/bot/followers/ids": () => client.getFollowers(),
  "get /v2/bot/message/:messageId/content": async () => {
    const content = Buffer.from("a picture");
    const { event } = await world.line.act(somchai, { type: "image", content });
    const loaded = await client.getMessageContent(event?.message?.id ?? "");
    expect(await buffer(loaded)).toEqual(content);
    return loaded;
  },
};

describe("every operation works with the SDK", () => {
  test.each(Object.entries(calls))("%s", async (_route, call) => {
    await expect(call()).resolves.toBeDefined();
  });

  test("every operation is covered", () => {
    const ours = world.line.routes.filter((route) => !route.includes("richmenu"));
    expect(Object.keys(calls)).toEqual(ours);
  });
});

describe("replies", () => {
  test("are shown, once per token", async () => {
    const replyToken = await tokenOf();
    const { body, httpResponse } = await client.replyMessageWithHttpInfo({
      replyToken,
      messages: [text("a"), text("b")],
    });
    expect(body.sentMessages).toHaveLength(2);
    expect(httpResponse.headers.get("x-line-request-id")).toMatch(/^[\da-f-]{36}$/);
    expect(world.line.chat(somchai).map(({ kind }) => kind)).toEqual([
      "from_person",
      "from_account",
      "from_account",
    ]);
    expect(await refusal(client.replyMessage({ replyToken, messages }))).toEqual({
      status: 400,
      body: { message: "Invalid reply token" },
    });
  });

  test("a message with half a surrogate pair is refused, and none of its reply is shown", async () => {
    const half = { type: "text" as const, text: "Tea \uD83D" };
    const refused = client.replyMessage({
      replyToken: await tokenOf(),
      messages: [text("a"), half],
    });
    expect(await refusal(refused)).toMatchObject({ status: 400 });
    expect(world.line.sent).toHaveLength(0);
    const whole = { type: "text" as const, text: String.raw`Tea 😀 \ud83d` };
    await client.replyMessage({ replyToken: await tokenOf(), messages: [whole] });
  });

  test("one of many concurrent replies with the same token is shown", async () => {
    const replyToken = await tokenOf();
    const all = await Promise.allSettled(
      Array.from({ length: 5 }, () => client.replyMessage({ replyToken, messages })),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(world.line.sent).toHaveLength(1);
  });

  test("a token is valid for a minute", async () => {
    const [first, second] = [await tokenOf(), await tokenOf()];
    clock.turn(59_999);
    await client.replyMessage({ replyToken: first, messages });
    clock.turn(1);
    expect(await refusal(client.replyMessage({ replyToken: second, messages }))).toMatchObject({
      status: 400,
    });
  });

  test("a redelivery extends the token by a minute, up to twenty minutes after the event", async () => {
    const { webhookEventId, event } = await world.line.act(somchai, text());
    const replyToken = event?.replyToken ?? "";
    clock.turn(19 * 60_000 + 30_000);
    await world.line.redeliver(webhookEventId);
    clock.turn(30_000);
    expect(await refusal(client.replyMessage({ replyToken, messages }))).toMatchObject({
      status: 400,
    });

    const again = await world.line.act(somchai, text());
    clock.turn(120_000);
    await world.line.redeliver(again.webhookEventId);
    clock.turn(59_000);
    await client.replyMessage({ replyToken: again.event?.replyToken ?? "", messages });
    await world.line.redeliver(again.webhookEventId);
    expect(
      await refusal(client.replyMessage({ replyToken: again.event?.replyToken ?? "", messages })),
    ).toMatchObject({ status: 400 });
  });

  test("a token of another channel is invalid", async () => {
    const replyToken = await tokenOf();
    expect(
      await refusal(clientOf(world, "dev").replyMessage({ replyToken, messages })),
    ).toMatchObject({
      status: 400,
    });
    await client.replyMessage({ replyToken, messages });
  });

  test("refused messages don't use up the token", async () => {
    const replyToken = await tokenOf();
    expect(await refusal(client.replyMessage({ replyToken, messages: [] }))).toEqual({
      status: 400,
      body: {
        message: "The request body has 1 error(s)",
        details: [{ message: "Size must be between 1 and 5", property: "messages" }],
      },
    });
    expect(
      await refusal(client.replyMessage({ replyToken, messages: [text("x".repeat(5001))] })),
    ).toMatchObject({
      body: { details: [{ property: "messages[0].text" }] },
    });
    const contents = {
      type: "bubble",
      body: { type: "box", layout: "vertical", contents: [{ type: "text", text: "" }] },
    } as const;
    expect(
      await refusal(
        client.replyMessage({
          replyToken,
          messages: [text(), { type: "flex", altText: "a", contents: contents as never }],
        }),
      ),
    ).toEqual({
      status: 400,
      body: {
        message: "A message (messages[1])\u00a0in the request body is invalid",
        details: [
          { message: "must be non-empty text", property: "/contents/body/contents/0/text" },
        ],
      },
    });
    await client.replyMessage({ replyToken, messages });
  });
});

describe("pushes", () => {
  test("a retry key sends once and then gets 409 with the accepted request id", async () => {
    const key = crypto.randomUUID();
    const first = await client.pushMessageWithHttpInfo({ to: somchai, messages }, key);
    const requestId = first.httpResponse.headers.get("x-line-request-id");
    const second = await client
      .pushMessage({ to: somchai, messages }, key)
      .catch((error: unknown) => error as { status: number; headers: Headers; body: string });
    expect(second).toMatchObject({ status: 409 });
    expect((second as { headers: Headers }).headers.get("x-line-accepted-request-id")).toBe(
      requestId,
    );
    expect(JSON.parse((second as { body: string }).body)).toEqual({
      message: "The retry key is already accepted",
      ...first.body,
    });
    expect(world.line.sent).toHaveLength(1);
    clock.turn(24 * 60 * 60_000);
    await client.pushMessage({ to: somchai, messages }, key);
    expect(world.line.sent).toHaveLength(2);
  });

  test("a refused push leaves its key unused", async () => {
    const key = crypto.randomUUID();
    expect(await refusal(client.pushMessage({ to: somchai, messages: [] }, key))).toMatchObject({
      status: 400,
    });
    await client.pushMessage({ to: somchai, messages }, key);
  });

  test("a key must be a UUID", async () => {
    expect(await refusal(client.pushMessage({ to: somchai, messages }, "again"))).toMatchObject({
      status: 400,
    });
  });

  test("to an unknown user, and to one who blocked the account", async () => {
    expect(await refusal(client.pushMessage({ to: stranger, messages }))).toEqual({
      status: 400,
      body: { message: "Failed to send messages" },
    });
    await world.line.act(somchai, { type: "unfollow" });
    await client.pushMessage({ to: somchai, messages });
    expect(world.line.sent).toMatchObject([{ shown: false }]);
    expect(world.line.chat(somchai).map(({ kind }) => kind)).toEqual(["note"]);
  });

  test("count people, replies don't", async () => {
    await client.replyMessage({ replyToken: await tokenOf(), messages });
    await client.pushMessage({ to: shopGroup, messages: [text(), text()] });
    await client.multicast({ to: [somchai, yuki, stranger], messages });
    expect(await client.getMessageQuotaConsumption()).toEqual({ totalUsage: 4 });
    expect(await client.getMessageQuota()).toEqual({ type: "none" });
    expect(await clientOf(world, "dev").getMessageQuotaConsumption()).toEqual({ totalUsage: 0 });
  });
});

test("the plan's quota: a push beyond it is refused, a reply never", async () => {
  await using small = await createLineWorld(clock, { quota: 2 });
  const bot = clientOf(small, accessToken);
  await bot.pushMessage({ to: shopGroup, messages });
  expect(await bot.getMessageQuota()).toEqual({ type: "limited", value: 2 });
  const reached = { status: 429, body: { message: "You have reached your monthly limit." } };
  expect(await refusal(bot.pushMessage({ to: somchai, messages }))).toEqual(reached);
  expect(await refusal(bot.multicast({ to: [somchai], messages }))).toEqual(reached);
  const { event } = await small.line.act(somchai, { type: "text", text: "points" });
  await bot.replyMessage({ replyToken: event?.replyToken ?? "", messages });
});

describe("queries", () => {
  test("profiles: with and without a language, none for unknown users, and without the emulator's notes", async () => {
    expect(await client.getProfile(somchai)).toEqual({
      userId: somchai,
      displayName: "สมชาย",
      language: "th",
    });
    expect(await client.getProfile(yuki)).toEqual({ userId: yuki, displayName: "Yuki" });
    expect(await refusal(client.getProfile(stranger))).toMatchObject({ status: 404 });
    await world.line.act(yuki, { type: "unfollow" });
    expect(await refusal(client.getProfile(yuki))).toMatchObject({ status: 404 });
    expect(await clientOf(world, "dev").getProfile(yuki)).toMatchObject({ displayName: "Yuki" });
    expect(await client.getGroupMemberProfile(shopGroup, yuki)).toMatchObject({
      displayName: "Yuki",
    });
    await world.line.act(yuki, { type: "follow", isUnblocked: true });
    expect(await client.getProfile(yuki)).toMatchObject({ displayName: "Yuki" });
  });

  test("members of a group only", async () => {
    await world.line.act(yuki, { type: "memberLeft" }, { chat: shopGroup });
    expect(await refusal(client.getGroupMemberProfile(shopGroup, yuki))).toMatchObject({
      status: 404,
    });
  });

  test("the loading animation: people only, multiples of five, gone with the next message", async () => {
    expect(await refusal(client.showLoadingAnimation({ chatId: shopGroup }))).toMatchObject({
      status: 400,
    });
    expect(
      await refusal(client.showLoadingAnimation({ chatId: somchai, loadingSeconds: 7 })),
    ).toMatchObject({ status: 400 });
    await client.showLoadingAnimation({ chatId: somchai, loadingSeconds: 10 });
    expect(world.line.chat(somchai)).toMatchObject([{ kind: "loading" }]);
    await client.pushMessage({ to: somchai, messages });
    expect(world.line.chat(somchai).map(({ kind }) => kind)).toEqual(["from_account"]);
    await client.showLoadingAnimation({ chatId: somchai, loadingSeconds: 5 });
    clock.turn(5000);
    expect(world.line.chat(somchai).map(({ kind }) => kind)).toEqual(["from_account"]);
  });

  test("the account", async () => {
    expect(await client.getBotInfo()).toMatchObject({ userId: botUserId, basicId: "@1000" });
  });

  test("validation sends nothing", async () => {
    expect(await refusal(client.validatePush({ messages: [text("")] }))).toMatchObject({
      status: 400,
      body: { details: [{ message: "must be non-empty text", property: "messages[0].text" }] },
    });
    expect(world.line.sent).toEqual([]);
  });

  test("the webhook's address can be read, changed and tested, on this machine only", async () => {
    const nowhere = await closedAddress();
    const { endpoint } = await client.getWebhookEndpoint();
    expect(await client.testWebhookEndpoint({})).toMatchObject({
      success: true,
      statusCode: 200,
      reason: "OK",
    });
    expect(JSON.parse(world.received[0]?.body ?? "")).toEqual({
      destination: botUserId,
      events: [],
    });
    await client.setWebhookEndpoint({ endpoint: nowhere });
    expect(await client.getWebhookEndpoint()).toEqual({
      endpoint: nowhere,
      active: true,
    });
    expect(await client.testWebhookEndpoint({})).toMatchObject({
      success: false,
      reason: "COULD_NOT_CONNECT",
    });
    expect(await client.testWebhookEndpoint({ endpoint })).toMatchObject({ success: true });
    for (const elsewhere of [
      "https://example.com/x",
      "http://127.0.0.1.example.com/",
      "ftp://localhost/",
    ]) {
      expect(await refusal(client.setWebhookEndpoint({ endpoint: elsewhere }))).toMatchObject({
        status: 400,
      });
      expect(await refusal(client.testWebhookEndpoint({ endpoint: elsewhere }))).toMatchObject({
        status: 400,
      });
    }
  });
});
