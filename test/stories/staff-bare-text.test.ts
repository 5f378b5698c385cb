/** What staff write without a slash: codes are checked, numbers and their last digits are looked for, the rest leads to help. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { expectAnswerOrRefusal } from "../support/platform-behaviour.ts";
import { buttonIn, factsOf } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
import { buttonsOf, stringsOf } from "../support/views.ts";
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

const reply = async (text: string, label = "cashier") => factsOf(await world.sendText(label, text));

/** The code of a coupon that Olivia can use. */
async function usableCode(): Promise<string> {
  const { uuid } = await till.member("olivia");
  const { data } = await till.connect.getGiveCouponHistory({ member_uuid: uuid, usable: true });
  return data[0]?.code ?? "";
}

async function numbersOf(label: string): Promise<{ card: string; phone: string }> {
  const { cards, phoneNumber } = await till.member(label);
  return { card: cards[0]?.card_no ?? "", phone: `0${phoneNumber.replace(/^0/, "")}` };
}

test("a coupon's code alone is checked, however it is written around", async () => {
  const code = await usableCode();
  const checked = await reply(`/check ${code}`);
  expect(checked).toContain(code);
  for (const written of [code, ` ${code} `, `"${code}"`, `${code}.`, code.toLowerCase()]) {
    expect(await reply(written), `for ${written}`).toBe(checked);
  }
  expect(await reply("NOSUCH-99X")).toContain("NOSUCH-99X");
});

test("a card number, a phone number and last digits find their member", async () => {
  const { card, phone } = await numbersOf("somchai");
  for (const written of [card, phone, `+66${phone.slice(1)}`, card.slice(-5), phone.slice(-4)]) {
    expect(await reply(written), `for ${written}`).toContain("สมชาย");
    expect(await reply(written), `for ${written}`).toBe(await reply(`/find ${written}`));
  }
});

test("six digits that are a code and the end of a number are asked about", async () => {
  const { card } = await numbersOf("somchai");
  const code = card.slice(-6);
  const name = "Six digits";
  await till.give("olivia", { name, source: "IMPORT", codes: [code] });
  const question = await world.sendText("cashier", code);
  expect(stringsOf(question)).toMatch(/Six digits[^]*สมชาย/);
  expect(factsOf(await world.tapButton("cashier", buttonIn(question, /%2Fcheck/)))).toContain(name);
  expect(factsOf(await world.tapButton("cashier", buttonIn(question, /%2Fmember/)))).toContain(
    "สมชาย",
  );
});

test("the number of a shown set begins a gift, for those who may give", async () => {
  await world.sendText("manager", "/sets");
  expect(await reply("#1", "manager")).toMatch(/phone number|card number|Who/i);
  expect(await reply("#1")).toMatch(/isn’t a code or a number/);
});

test("last digits name the member and the card behind a command, too", async () => {
  const { card } = await numbersOf("somchai");
  const question = await world.sendText("manager", `/add ${card.slice(-5)} 50`);
  expectAnswerOrRefusal(question, () => {
    expect(factsOf(question)).toContain("50 points");
    expect(factsOf(question)).toContain(card.slice(-4));
  });
});

const inWords = [
  ["en", "Cancel", "Cancelled. Nothing was done.", "undo", "no order that can still be undone"],
  ["th", "ยกเลิกค่ะ", "ยกเลิกแล้ว ไม่มีการเปลี่ยนแปลง", "ยกเลิกรายการล่าสุด", "ไม่มีรายการที่ยังยกเลิกได้"],
  ["ja", "キャンセル", "取り下げました", "元に戻す", "元に戻せる操作はありません"],
  ["zh-TW", "取消", "已取消，沒有任何變更", "復原", "沒有可復原的操作"],
] as const;
test.each(inWords)(
  "in %s “%s” ends what a command has asked for, and undo is asked for in words",
  async (language, cancel, cancelled, undo, none) => {
    await world.tapButton("cashier", `do=language&to=${language}`);
    await reply("/find");
    expect(await reply(cancel)).toContain(cancelled);
    const nothing = await world.sendText("cashier", cancel);
    expect(factsOf(nothing)).not.toContain(cancelled);
    expect(factsOf(await world.tapButton("cashier", buttonIn(nothing, /%2Fundo/)))).toContain(none);
    expect(await reply(undo)).toContain(none);
    for (const text of [cancel, undo]) {
      expect(await reply(text, "olivia"), `for ${text}`).toMatch(/^Sorry, /);
    }
  },
);

test.each([
  ["en", "help"],
  ["th", "ช่วยเหลือ"],
  ["ja", "ヘルプ"],
  ["zh-TW", "說明"],
])(
  "in %s who asks for %s is shown what staff can do, beside what members can",
  async (language, text) => {
    for (const label of ["cashier", "olivia"]) {
      await world.tapButton(label, `do=language&to=${language}`);
    }
    const [forMembers, forStaff, ...others] = await world.sendText("cashier", text);
    expect(forMembers).toMatchObject({ text: factsOf(await world.sendText("olivia", text)) });
    expect(forStaff).toEqual((await world.sendText("cashier", "/help"))[0]);
    expect(others).toEqual([]);
  },
);

test("digits that are laughter elsewhere are a number where one is asked for, or could be the end of one", async () => {
  const { card } = await numbersOf("somchai");
  await reply(`/add ${card}`, "manager");
  const question = await world.sendText("manager", "555");
  expectAnswerOrRefusal(question, () => expect(factsOf(question)).toContain("555 points"));
  expect(await reply("5555")).toContain("“5555”");
  for (const [text, label] of [
    ["555", "manager"],
    ["5555", "olivia"],
  ] as const) {
    expect(await reply(text, label), `for ${label}`).toContain("here whenever you need us");
  }
});

describe("anything else", () => {
  test("leads staff to what they can do, never to joining", async () => {
    for (const text of [
      "hello",
      "where is the coffee",
      "สวัสดีค่ะ",
      "points",
      "register",
      "ok then what",
    ]) {
      const messages = await world.sendText("cashier", text);
      expect(stringsOf(messages), `for ${text}`).not.toMatch(/do=registered/);
    }
    const messages = await world.sendText("cashier", "where is the coffee");
    expect(buttonsOf(messages).length).toBeGreaterThan(3);
    expect(factsOf(messages)).toMatch(/\/check/);
  });

  test("of somebody who isn't staff shows nobody", async () => {
    const { card, phone } = await numbersOf("somchai");
    for (const label of ["olivia", "stranger"]) {
      for (const written of [card, phone, card.slice(-5), phone.slice(-4)]) {
        expect(stringsOf(await world.sendText(label, written))).not.toMatch(/สมชาย|somchai/i);
      }
    }
  });
});
