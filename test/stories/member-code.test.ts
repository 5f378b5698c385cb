/** A rotating code opens its member at the till, once and within a minute; a screenshot of it opens nobody later. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Message } from "../../src/line/messages/prepare-reply.ts";
import { factsOf } from "../support/staff.ts";
import { createTill } from "../support/till.ts";
import { scan } from "../support/scanner.ts";
import { buttonsOf, stringsOf, textOf } from "../support/views.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({ MEMBER_CODE: "rotating" });
});
afterAll(() => world[Symbol.asyncDispose]());

const olivia = /^Olivia Brown\n•••0105/;
const pictures = (messages: readonly Message[]) =>
  stringsOf(messages).match(/^http\S+\/images\/\S+$/gm) ?? [];
const load = async (url: string) => Buffer.from(await (await fetch(url)).arrayBuffer());

/** What the member's phone shows now. */
async function codeOf(label: string) {
  const card = await world.sendText(label, "card");
  const [url = "", ...others] = pictures(card);
  expect(others).toEqual([]);
  const png = await load(url);
  return { card, url, png, code: scan(png).text };
}
const scans = async (label: string, code: string) => world.sendText(label, `/scan ${code}`);

test("the card shows one code, with the number in digits, and a button for a new one", async () => {
  await using till = createTill(world);
  const { uuid, cards } = await till.member("olivia");
  const { card, code } = await codeOf("olivia");
  expect(code).toMatch(/^M1\.[\w-]+$/);
  expect(Buffer.from(code.slice(3), "base64url").toString("latin1")).not.toContain(uuid);
  expect(textOf(card)).toContain(cards[0]?.card_no.replaceAll(/(.{4})(?=.)/g, "$1 "));
  expect(textOf(card)).toContain("works once, for one minute");
  const renew = buttonsOf(card).find(({ label }) => label === "New code");
  const [renewed = ""] = pictures(await world.tapButton("olivia", renew?.data ?? ""));
  expect(scan(await load(renewed)).text).not.toBe(code);
  const typed = await world.sendText("olivia", `check ${cards[0]?.card_no}`);
  expect(scan(await load(pictures(typed)[0] ?? "")).text).toMatch(/^M1\./);
});

test("a cashier opens its member by /scan, and nobody opens them by it again, even after a restart", async () => {
  const { code, png } = await codeOf("olivia");
  expect(factsOf(await scans("cashier", code))).toMatch(olivia);
  for (const who of ["cashier", "manager"]) {
    expect(factsOf(await scans(who, code))).toContain("was scanned before");
  }
  await world.restart();
  const again = await world.performAction("cashier-two", { type: "image", content: png });
  expect(factsOf(again)).toContain("was scanned before");
});

test("a photo of it opens the member, once", async () => {
  const { code, png } = await codeOf("olivia");
  const photo = () => world.performAction("cashier", { type: "image", content: png });
  expect(factsOf(await photo())).toMatch(olivia);
  expect(factsOf(await scans("cashier", code))).toContain("was scanned before");
});

test("of two tills that scan it at once, one opens the member", async () => {
  const { code } = await codeOf("olivia");
  const shown = await Promise.all(["cashier", "cashier-two"].map((who) => scans(who, code)));
  const texts = shown.map(factsOf);
  expect(texts.filter((text) => olivia.test(text))).toHaveLength(1);
  expect(texts.filter((text) => text.includes("was scanned before"))).toHaveLength(1);
});

test("a minute later it has expired, its picture too; the digits open the member", async () => {
  await using till = createTill(world);
  const { code, url, png } = await codeOf("olivia");
  world.clock.turn(60_000);
  const shown = await scans("cashier", code);
  expect(factsOf(shown)).toMatch(/has expired.*ask the member to tap “New code”/);
  expect(stringsOf(shown)).not.toContain("Olivia");
  expect((await fetch(url)).status).toBe(404);
  world.clock.turn(86_400_000);
  const screenshot = await world.performAction("cashier", { type: "image", content: png });
  expect(factsOf(screenshot)).toContain("has expired");
  const { cards } = await till.member("olivia");
  expect(factsOf(await scans("cashier", cards[0]?.card_no ?? ""))).toMatch(olivia);
});

test("it opens nobody to members and marketers, is then still unused, and a changed one is no code of the shop", async () => {
  const { code } = await codeOf("olivia");
  for (const who of ["hina", "former-cashier", "marketer"]) {
    expect(stringsOf(await scans(who, code))).not.toContain("Olivia");
  }
  expect(factsOf(await scans("cashier", `${code}A`))).toContain("neither a coupon nor a card");
  expect(factsOf(await scans("cashier", "M1.nothing"))).toContain("neither a coupon nor a card");
  expect(factsOf(await scans("cashier", code))).toMatch(olivia);
});

test("it stays unused while the platform can't tell whose it is", async () => {
  const { code } = await codeOf("olivia");
  world.platform.faults.add({ kind: "rate-limit", retryAfter: 60 });
  expect(stringsOf(await scans("cashier", code))).toContain("can’t reach the membership system");
  world.platform.faults.clear();
  world.clock.turn(6000);
  expect(factsOf(await scans("cashier", code))).toMatch(olivia);
});

test("logs hold no code", async () => {
  const { code, url } = await codeOf("olivia");
  await scans("cashier", code);
  const lines = world.logged.join("\n");
  expect(lines).not.toContain(code);
  expect(lines).not.toContain(url.split("/images/")[1]);
});

test("without rotation /scan opens cards and coupons, and no rotating code", async () => {
  await using usual = await createWorld();
  expect(textOf(await usual.sendText("cashier", "/scan M1.x"))).toContain("neither a coupon nor");
  expect(stringsOf(await usual.sendText("cashier", "/scan 880000100005"))).toContain("Olivia");
  expect(textOf(await usual.sendText("cashier", "/scan"))).toContain("Which code?");
  expect(pictures(await usual.sendText("olivia", "card"))).toHaveLength(2);
});
