/** Replies to members on a platform that lacks operations or doesn't answer in time. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { postbackData } from "../../src/bot/routing/postback.ts";
import type { OperationName } from "../../src/loyalty/contract.ts";
import { createTill } from "../support/till.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

const lookups: [string, OperationName][] = [
  ["coupons", "getGiveCouponHistory"],
  ["check ABC123", "checkCoupon"],
  ["history", "getTransaction"],
  ["campaigns", "getCampaign"],
];

test.each(lookups)(
  "%s says that it isn't offered, and other questions work",
  async (word, operation) => {
    await using till = createTill(world);
    const { code } = await till.give("olivia");
    world.platform.faults.add({ kind: "empty-body", operation });
    const [message] = await world.sendText("olivia", word.replace("ABC123", code));
    expect(message).toMatchObject({
      type: "text",
      text: "Sorry, we can’t show that here at the moment. Our staff will gladly help you.",
    });
    expect(await world.sendText("olivia", "points")).toMatchObject([{ type: "flex" }]);
  },
);

test.each(lookups)(
  "%s is an apology within ten seconds when the platform doesn't answer",
  async (word, operation) => {
    await world.sendText("olivia", "points");
    world.platform.faults.add({ kind: "silence", operation });
    const { webhookEventId } = await world.line.act(world.lineId("olivia"), {
      type: "text",
      text: word,
    });
    const sentAt = world.clock.now();
    await world.advanceTime(8500);
    const { messages, at } = await world.line.nextReply(webhookEventId);
    expect(messages).toMatchObject([{ text: expect.stringContaining("try again in a moment") }]);
    expect(at - sentAt).toBeLessThanOrEqual(10_000);
  },
);

describe("a coupon", () => {
  test("is opened from the list even if the platform doesn't support checking codes", async () => {
    await using till = createTill(world);
    const { code } = await till.give("olivia", { name: "A birthday cake" });
    world.platform.faults.add({ kind: "empty-body", operation: "checkCoupon" });
    const tap = postbackData("check", { code });
    expect(await world.tapButton("olivia", tap)).toMatchObject([
      { type: "flex", altText: expect.stringContaining(`A birthday cake, code ${code}`) },
    ]);
    expect(await world.tapButton("hina", tap)).toMatchObject([
      { text: expect.stringContaining("ご利用いただけません") },
    ]);
  });

  test("that is checked while the platform fails doesn't count as a guess", async () => {
    world.platform.faults.add({ kind: "unauthorized", operation: "checkCoupon" });
    for (let count = 0; count < 15; count++) await world.sendText("olivia", `check CODE${count}`);
    world.platform.faults.clear();
    expect(await world.sendText("olivia", "check CODE99")).toMatchObject([
      { text: expect.stringContaining("can’t be used here") },
    ]);
  });
});
