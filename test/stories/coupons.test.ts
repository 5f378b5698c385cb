/** A member's coupons, through signed HTTP. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { builtInCatalogues } from "../../src/bot/i18n/translate.ts";
import { palette } from "../../src/bot/views/flex-components.ts";
import { postbackData } from "../../src/bot/routing/postback.ts";
import {
  firstOnOtherPlatforms,
  storyBehaviour,
  testAsSpecified,
} from "../support/platform-behaviour.ts";
import type { Message } from "../../src/line/messages/prepare-reply.ts";
import { createTill, type Till } from "../support/till.ts";
import { buttonsOf, nextPage, stringsOf, textOf } from "../support/views.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let till: Till;
beforeEach(async () => {
  world = await createWorld();
  till = createTill(world);
});
afterEach(async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const fixed = (end_on: string) => ({ validity: { mode: "FIXED", end_on } as const });
/** The pictures at the top of bubbles. */
const heroesOf = (messages: readonly Message[]) =>
  messages.flatMap((message) => {
    if (message.type !== "flex") return [];
    const { contents } = message;
    const bubbles = contents.type === "carousel" ? contents.contents : [contents];
    return bubbles.flatMap(({ hero }) => (hero?.type === "image" ? [hero] : []));
  });
const tries = () => world.platform.requests({ operation: "checkCoupon" }).length;
const open = (code: string) => postbackData("check", { code });

describe("the coupon list", () => {
  const words = firstOnOtherPlatforms(["coupons", "คูปอง", "クーポン", "優惠券"]);
  test("is shown to who asks in any language", async () => {
    await till.give("olivia", { name: "A birthday cake" });
    for (const word of words) {
      expect(textOf(await world.sendText("olivia", word)), `for ${word}`).toContain(
        "A birthday cake",
      );
    }
  });

  test("is sorted by expiry, and marks what expires today in the business's time zone", async () => {
    await till.give("olivia", { name: "Endless" });
    await till.give("olivia", { name: "Later", ...fixed("2026-11-30") });
    await till.give("olivia", { name: "Today", ...fixed("2026-11-23") });
    const [message] = await world.sendText("olivia", "coupons");
    expect(textOf(message)).toMatch(
      /Ends today\n[^]*Today\n[^]*30 Nov 2026\n7 days left\n[^]*Later\n[^]*No end date\n[^]*Endless/,
    );
    expect(message).toMatchObject({
      altText: expect.stringMatching(/Today \(Ends today\) · .* …$/),
    });
    // 23:30 in Bangkok is still today, 00:30 isn't.
    world.clock.turn(11.5 * 3_600_000);
    expect(stringsOf(await world.sendText("olivia", "coupons"))).toContain("Today (Ends today)");
    world.clock.turn(3_600_000);
    expect(stringsOf(await world.sendText("olivia", "coupons"))).not.toContain("Today (");
  });

  testAsSpecified("sends every field, and the sets in one page")(
    "shows picture, worth, terms and the days left, by sets that are read once in 5 minutes",
    async () => {
      const image = "https://shop.example/cake.png";
      await till.give("olivia", {
        ...fixed("2026-11-26"),
        name: "A birthday cake",
        type: "DISCOUNT_PERCENT",
        value: 15,
        terms: "One per table.",
        image,
      });
      const messages = await world.sendText("olivia", "coupons");
      const shown = textOf(messages);
      expect(shown).toMatch(/15% off\nUse by 26 Nov 2026\n3 days left\nA birthday cake\n/);
      expect(shown).toContain("One per table.");
      // The size is the picture's own, and a colour is behind it: nothing moves where it doesn't load.
      const hero = heroesOf(messages).find(({ url }) => url === image);
      expect(hero).toMatchObject({ aspectRatio: "20:13", backgroundColor: palette.line });
      expect(JSON.stringify(messages)).toMatch(
        new RegExp(`3 days left"}\\],[^}]*"color":"${palette.soon}"`),
      );
      await world.sendText("hina", "coupons");
      const reads = () => world.platform.requests({ operation: "getCouponSet" }).length;
      expect(reads()).toBe(1);
      world.clock.turn(300_000);
      await world.sendText("olivia", "coupons");
      expect(reads()).toBe(2);
    },
  );

  testAsSpecified("sends every field")(
    "is shown without pictures while the sets can't be read, and with them a minute later",
    async () => {
      await till.give("olivia", { name: "A birthday cake", terms: "One per table." });
      world.platform.faults.add({ kind: "unauthorized", operation: "getCouponSet" });
      expect(textOf(await world.sendText("olivia", "coupons"))).toContain("A birthday cake");
      world.platform.faults.clear();
      expect(textOf(await world.sendText("olivia", "coupons"))).not.toContain("One per table.");
      world.clock.turn(60_000);
      expect(textOf(await world.sendText("olivia", "coupons"))).toContain("One per table.");
    },
  );

  test("shows dates in the Buddhist era in Thai", async () => {
    await till.give("somchai", fixed("2026-11-30"));
    expect(textOf(await world.sendText("somchai", "คูปอง"))).toContain("ใช้ได้ถึง 30 พ.ย. 2569");
  });

  test("has pages of ten, and each coupon is shown once", async () => {
    for (let day = 1; day <= 12; day++) {
      await till.give("takeru", { name: `Number ${day}.` });
    }
    const found = new Set<string>();
    let isPartial = false;
    let data: string | undefined = postbackData("coupons");
    for (let page = 1; data; page++) {
      const messages = await world.tapButton("takeru", data);
      isPartial ||= textOf(messages).includes(builtInCatalogues.ja["coupons.partial"]);
      for (const [, number = ""] of textOf(messages).matchAll(/^Number (\d+)\.$/gm))
        found.add(number);
      data = nextPage(messages, "coupons");
      expect(data).toBe(page === 1 ? postbackData("coupons", { page: "2" }) : undefined);
    }
    // Where the platform moves rows between two pages, the list says that there may be more.
    if (storyBehaviour() === null || !isPartial) expect(found.size).toBe(12);
  });

  test("shows the first page when an old button asks for a page past the end", async () => {
    await till.give("takeru", { name: "A birthday cake" });
    const old = postbackData("coupons", { page: "9" });
    expect(textOf(await world.tapButton("takeru", old))).toContain("A birthday cake");
  });

  test("without coupons is a text with buttons for other questions", async () => {
    const without: string[] = [];
    for (const label of ["bare", "leap-day", "markup", "nok", "jose", "fon", "not-verified"]) {
      const { uuid: member_uuid } = await till.member(label);
      const { data } = await till.connect.getGiveCouponHistory({ member_uuid, usable: true });
      if (data.length === 0) without.push(label);
    }
    const [message] = await world.sendText(without[0] ?? "", "coupons");
    expect(message).toMatchObject({ type: "text", quickReply: { items: expect.any(Array) } });
  });

  test("doesn't show other members' coupons", async () => {
    for (const label of ["stranger", "ambiguous", "inactive"]) {
      await world.sendText(label, "coupons");
    }
    expect(world.platform.requests({ operation: "getGiveCouponHistory" })).toEqual([]);
  });
});

describe("one coupon", () => {
  test("is opened by a tap with name, code to copy, expiry and terms", async () => {
    const { code } = await till.give("olivia", {
      name: "A birthday cake",
      terms: "One per table.",
      ...fixed("2026-11-30"),
    });
    const listed = buttonsOf(await world.sendText("olivia", "coupons"));
    expect(listed.map(({ data }) => data)).toContain(open(code));
    const [message] = await world.tapButton("olivia", open(code));
    expect(message).toMatchObject({
      type: "flex",
      altText: `You can use this coupon: A birthday cake, code ${code}. Use by 30 Nov 2026.`,
    });
    expect(buttonsOf(message).map(({ clipboardText }) => clipboardText)).toContain(code);
    expect(textOf(message)).toContain("One per table.");
  });

  test("that was used since is refused by its old button with the reason", async () => {
    const { code } = await till.give("olivia");
    await till.connect.markUseCoupon({ code });
    const [message] = await world.tapButton("olivia", open(code));
    expect(message).toMatchObject({
      type: "text",
      text: "“Free iced latte” was already used on 23 Nov 2026 at 12:00.",
    });
  });

  test("of another member isn't opened by a tap or a typed code", async () => {
    const { code } = await till.give("olivia", { name: "A birthday cake" });
    for (const messages of [
      await world.tapButton("takeru", open(code)),
      await world.sendText("takeru", `確認 ${code}`),
      await world.sendText("takeru", code),
    ]) {
      expect(messages).toMatchObject([{ text: expect.stringContaining("ご利用いただけません") }]);
      expect(stringsOf(messages)).not.toMatch(/birthday|Olivia|Brown/);
    }
    await till.connect.markUseCoupon({ code });
    expect(await world.sendText("takeru", code)).toEqual(await world.sendText("takeru", "ZZZZ99"));
  });
});

describe("a typed code", () => {
  test.each([
    ["olivia", (code: string) => `check ${code}`],
    ["olivia", (code: string) => `CHECK: ${code.toLowerCase()}`],
    ["somchai", (code: string) => `เช็ค${code}`],
    ["somchai", (code: string) => `ตรวจสอบ ${code}`],
    ["hina", (code: string) => `確認${code}`],
    ["yijun", (code: string) => `查詢 ${code}`],
  ])("is checked: %s writes %s", async (label, words) => {
    const { code } = await till.give(label, { name: "Mango" });
    const [message] = await world.sendText(label, words(code));
    expect(message).toMatchObject({ type: "flex", altText: expect.stringContaining("Mango") });
  });

  test("that can't be used yet or any more is refused with the date", async () => {
    const early = await till.give("olivia", {
      name: "Early",
      validity: { mode: "FIXED", start_at: "2026-11-30T03:00:00Z" },
    });
    const over = await till.give("olivia", { name: "Over", ...fixed("2026-11-23") });
    world.clock.turn(86_400_000);
    expect(await world.sendText("olivia", `check ${early.code}`)).toMatchObject([
      { text: "“Early” can be used from 30 Nov 2026, 10:00. Please come back then!" },
    ]);
    expect(await world.sendText("olivia", `check ${over.code}`)).toMatchObject([
      { text: "“Over” could be used until 23 Nov 2026. It has expired." },
    ]);
  });

  test.each([
    ["olivia", "Ends today at 14:00", /“Lunch” could be used until 23 Nov 2026, 14:00\./],
    ["somchai", "หมดเขตวันนี้ เวลา 14:00\u00a0น.", /ใช้ได้ถึง 23 พ\.ย\. 2569 เวลา 14:00\u00a0น\./],
    ["hina", "本日14:00まで", /有効期限は2026年11月23日 14:00でした/],
    ["yijun", "今天 14:00 到期", /使用期限至 2026年11月23日 14:00，/],
  ])("of a coupon that ends at a time of day tells %s the time", async (label, valid, ended) => {
    const { code, uuid } = await till.give(label, { name: "Lunch" });
    using platform = new DatabaseSync(world.platformFile);
    const endsAt = Date.parse("2026-11-23T14:00:00+07:00");
    platform.prepare("UPDATE give SET expires_at = ? WHERE uuid = ?").run(endsAt, uuid);
    expect(textOf(await world.sendText(label, code))).toContain(valid);
    world.clock.turn(3 * 3_600_000);
    expect(textOf(await world.sendText(label, code))).toMatch(ended);
  });

  test("of a coupon that nobody was given gets the reply for unknown codes", async () => {
    await till.connect.createCouponSet({
      name: "Printed",
      type: "OTHER",
      source: "IMPORT",
      codes: ["PRINTED-2026"],
    });
    expect(await world.sendText("olivia", "printed 2026")).toMatchObject([
      { text: expect.stringContaining("didn’t understand") },
    ]);
    const refusal = await world.sendText("olivia", "check printed 2026");
    expect(refusal).toMatchObject([{ text: expect.stringContaining("can’t be used here") }]);
    expect(refusal).toEqual(await world.sendText("olivia", "check printed 2027"));
    // Staff need to know.
    expect(textOf(await world.sendText("cashier", "/check PRINTED-2026"))).toContain("Printed");
  });

  test("that is missing is asked for", async () => {
    expect(await world.sendText("olivia", "check")).toMatchObject([
      { text: expect.stringContaining("check ABC123") },
    ]);
  });
});

test("coupon codes and names are not logged", async () => {
  const { code } = await till.give("olivia", { name: "A birthday cake" });
  await world.sendText("olivia", "coupons");
  await world.sendText("olivia", `check ${code}`);
  await world.tapButton("takeru", open(code));
  await world.sendText("takeru", "WRONG-7GHJK");
  await world.sendText("olivia", "card");
  expect(world.logged.length).toBeGreaterThan(0);
  const log = world.logged.join("\n");
  // Letters that no random id in the log can have by chance, unlike digits.
  for (const secret of [code, "birthday", "Olivia", "GHJK", "/images/"]) {
    expect(log).not.toContain(secret);
  }
});

/** Writes a second after the last message, below the rate limit for messages. */
async function writes(label: string, text: string) {
  world.clock.turn(1000);
  return world.sendText(label, text);
}

describe("the limit of code guesses", () => {
  testAsSpecified("counts calls")(
    "lets at most 30 of 60 quick guesses through to the platform",
    async () => {
      for (let count = 0; count < 60; count++) await writes("olivia", `GUESS${count}X`);
      expect(tries()).toBeLessThanOrEqual(30);
      expect(await world.sendText("olivia", "check GUESS99")).toMatchObject([
        { text: expect.stringMatching(/try again in \d+ minutes?/) },
      ]);
      const tried = tries();
      await world.restart();
      expect(await world.sendText("olivia", "check GUESS99"), "after a restart").toMatchObject([
        { text: expect.stringMatching(/try again in \d+ minutes?/) },
      ]);
      expect(tries()).toBe(tried);
      // Others aren't held up, and ten minutes later nobody is.
      const before = tries();
      await world.sendText("takeru", "GUESS1X");
      world.clock.turn(600_000);
      await world.sendText("olivia", "GUESS1X");
      expect(tries()).toBe(before + 2);
    },
  );

  test("counts codes of other members as guesses", async () => {
    const { code } = await till.give("takeru");
    for (let count = 0; count < 60; count++) await writes("olivia", code);
    expect(tries()).toBeLessThanOrEqual(30);
  });

  test("doesn't count the member's own codes, and allows a few typing errors", async () => {
    const { code } = await till.give("olivia");
    for (let count = 0; count < 5; count++) await writes("olivia", `TYPO${count}X`);
    for (let count = 0; count < 40; count++) {
      expect(await writes("olivia", code)).toMatchObject([{ type: "flex" }]);
    }
  });
});
