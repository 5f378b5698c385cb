/** What staff type or paste behind a command: digits of any script, and numbers, names and document numbers. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { expectAnswerOrRefusal } from "../support/platform-behaviour.ts";
import { buttonIn, factsOf } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
import { stringsOf } from "../support/views.ts";
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

const replyTo = async (text: string) => factsOf(await world.sendText("manager", text));

const fullWidth = (digits: string) =>
  digits.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));

/** A member's only card's number, and phone number in ten digits. */
async function numbersOf(label: string): Promise<{ card: string; phone: string }> {
  const { cards, phoneNumber } = await till.member(label);
  return { card: cards[0]?.card_no ?? "", phone: `0${phoneNumber.replace(/^0/, "")}` };
}

test("points in mathematical digits are the points that were written", async () => {
  const { card } = await numbersOf("olivia");
  const question = await replyTo(`/add ${card} 𝟙𝟘𝟘`);
  expect(question).toContain("100 points");
  expect(question).not.toContain("999");
});

test("a phone number is found as contacts and Japanese keyboards write it", async () => {
  const { phone } = await numbersOf("somchai");
  const [code, middle, end] = [phone.slice(0, 3), phone.slice(3, 6), phone.slice(6)];
  for (const written of [
    [code, middle, end].map((group) => fullWidth(group)).join("－"),
    [code, middle, end].map((group) => fullWidth(group)).join("ー"),
    [code, middle, end].join("\u2011"),
    [code, middle, end].join("\u2212"),
    `（${code}）${middle}-${end}`,
    `＋66 ${code.slice(1)} ${middle} ${end}`,
    `\u202A${code}-${middle}-${end}\u202C`,
    `${code}\u200B${middle}${end}`,
  ]) {
    const shown = await world.sendText("manager", `/member ${written}`);
    expectAnswerOrRefusal(shown, () =>
      expect(factsOf(shown), `for ${JSON.stringify(written)}`).toContain("สมชาย"),
    );
  }
});

test("a card number is found with the mark that it was copied with", async () => {
  const { card } = await numbersOf("olivia");
  expect(await replyTo(`/add ${card}\u202C 50`)).toContain("50 points");
});

test.each(["ใบเสร็จ ๑๒๓", 'INV "7"', "A  12"])(
  "a document number is booked and found as it is written: %s",
  async (ref) => {
    const { card } = await numbersOf("olivia");
    const question = await world.sendText("manager", `/add ${card} 50 ${ref}`);
    await world.tapButton("manager", buttonIn(question, /%2Fyes/));
    const { data } = await till.connect.getTransaction({ card_no: card });
    expect(data.map(({ ref_no }) => ref_no)).toContain(ref);
    for (const written of [`ref:${ref}`, `「ref:${ref}」`])
      expect(await replyTo(`/void ${written}`)).toContain("50");
  },
);

test("a set whose name has digits of another script is created and given by that name", async () => {
  const name = "คูปอง๕๐บาท ๒ แก้ว";
  const question = await world.sendText("manager", `/newset ${name} item x๕ ๓๐d`);
  await world.tapButton("manager", buttonIn(question, /%2Fyes/));
  const { phone } = await numbersOf("somchai");
  for (const set of ["คูปอง๕๐บาท", "คูปอง50บาท", `"${name}"`])
    expect(await replyTo(`/gift ${set} ${phone}`)).toContain(`1 × ${name} for`);
});

test("a coupon's code is read in digits of another script, too", async () => {
  const { code } = await till.give("olivia");
  const thai = code.replace(/\d/g, (digit) => String.fromCodePoint(0x0e50 + Number(digit)));
  expect(thai).not.toBe(code);
  for (const command of ["check", "use", "ungift"])
    expect(await replyTo(`/${command} ${thai}`)).toContain(code);
});

test("a set's name that is too long is cut between letters", async () => {
  const name = "a".repeat(199);
  const question = await world.sendText("manager", `/newset ${name}😀😀 item x10 30d`);
  await world.tapButton("manager", buttonIn(question, /%2Fyes/));
  const { data } = await till.connect.getCouponSet({ search: name });
  expect(data.map((set) => set.name)).toEqual([`${name}…`]);
});

test.each(["1 000", "1\u00A0000", "1\u202F000", "๑ ๐๐๐", "1.000", "1 000.50"])(
  "a thousand as %j is named and asked for again, and is never a point",
  async (written) => {
    const { card } = await numbersOf("olivia");
    const reply = await replyTo(`/add ${card} ${written}`);
    expect(reply).not.toContain("Add 1 point");
    expect(reply).toMatch(/isn’t possible|whole number/);
    expect(await replyTo("1,000")).toContain("1,000 points");
  },
);

test("a field of a new set that can't be read is named, and is no part of the name", async () => {
  for (const name of ['"Iced Tea"', "“Iced Tea”", "Iced Tea"]) {
    const reply = await replyTo(`/newset ${name} item x10 31/01/2027`);
    expect(reply).toContain("“31/01/2027” isn’t possible");
    expect(reply.split("\n")).toContain("Iced Tea");
  }
  await world.tapButton("manager", "do=language&to=th");
  expect(await replyTo('/newset "Iced Tea" item x10 31/01/2027')).toContain("ใช้ “31/01/2027” ไม่ได้");
});

test("a code is read with what a sentence puts around it, and with marks that nobody sees", async () => {
  const { code } = await till.give("olivia");
  for (const written of [
    `${code}.`,
    `“${code}”`,
    `: ${code}`,
    `「${code}」。`,
    `\u2068${code}\u2069`,
  ])
    for (const command of ["/check", "\u200E/check", "/check:"])
      expect(await replyTo(`${command} ${written}`), `${command} ${written}`).toContain(code);
});

test("an imported code with its own signs is checked by staff and by its member", async () => {
  const { uuid: memberUuid } = await till.member("olivia");
  const imported = ["AB_12.3/4+5", "TEA+2027", "X_TEA_9+"];
  const { uuid: coupon_set_uuid } = await till.connect.createCouponSet({
    name: "Imported tea",
    type: "FREE_ITEM",
    source: "IMPORT",
    codes: imported,
  });
  for (const _code of imported)
    await till.connect.giveCouponToMemberId({ memberUuid, coupon_set_uuid });
  for (const code of imported) {
    expect(await replyTo(`/check ${code}`)).toContain(code);
    for (const written of [code, `"${code}"`, `“${code}”`, `: ${code}`])
      expect(
        stringsOf(await world.sendText("olivia", `check ${written}`)),
        `for ${written}`,
      ).toContain(code);
  }
});

test("a colleague is removed by their name in any quotes and dashes", async () => {
  const found = await world.sendText("owner", "/remove “ploy”");
  expect(factsOf(found)).toContain("Remove Ploy from the staff?");
});

test("an emoji in a set's name stays whole", async () => {
  const question = await replyTo("/newset 👨‍👩‍👧 Family\u200B ❤️ item x10 30d");
  expect(question).toContain("👨‍👩‍👧 Family ❤️");
});
