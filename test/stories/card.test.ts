/** A member's card and its code images, through signed HTTP. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createTill } from "../support/till.ts";
import { firstOnOtherPlatforms, storyBehaviour } from "../support/platform-behaviour.ts";
import { scan } from "../support/scanner.ts";
import { buttonsOf } from "../support/views.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world[Symbol.asyncDispose]());

/** Addresses of code images; the brand's logo is for everybody. */
const addresses = (messages: unknown) =>
  [...JSON.stringify(messages).matchAll(/"url":"([^"]+)"/g)]
    .map(([, url = ""]) => url)
    .filter((url) => !url.includes("/pictures/logo-"));
const load = async (url: string) => new Uint8Array(await (await fetch(url)).arrayBuffer());

async function cardOf(label: string) {
  await using till = createTill(world);
  const { cards } = await till.member(label);
  return cards[0]?.card_no ?? "";
}

describe("the membership card", () => {
  const words = firstOnOtherPlatforms(["card", "บัตรสมาชิก", "会員証", "會員卡"]);
  test("is shown in every language, with codes that can be scanned", async () => {
    const number = await cardOf("somchai");
    for (const word of words) {
      const [message] = await world.sendText("somchai", word);
      expect(message, `for ${word}`).toMatchObject({
        type: "flex",
        altText: expect.stringContaining(number.replace(/(.{4})(?=.)/g, "$1 ")),
      });
      const codes = await Promise.all(addresses(message).map(async (url) => scan(await load(url))));
      expect(codes, `for ${word}`).toMatchObject([
        { kind: "code 128", text: number },
        { kind: "qr", text: number },
      ]);
    }
  });

  test("is shown to its member who types its number", async () => {
    const number = await cardOf("olivia");
    expect(await world.sendText("olivia", `check ${number}`)).toMatchObject([
      { altText: expect.stringContaining("Your membership card") },
    ]);
    expect(world.platform.requests({ operation: "checkCoupon" })).toEqual([]);
  });

  test("is shown for each card of the member", async () => {
    const [message] = await world.sendText("three-cards", "card");
    expect(addresses(message)).toHaveLength(6);
  });

  test("is the tapped one alone behind the button of its points", async () => {
    await using till = createTill(world);
    const { cards } = await till.member("three-cards");
    const [points] = await world.sendText("three-cards", "points");
    const tapped = buttonsOf(points).filter(({ data }) => data?.startsWith("do=card&card="));
    expect(tapped).toHaveLength(3);
    for (const [index, { data = "" }] of tapped.entries()) {
      const [message] = await world.tapButton("three-cards", data);
      const codes = await Promise.all(addresses(message).map(async (url) => scan(await load(url))));
      const text = cards[index]?.card_no;
      expect(codes).toMatchObject([{ text }, { text }]);
    }
  });

  test("is the typed one alone for a member with several", async () => {
    await using till = createTill(world);
    const { cards } = await till.member("three-cards");
    const [message] = await world.sendText("three-cards", `check ${cards[2]?.card_no}`);
    const [code = ""] = addresses(message);
    expect(addresses(message)).toHaveLength(2);
    expect(scan(await load(code))).toMatchObject({ text: cards[2]?.card_no });
  });

  test("is a text for a member without cards", async () => {
    expect(await world.sendText("no-cards", "card")).toMatchObject([{ type: "text" }]);
  });

  test("is shown while the platform is unavailable", async () => {
    const [before] = await world.sendText("olivia", "card");
    world.platform.faults.add({ kind: "rate-limit", retryAfter: 60 });
    world.clock.turn(3_600_000);
    const [after] = await world.sendText("olivia", "card");
    expect(addresses(after)).toHaveLength(2);
    expect(after).toMatchObject({ altText: before?.type === "flex" ? before.altText : "" });
  });

  test("is shown to no other user", async () => {
    for (const label of ["stranger", "ambiguous", "inactive"]) {
      expect(addresses(await world.sendText(label, "card"))).toEqual([]);
    }
  });
});

// The platform has no part in it.
describe.skipIf(storyBehaviour() !== null)("the address of a code image", () => {
  test("serves a PNG with a cache lifetime, also after a restart", async () => {
    const [url = ""] = addresses(await world.sendText("olivia", "card"));
    const response = await fetch(url);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("image/png");
    expect(response.headers.get("cache-control")).toBe("private, max-age=86400, immutable");
    const { pathname } = new URL(url);
    await world.restart();
    expect((await fetch(world.bot.origin + pathname)).status).toBe(200);
    for (const other of [pathname.toUpperCase(), `${pathname}/`, pathname.replace("s/", "s/x")]) {
      expect((await fetch(world.bot.origin + other)).status).toBe(404);
    }
    world.clock.turn(30 * 86_400_000);
    expect((await fetch(world.bot.origin + pathname)).status).toBe(404);
  });

  test("of a coupon expires with the coupon", async () => {
    await using till = createTill(world);
    const { code } = await till.give("olivia", {
      validity: { mode: "FIXED", end_on: "2026-11-23" },
    });
    const [url = ""] = addresses(await world.sendText("olivia", code));
    expect(scan(await load(url))).toMatchObject({ kind: "qr", text: code });
    world.clock.turn(12 * 3_600_000 - 1);
    expect((await fetch(url)).status).toBe(200);
    world.clock.turn(1);
    expect((await fetch(url)).status).toBe(404);
  });

  test("starts with PUBLIC_URL if it is set", async () => {
    await using outside = await createWorld({
      PUBLIC_URL: "https://bot.example/line/",
      STUDIO: "off",
    });
    const urls = addresses(await outside.sendText("olivia", "card"));
    expect(urls).toHaveLength(2);
    for (const url of urls) expect(url).toMatch(/^https:\/\/bot\.example\/line\/images\//);
  });
});
