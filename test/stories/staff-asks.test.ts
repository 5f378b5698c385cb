/** Commands ask for what they lack, one thing at a time, and keep what was written before; amounts that are none are told so. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buttonIn, factsOf } from "../support/staff.ts";
import { buttonsOf } from "../support/views.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeEach(async () => {
  world = await createWorld({ MEMBER_CODE: "rotating" });
});
afterEach(() => world[Symbol.asyncDispose]());

const replyTo = async (text: string, who = "manager") => factsOf(await world.sendText(who, text));
/** With the owner's right to everything. */
const ownerReply = (text: string) => replyTo(text, "owner");

describe("a command", () => {
  test("with everything but its last argument asks for that one, and goes on with both", async () => {
    expect(await replyTo("/gift iced")).toContain("Who gets “Free iced latte");
    expect(await replyTo("olivia")).toMatch(/Give this\?\n1 × Free iced latte.*Olivia/s);
    expect(await replyTo("/add olivia")).toMatch(
      /How many points for Olivia B\..*Write the number/,
    );
    expect(await replyTo("250")).toMatch(/Add 250 points to .*Olivia/);
    expect(await replyTo("/reward iced")).toMatch(/What should Free iced latte.* cost/);
    expect(await replyTo("9,999")).toMatch(/Set this price\?\nFree iced latte.* for 9,999 points/);
    expect(await replyTo("/redeem iced")).toContain("Who redeems “Free iced latte");
    expect(await replyTo("olivia")).toContain("Redeem points for this coupon?");
  });

  test("with nothing asks for one thing after the other", async () => {
    expect(await replyTo("/add")).toContain("Whose card?");
    expect(await replyTo("olivia")).toContain("How many points for Olivia");
    expect(await replyTo("7")).toContain("Add 7 points");
    expect(await replyTo("/burn")).toContain("Whose card?");
    expect(await replyTo("olivia")).toContain("How many points for Olivia");
    expect(await replyTo("7")).toContain("Burn 7 points");
  });

  test("shows a list where there is one, of which every button goes on", async () => {
    const sets = await world.sendText("manager", "/gift");
    const asked = await world.tapButton("manager", buttonIn(sets, /%2Fgift/));
    expect(factsOf(asked)).toContain("Who gets “");
    expect(await replyTo("olivia")).toContain("Give this?");

    const rewards = await world.sendText("manager", "/redeem");
    expect(factsOf(rewards)).toMatch(/Free iced latte[^\n]*points/);
    await world.tapButton("manager", buttonIn(rewards, /%2Fredeem/));
    expect(await replyTo("olivia")).toMatch(/Redeem|Too few points/);

    const priced = await world.sendText("manager", "/reward");
    const price = await world.tapButton("manager", buttonIn(priced, /%2Freward/));
    expect(factsOf(price)).toContain("cost in points?");
    expect(await replyTo("77")).toContain("Set this price?");

    const staff = await world.sendText("owner", "/remove");
    expect(buttonsOf(staff).map(({ label }) => label)).toEqual(expect.arrayContaining(["Anan"]));
    expect(factsOf(staff)).not.toContain("Khun Malee");
    const removal = await world.tapButton("owner", buttonIn(staff, /%2Fremove/));
    expect(factsOf(removal)).toContain("from the staff?");

    const roles = await world.sendText("owner", "/invite");
    expect(factsOf(roles)).toMatch(/Which role.*marketer\ncashier\nmanager\nowner/s);
    const invitation = await world.tapButton("owner", buttonIn(roles, /role=cashier/));
    expect(factsOf(invitation)).toMatch(/\/join \w+/);
  });

  test("takes a typed answer in place of a button of its list", async () => {
    await replyTo("/gift");
    expect(await replyTo("iced")).toContain("Who gets “Free iced latte");
    await ownerReply("/invite");
    expect(await ownerReply("Manager")).toMatch(/\/join \w+/);
    await ownerReply("/remove");
    expect(await ownerReply("anan")).toContain("Remove Anan from the staff?");
  });

  test.each([
    ["find", "Who is it?", "olivia", /Olivia Brown/],
    ["member", "Who is it?", "olivia", /Olivia Brown/],
    ["history", "Whose card?", "olivia", /Balance|points/],
    ["check", "Which coupon?", "NOSUCH99", /no coupon “NOSUCH99”/],
    ["use", "Which coupon?", "NOSUCH99", /no coupon “NOSUCH99”/],
    ["ungift", "Which coupon?", "NOSUCH99", /no coupon “NOSUCH99”/],
    ["scan", "Which code?", "NOSUCH99", /neither a coupon nor a card/],
    ["void", "Which transaction?", "ref:NOSUCH", /no transaction “ref:NOSUCH”/],
  ])("/%s asks, and answers what is written next", async (name, question, answer, reply) => {
    expect(await replyTo(`/${name}`)).toContain(question);
    expect(await replyTo(answer)).toMatch(reply);
  });

  test("asks again for what names nothing, and keeps the rest", async () => {
    expect(await replyTo("/gift nosuchset olivia 2")).toContain("no coupon set “nosuchset”");
    expect(await replyTo("iced")).toMatch(/Give this\?\n2 × Free iced latte.*Olivia/s);
    expect(await replyTo("/add nobody 5")).toContain("no member “nobody”");
    expect(await replyTo("olivia")).toContain("Add 5 points");
  });

  test("is forgotten after ten minutes, by /cancel and by another command", async () => {
    await replyTo("/add");
    world.clock.turn(600_001);
    expect(await replyTo("olivia")).not.toContain("How many points");
    await replyTo("/add");
    expect(await replyTo("/cancel")).toContain("Cancelled. Nothing was done.");
    expect(await replyTo("olivia")).not.toContain("How many points");
    await replyTo("/add");
    await replyTo("/sets");
    expect(await replyTo("olivia")).not.toContain("How many points");
  });

  test("with more than it takes gets its usage line", async () => {
    expect(await replyTo("/gift iced olivia 2 3 4")).toMatch(/no member|like this: \/gift/);
    expect(await replyTo("/sets now")).toContain("Please write it like this: /sets");
    expect(await replyTo('/gift "iced" "olivia" 2 "more"')).toContain(
      "like this: /gift <set> <who> [quantity]",
    );
  });

  test("of another role asks for nothing", async () => {
    expect(await replyTo("/gift", "cashier")).toContain("only for");
    expect(await replyTo("/gift", "stranger")).not.toContain("coupon set");
    expect(await replyTo("/find", "olivia")).not.toContain("Who is it?");
  });
});

describe("an amount", () => {
  test.each(["0", "-5", "1.5", "1 000", "abc", "٣.٥", "1e3", "½"])(
    "of %j is refused with words, and the next one is taken",
    async (written) => {
      expect(await replyTo(`/add 880000000001 ${written}`)).toContain(
        `“${written.replace("٣.٥", "3.5")}” isn’t possible. Please write a whole number above 0.`,
      );
      expect(await replyTo("12")).toMatch(/Add 12 points|no member/);
      await replyTo("/reward iced");
      expect(await replyTo(written)).toContain("Please write a whole number above 0, or off.");
      expect(await replyTo(`/reward iced ${written}`)).toContain(
        "Please write a whole number above 0, or off.",
      );
    },
  );

  test("that is too much is told how much it can be", async () => {
    expect(await replyTo("/gift iced olivia 11")).toContain(
      "“11” is too much. Please write a whole number above 0, 10 at most.",
    );
    expect(await replyTo("/add olivia 2,147,483,648")).toContain("2,147,483,647 at most");
  });
});

test.each([
  [
    "somchai",
    /บัตรของใคร/,
    /กี่แต้ม/,
    /ที่มากกว่า 0/,
    /\/gift <ชุดคูปอง> <สมาชิก> \[จำนวน\]/,
    /ให้ตำแหน่งอะไร.*ผู้จัดการ/s,
    "ผู้จัดการ",
  ],
  [
    "hina",
    /どなたのカード/,
    /ポイント数を入力/,
    /0より大きい整数/,
    /\/gift <セット> <会員> \[枚数\]/,
    /どの役割.*店長/s,
    "店長",
  ],
  [
    "yijun",
    /是誰的卡/,
    /要多少點/,
    /大於 0 的整數/,
    /\/gift <優惠券組> <會員> \[張數\]/,
    /要給哪個職務.*店長/s,
    "店長",
  ],
])(
  "%s is asked, corrected and shown the usage in their language",
  async (label, whose, howMany, wholeNumber, usage, role, manager) => {
    const id = world.lineId(label);
    await world[Symbol.asyncDispose]();
    world = await createWorld({ STAFF_OWNER_LINE_IDS: id });
    expect(await replyTo("/add", label)).toMatch(whose);
    expect(await replyTo("olivia", label)).toMatch(howMany);
    expect(await replyTo("0", label)).toMatch(wholeNumber);
    expect(await replyTo("/help", label)).toMatch(usage);
    expect(await replyTo('/gift "a" "b" 1 "c"', label)).toMatch(usage);
    expect(await replyTo("/invite", label)).toMatch(role);
    expect(await replyTo(manager, label)).toMatch(/\/join \w+/);
  },
);
