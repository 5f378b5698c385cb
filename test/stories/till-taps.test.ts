/** How many taps the work at the till takes, and what stands below each answer there: the camera, and help as buttons. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Message } from "../../src/line/messages/message-types.ts";
import { builtInCatalogues, createMessages } from "../../src/bot/i18n/translate.ts";
import { parsePostback } from "../../src/bot/routing/postback.ts";
import { createMenus } from "../../src/rich-menu/menus.ts";
import { createTill, type Till } from "../support/till.ts";
import { expectAnswerOrRefusal } from "../support/platform-behaviour.ts";
import { buttonIn, factsOf } from "../support/staff.ts";
import { buttonsOf, cameraBelow, textsOf } from "../support/views.ts";
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

type Who = "cashier" | "manager";

/** Somebody at the till, who only taps what the last answer shows; each tap and each sending of a text counts. */
function hand(who: Who) {
  let shown: readonly Message[] = [];
  const self = {
    taps: 0,
    async write(text: string) {
      self.taps += 1;
      shown = await world.sendText(who, text);
      return self;
    },
    async tap(which: RegExp) {
      self.taps += 1;
      shown = await world.tapButton(who, buttonIn(shown, which));
      return self;
    },
    /** Taps a tile; one that opens the keyboard has begun what is written and sent then. */
    async tile(asked: string, text = "") {
      self.taps += 1;
      const action = tilesOf(who).find(({ name }) => name === asked);
      if (!action) throw new Error(`${who} has no tile ${asked}`);
      if (action.fillInText !== undefined) return self.write(`${action.fillInText}${text}`);
      shown = await world.tapButton(who, action.data);
      return self;
    },
    shown: () => shown,
    facts: () => factsOf(shown),
  };
  return self;
}

function tilesOf(who: Who) {
  const messages = createMessages(builtInCatalogues, "Asia/Bangkok");
  const menus = createMenus(["en"], { messages, brand: { registerUrl: null } });
  const tiles = menus.find(({ audience }) => audience === who)?.tiles ?? [];
  return tiles.flatMap(({ action }) => {
    if (action.type !== "postback" || action.data === undefined) return [];
    const { data, fillInText } = action;
    return [{ name: fillInText?.trim() ?? parsePostback(data).action, data, fillInText }];
  });
}

const member = () => till.member("olivia");
const number = async () => (await member()).phoneNumber;

describe("from the member's number, everything that is tapped and sent counted,", () => {
  test("a coupon is used in 3", async () => {
    const { code } = await till.give("olivia", { name: "Croissant" });
    const cashier = await hand("cashier").write(await number());
    await cashier.tap(new RegExp(`%2Fuse.*${code}`));
    await cashier.tap(/%2Fyes/);
    expect((await till.connect.checkCoupon({ code })).coupon.status).toBe("USED");
    expect(cashier.taps).toBe(3);
  });

  test("points are added in 4", async () => {
    const before = (await member()).cards[0]?.point ?? 0;
    const manager = await hand("manager").write(await number());
    await manager.tap(/%2Fadd/);
    await manager.write("50");
    await manager.tap(/%2Fyes/);
    expect((await member()).cards[0]?.point).toBe(before + 50);
    expect(manager.taps).toBe(4);
  });

  test("a coupon is given in 4", async () => {
    const manager = await hand("manager").write(await number());
    await manager.tap(/%2Fgift/);
    await manager.tap(/%2Fgift.*set=/);
    await manager.tap(/%2Fyes/);
    expect(manager.facts()).toContain("✓ ");
    expect(manager.taps).toBe(4);
  });

  test("a reward is redeemed and used in 6", async () => {
    const cashier = await hand("cashier").write(await number());
    await cashier.tap(/%2Fredeem/);
    await cashier.tap(/%2Fredeem.*set=/);
    await cashier.tap(/yes=/);
    expect(cashier.facts()).toContain("✓ Redeemed: ");
    await cashier.tap(/%2Fuse/);
    await cashier.tap(/%2Fyes/);
    expect(cashier.facts()).toContain("✓ ");
    expect(cashier.taps).toBe(6);
  });
});

test("the tiles of the menu lead to the same", async () => {
  const { code } = await till.give("olivia", { name: "Croissant" });
  const cashier = await hand("cashier").tile("/scan");
  expect(cashier.facts()).toContain("Which code?");
  await cashier.write(code);
  await cashier.tap(/%2Fuse/);
  expect(cashier.facts()).toContain("Croissant");
  await cashier.tile("/use", code);
  expect(cashier.facts()).toContain("Mark this coupon as used?");
  await cashier.tile("/find", await number());
  expect(cashier.facts()).toContain("Olivia");
  await cashier.tile("/redeem");
  await cashier.tap(/%2Fredeem.*set=/);
  await cashier.write(await number());
  expect(cashier.facts()).toContain("Redeem points for this coupon?");
  const manager = await hand("manager").tile("/gift");
  await manager.tap(/%2Fgift.*set=/);
  await manager.write(await number());
  expectAnswerOrRefusal(manager.shown(), () => expect(manager.facts()).toContain("Olivia"));
  await manager.tile("/add", `${(await member()).cards[0]?.card_no ?? ""} 50`);
  expect(manager.facts()).toMatch(/→/);
  for (const tile of ["/pending", "/audit"]) {
    await manager.tile(tile);
    expect(manager.facts()).not.toBe("");
  }
  await manager.tile("/help");
  expect(manager.facts()).toContain("Your commands (manager)");
});

const cameras = [
  ["en", "Photo of a code"],
  ["th", "ถ่ายรูปรหัส"],
  ["ja", "コードを撮影"],
  ["zh-TW", "拍攝代碼"],
] as const;

describe.each(cameras)("in %s", (language, label) => {
  const inLanguage = (who: string) => world.tapButton(who, `do=language&to=${language}`);

  test("the camera is one tap below help, a question and its result", async () => {
    await inLanguage("manager");
    const { card_no = "" } = (await member()).cards[0] ?? {};
    const question = await world.sendText("manager", `/add ${card_no} 10`);
    const result = await world.tapButton("manager", buttonIn(question, /%2Fyes/));
    const help = await world.sendText("manager", "/help");
    const unknown = await world.sendText("manager", "qwertz uiop");
    expect([question, result, help, unknown].map(cameraBelow)).toEqual(Array(4).fill(label));
  });

  test("help is buttons by group, each command once, and leads to the choice of a language", async () => {
    await inLanguage("owner");
    const [help] = await world.sendText("owner", "/help");
    const commands = buttonsOf(help).flatMap(({ label: shown = "" }) =>
      shown.startsWith("/") ? [shown] : [],
    );
    // A usage line would be cut, or too small to be read.
    expect(commands.filter((shown) => !/^\/[a-z]+$/.test(shown))).toEqual([]);
    expect(new Set(commands).size).toBe(commands.length);
    expect(commands.length).toBeGreaterThan(20);
    const texts = textsOf(help);
    expect(new Set(texts).size).toBe(texts.length);
    expect(texts.join()).not.toContain("/");
    expect(buttonsOf(help).at(-1)?.data).toBe("do=language");
  });
});

test("who may not check codes isn't offered the camera, nor is a member", async () => {
  const invitation = factsOf(await world.sendText("owner", "/invite marketer"));
  await world.sendText("stranger", `/join ${/\/join (\w+)/.exec(invitation)?.[1] ?? ""}`);
  expect(cameraBelow(await world.sendText("stranger", "/help"))).toBeUndefined();
  expect(cameraBelow(await world.sendText("somchai", "แต้ม"))).toBeUndefined();
});
