/** What a member asks for most: their points, in their language; through signed HTTP. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { testAsSpecified } from "../support/platform-behaviour.ts";
import { createWorld, type World } from "../support/world.ts";
import { stringsOf, textOf } from "../support/views.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

describe("a member", () => {
  test("who asks for points in any language gets their card's", async () => {
    for (const word of ["แต้ม", "points", "ポイント", "點數"]) {
      const [message] = await world.sendText("somchai", word);
      expect(message, `for ${word}`).toMatchObject({
        type: "flex",
        altText: expect.stringMatching(/สมชาย.*1,250/),
      });
      const text = textOf(message);
      expect(text, `for ${word}`).toContain("GOLD");
      expect(text, `for ${word}`).toContain("1,250");
    }
  });

  test("gets replies in the language of their phone", async () => {
    expect(textOf(await world.sendText("somchai", "points"))).toContain("หมายเลขบัตร");
    expect(textOf(await world.sendText("hina", "points"))).toContain("カード番号");
    expect(textOf(await world.sendText("olivia", "points"))).toContain("Card number");
    expect(textOf(await world.sendText("yijun", "points"))).toContain("卡號");
  });

  testAsSpecified("counts calls")("is looked up once for several questions", async () => {
    const lookups = () => world.platform.requests({ operation: "getProfile" }).length;
    await Promise.all(Array.from({ length: 20 }, () => world.sendText("somchai", "points")));
    expect(lookups()).toBe(1);
    world.clock.turn(61_000);
    await world.sendText("somchai", "points");
    expect(lookups()).toBe(2);
  });

  test("who writes an unknown text is told what they can ask for", async () => {
    const [message] = await world.sendText("olivia", "what about the weather");
    expect(message).toMatchObject({ type: "text", quickReply: { items: expect.any(Array) } });
  });
});

test("no member data is shown to a stranger, an ambiguous and an inactive member", async () => {
  for (const label of ["stranger", "ambiguous", "inactive"]) {
    const messages = await world.sendText(label, "points");
    expect(messages, `for ${label}`).toHaveLength(1);
    expect(stringsOf(messages), `for ${label}`).not.toMatch(/วิชัย|อนงค์|640|\b90\b|SILVER|MEMBER/);
  }
});
