/** What the LINE emulator answers about groups, and how it sends to everybody and counts units. */
import type { LineBotClient } from "@line/bot-sdk";
import { afterEach, beforeEach, expect, test } from "vitest";
import { manualClock, type ManualClock } from "../../support/clock.ts";
import {
  accessToken,
  clientOf,
  createLineWorld,
  refusal,
  shopGroup,
  shopRoom,
  somchai,
  yuki,
  type LineWorld,
} from "./line-world.ts";

const messages = [{ type: "text" as const, text: "hello" }];
let clock: ManualClock;
let world: LineWorld;
let client: LineBotClient;
beforeEach(async () => {
  clock = manualClock();
  world = await createLineWorld(clock);
  client = clientOf(world, accessToken);
});
afterEach(() => world[Symbol.asyncDispose]());

test("a broadcast reaches everybody who hasn't blocked the account, and counts each", async () => {
  await world.line.act(yuki, { type: "unfollow" });
  const key = crypto.randomUUID();
  await client.broadcast({ messages }, key);
  expect(await refusal(client.broadcast({ messages }, key))).toMatchObject({ status: 409 });
  expect(world.line.sent.map(({ chatId, shown }) => [chatId, shown])).toEqual([
    [somchai, true],
    [yuki, false],
  ]);
  expect(await client.getMessageQuotaConsumption()).toEqual({ totalUsage: 1 });
  expect(await client.getFollowers()).toEqual({ userIds: [somchai] });
});

test("a group's members; a room is no group", async () => {
  expect(await client.getGroupSummary(shopGroup)).toEqual({
    groupId: shopGroup,
    groupName: "Shop",
  });
  expect(await client.getGroupMemberCount(shopGroup)).toEqual({ count: 2 });
  expect(await client.getGroupMembersIds(shopGroup)).toEqual({ memberIds: [somchai, yuki] });
  expect(await refusal(client.getGroupSummary(shopRoom))).toMatchObject({ status: 404 });
});

test("aggregation units: one per push, named as LINE allows, listed for their month", async () => {
  const push = (...customAggregationUnits: string[]) =>
    client.pushMessage({ to: somchai, messages, customAggregationUnits });
  await push("spring_1");
  await push("spring_1");
  await client.multicast({ to: [yuki], messages, customAggregationUnits: ["autumn"] });
  expect(world.line.sent.map(({ aggregationUnit }) => aggregationUnit)).toEqual([
    "spring_1",
    "spring_1",
    "autumn",
  ]);
  for (const units of [["a", "b"], [""], ["a-b"], ["x".repeat(31)]]) {
    expect(await refusal(push(...units))).toMatchObject({
      status: 400,
      body: { details: [{ property: "customAggregationUnits" }] },
    });
  }
  expect(await client.getAggregationUnitNameList()).toEqual({
    customAggregationUnits: ["spring_1", "autumn"],
  });
  expect(await client.getAggregationUnitUsage()).toEqual({ numOfCustomAggregationUnits: 2 });
  clock.turn(31 * 86_400_000);
  expect(await client.getAggregationUnitUsage()).toEqual({ numOfCustomAggregationUnits: 0 });
});
