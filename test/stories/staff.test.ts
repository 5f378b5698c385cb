/** Staff commands through signed webhooks: members, gifts, coupons, points and coupon sets. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { askToUndo, buttonIn, factsOf, undo } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
import { createWorld, type World } from "../support/world.ts";
import { stringsOf, textOf } from "../support/views.ts";

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

const couponCount = async (label: string) => {
  const { uuid: member_uuid } = await till.member(label);
  const { pagination } = await till.connect.getGiveCouponHistory({ member_uuid });
  return pagination.total;
};

const cardOf = async (label: string) => (await till.member(label)).cards[0]?.card_no ?? "";
const balance = async (label: string) => (await till.member(label)).cards[0]?.point;
const managerReply = async (text: string) => factsOf(await world.sendText("manager", text));

describe("/find and /member", () => {
  test("find by phone number and name, however they are written, and show no full number", async () => {
    const spellings = [
      "0800000001",
      "+66 80 000 0001",
      "0066800000001",
      "080-000-0001",
      "๐๘๐ ๐๐๐ ๐๐๐๑",
      "สมชาย",
      '"สมชาย ใจดี"',
    ];
    for (const who of spellings) {
      world.clock.turn(10_000);
      const words = stringsOf(await world.sendText("cashier", `/find ${who}`));
      expect(words, `for ${who}`).toContain("สมชาย ใจดี");
      expect(words, `for ${who}`).not.toContain("800000001");
    }
  });

  test("find by card number, in groups too", async () => {
    const { cards } = await till.member("olivia");
    const number = cards[0]?.card_no ?? "";
    const grouped = number.replace(/(.{4})(?=.)/g, "$1 ");
    expect(stringsOf(await world.sendText("cashier", `/find ${number}`))).toContain("Olivia Brown");
    expect(stringsOf(await world.sendText("cashier", `/member ${grouped}`))).toContain("18,400");
  });

  test("show a chooser with masked phones when several members match", async () => {
    const choice = await world.sendText("cashier", "/member 0800000013");
    expect(textOf(choice)).toContain("Who do you mean?");
    expect(textOf(choice)).toContain("•••0013");
    const chosen = await world.tapButton("cashier", buttonIn(choice, /member/));
    expect(stringsOf(chosen)).toContain("มาลี แสงทอง");
  });

  test("say when there is no such member", async () => {
    expect(stringsOf(await world.sendText("cashier", "/find 0999999999"))).toContain(
      "There is no member",
    );
  });
});

describe("/gift", () => {
  test("asks, gives once, undoes once, and the member's next reply has a notice", async () => {
    const before = await couponCount("olivia");
    const question = await world.sendText("manager", "/gift iced olivia 2");
    const facts = factsOf(question);
    expect(facts).toContain("2 × Free iced latte");
    expect(facts).toContain("Olivia B. •••0105");
    expect(facts).toContain("Unlimited");
    expect(facts).toContain("20 of 20 coupons left to give today");
    expect(question).toHaveLength(1);
    expect(await couponCount("olivia")).toBe(before);

    const given = await world.tapButton("manager", buttonIn(question, /%2Fyes/));
    expect(factsOf(given)).toContain("Given: 2 × Free iced latte");
    expect(await couponCount("olivia")).toBe(before + 2);
    const again = await world.tapButton("manager", buttonIn(question, /%2Fyes/));
    expect(factsOf(again)).toContain("Already done");
    expect(await couponCount("olivia")).toBe(before + 2);

    const reply = stringsOf(await world.sendText("olivia", "points"));
    expect(reply).toContain("A gift for you: 2 × Free iced latte");
    expect(stringsOf(await world.sendText("olivia", "points"))).not.toContain("A gift for you");

    const { uuid: member_uuid } = await till.member("olivia");
    const yes = await askToUndo(world, "manager", given);
    const undone = await world.tapButton("manager", yes);
    expect(factsOf(undone)).toMatch(
      /^✓ Gift undone: 2 × Free iced latte.* taken back from Olivia B\./,
    );
    const { data } = await till.connect.getGiveCouponHistory({ member_uuid, status: "VOIDED" });
    expect(data).toHaveLength(2);
    expect(stringsOf(await world.tapButton("manager", yes))).toContain("Already done");
    expect(stringsOf(await world.tapButton("manager", buttonIn(given, /%2Fundo/)))).toContain(
      "Already done",
    );
  });

  test("undone meanwhile leaves no notice to the member", async () => {
    const question = await world.sendText("manager", "/gift iced olivia");
    const given = await world.tapButton("manager", buttonIn(question, /%2Fyes/));
    await undo(world, "manager", given);
    expect(stringsOf(await world.sendText("olivia", "points"))).not.toContain("A gift for you");
  });

  test.each<[string, (member: (label: string) => string) => string]>([
    ["belongs to another member by now", (member) => `line_id = '' where ${member("olivia")}`],
    ["belongs to two members by now", (member) => `line_id = line_id where ${member("olivia")}`],
  ])("leaves no notice in a LINE account that %s", async (_, changed) => {
    const question = await world.sendText("manager", "/gift iced olivia");
    const uuids = { olivia: (await till.member("olivia")).uuid, takeru: "" };
    uuids.takeru = (await till.member("takeru")).uuid;
    const member = (label: string) => `uuid = '${uuids[label as keyof typeof uuids]}'`;
    {
      using db = new DatabaseSync(world.platformFile, { timeout: 5000 });
      db.exec(`update member set ${changed(member)}`);
      db.exec(`update member set line_id = '${world.lineId("olivia")}' where ${member("takeru")}`);
    }
    const given = factsOf(await world.tapButton("manager", buttonIn(question, /%2Fyes/)));
    expect(given).toContain("Given: 1 × Free iced latte");
    for (let round = 0; round < 2; round++) {
      expect(stringsOf(await world.sendText("olivia", "points"))).not.toMatch(
        /A gift for you|latte/,
      );
    }
  });

  test("can't be undone after 15 minutes", async () => {
    const question = await world.sendText("manager", "/gift iced olivia");
    const given = await world.tapButton("manager", buttonIn(question, /%2Fyes/));
    const yes = await askToUndo(world, "manager", given);
    world.clock.turn(15 * 60_000);
    expect(factsOf(await world.tapButton("manager", buttonIn(given, /%2Fundo/)))).toContain(
      "too late",
    );
    expect(stringsOf(await world.tapButton("manager", yes))).toContain("expired");
    expect(
      (await till.connect.getGiveCouponHistory({ status: "VOIDED" })).data[0]?.voided_at,
    ).not.toBe(new Date(world.clock.now()).toISOString());
  });

  test("gives nothing after Cancel, nor by a yes after it", async () => {
    const before = await couponCount("olivia");
    const question = await world.sendText("manager", "/gift iced olivia");
    expect(stringsOf(await world.tapButton("manager", buttonIn(question, /%2Fno/)))).toContain(
      "Cancelled",
    );
    expect(stringsOf(await world.tapButton("manager", buttonIn(question, /%2Fyes/)))).toContain(
      "Cancelled",
    );
    expect(await couponCount("olivia")).toBe(before);
  });

  test("gives nothing after /cancel", async () => {
    const question = await world.sendText("manager", "/gift iced olivia");
    expect(stringsOf(await world.sendText("manager", "/cancel"))).toContain("Cancelled");
    expect(stringsOf(await world.tapButton("manager", buttonIn(question, /%2Fyes/)))).toContain(
      "Cancelled",
    );
    expect(stringsOf(await world.sendText("manager", "/cancel"))).toContain("no open question");
  });

  test("finds the set by number, uuid or quoted name; a chooser when several match", async () => {
    const list = factsOf(await world.sendText("manager", "/sets"));
    const number = /#(\d+) Free iced latte/.exec(list)?.[1] ?? "";
    for (const set of [`#${number}`, '"Free iced latte"', "“free iced”", "lat"]) {
      const question = await world.sendText("manager", `/gift ${set} olivia`);
      expect(factsOf(question)).toContain("Free iced latte");
    }
    world.clock.turn(600_001);
    expect(stringsOf(await world.sendText("manager", `/gift #${number} olivia`))).toContain(
      "/sets first",
    );
    await till.connect.createCouponSet({
      name: "Free iced tea",
      type: "FREE_ITEM",
      source: "AUTO_GENERATE",
    });
    const choice = await world.sendText("manager", "/gift free olivia 2");
    expect(stringsOf(choice)).toContain("Which coupon set");
    const question = await world.tapButton("manager", buttonIn(choice, /set/));
    expect(factsOf(question)).toContain("2 × Free iced");
  });

  test("refuses what can't be given without asking", async () => {
    expect(await managerReply("/gift bakery olivia")).toContain("can’t be given right now");
    expect(await managerReply("/gift opening olivia")).toContain("No coupons of");
    expect(await managerReply("/gift cold olivia")).toContain("can’t be given right now");
    expect(await managerReply("/gift 10% olivia 4")).toContain("Only 3 coupons are left");
    expect(await managerReply("/gift iced อนงค์")).toContain("isn’t active");
    expect(await managerReply("/gift iced olivia 11")).toContain("10 at most");
    expect(await managerReply("/gift nothing olivia")).toContain("no coupon set");
    expect(await managerReply("/gift iced")).toContain("Who gets");
  });

  test("of the last coupon by two staff: one succeeds", async () => {
    await till.connect.createCouponSet({
      name: "Last one",
      type: "FREE_ITEM",
      source: "GENERATE",
      quantity: 1,
    });
    const first = await world.sendText("manager", '/gift "Last one" olivia');
    const second = await world.sendText("owner", '/gift "Last one" สมชาย');
    const answers = await Promise.all([
      world.tapButton("manager", buttonIn(first, /%2Fyes/)),
      world.tapButton("owner", buttonIn(second, /%2Fyes/)),
    ]);
    const words = answers.map(factsOf);
    expect(words.filter((one) => one.includes("Given: 1"))).toHaveLength(1);
    expect(words.filter((one) => one.includes("Too few coupons are left"))).toHaveLength(1);
  });

  test("is taken back by /ungift, after a question", async () => {
    const { code } = await till.give("olivia");
    const question = await world.sendText("manager", `/ungift ${code}`);
    expect(factsOf(question)).toContain("Take this coupon back?");
    expect(factsOf(await world.tapButton("manager", buttonIn(question, /%2Fyes/)))).toContain(
      "Taken back",
    );
    expect((await till.connect.checkCoupon({ code })).usable).toBe(false);
    expect(factsOf(await world.sendText("manager", "/gifts olivia"))).toContain("taken back");
  });
});

describe("/check and /use", () => {
  test("/check shows the state, /use asks with a masked member and uses once; then when, where and by whom", async () => {
    const { code } = await till.give("olivia", { name: "Mango" });
    const checked = await world.sendText("cashier", `/check ${code}`);
    expect(factsOf(checked)).toContain("can be used");
    const question = await world.sendText("cashier", `/use ${code}`);
    expect(factsOf(question)).toContain("Olivia B. •••0105");
    expect(factsOf(question)).toContain("Mango");
    expect(factsOf(question)).not.toContain("Brown");
    expect(factsOf(question)).toContain("final");
    expect(factsOf(await world.tapButton("cashier", buttonIn(question, /%2Fyes/)))).toContain(
      "Used:",
    );
    expect(factsOf(await world.sendText("cashier-two", `/use ${code}`))).toContain(
      "Already used on 23 Nov 2026 at 12:00 (Ploy)",
    );
    expect(factsOf(await world.sendText("cashier", "/check NOSUCH99"))).toContain(
      "There is no coupon",
    );
  });
});

describe("points", () => {
  test("/add and /burn show the balance before and after, and drop the member's cache entry", async () => {
    const card = await cardOf("olivia");
    expect(stringsOf(await world.sendText("olivia", "points"))).toContain("18,400");
    const question = await world.sendText("manager", `/add ${card} 100 R-77/1`);
    expect(factsOf(question)).toContain("18,400 → 18,500");
    const added = await world.tapButton("manager", buttonIn(question, /%2Fyes/));
    expect(factsOf(added)).toContain("18,400 → 18,500");
    expect(stringsOf(await world.sendText("olivia", "points"))).toContain("18,500");
    const burn = await world.sendText("manager", `/burn ${card} 500`);
    await world.tapButton("manager", buttonIn(burn, /%2Fyes/));
    expect(await balance("olivia")).toBe(18_000);
    await undo(world, "manager", added);
    expect(await balance("olivia")).toBe(17_900);
    expect(stringsOf(await world.sendText("olivia", "points"))).toContain("17,900");
  });

  test("that aren't a whole number are refused, and nothing is asked", async () => {
    const card = await cardOf("olivia");
    for (const points of ["1,5", "1.000", "1.5", "1e3", "0x10", "+5", "0"]) {
      world.clock.turn(30_000);
      for (const order of [`/add ${card} ${points}`, `/burn ${card} ${points} R-1`]) {
        const reply = await world.sendText("manager", order);
        expect(factsOf(reply), `for ${order}`).toContain("Please write a whole number");
        expect(stringsOf(reply), `for ${order}`).not.toContain("%2Fyes");
      }
      expect(await managerReply(`/gift iced olivia ${points}`), `for ${points}`).not.toContain(
        "Give",
      );
    }
  });

  test("are a thousand with a separator, and in Thai or full-width digits", async () => {
    const card = await cardOf("olivia");
    for (const points of ["1,000", "๑๐๐๐", "１，０００"]) {
      expect(await managerReply(`/add ${card} ${points}`), `for ${points}`).toContain(
        "18,400 → 19,400",
      );
    }
  });

  test("/burn of too many points shows the balance and the request", async () => {
    const words = factsOf(await world.sendText("manager", `/burn ${await cardOf("somchai")} 2000`));
    expect(words).toContain("the balance is 1,250, you asked for 2,000");
  });

  test("a balance that fell before the tap is refused with both numbers", async () => {
    const card_no = await cardOf("somchai");
    const question = await world.sendText("manager", `/burn ${card_no} 1000`);
    await till.connect.burnPoint({ card_no, points: 600 });
    expect(factsOf(await world.tapButton("manager", buttonIn(question, /%2Fyes/)))).toContain(
      "the balance is 650, you asked for 1,000",
    );
  });

  test.each(["id", "ref", "key"] as const)("/void by %s", async (way) => {
    const card_no = await cardOf("olivia");
    const made = await till.connect.addPoint({
      card_no,
      method: 2,
      points: 50,
      ref_no: "ใบ 7/#1",
      ref_id: "key-of-it",
    });
    const what = { id: String(made.id), ref: "ref:ใบ 7/#1", key: "key:key-of-it" }[way];
    const question = await world.sendText("manager", `/void ${what}`);
    expect(factsOf(question)).toContain("18,450 → 18,400");
    await world.tapButton("manager", buttonIn(question, /%2Fyes/));
    expect(await balance("olivia")).toBe(18_400);
    expect(factsOf(await world.sendText("manager", `/void ${what}`))).toContain(
      "already been voided",
    );
    expect(factsOf(await world.sendText("cashier", `/history ${card_no}`))).toContain("voided");
  });

  test("/void of a reference voids burns first: they give back points that the adds need", async () => {
    const card_no = await cardOf("takeru");
    const ref_no = "R-77/2";
    await till.connect.addPoint({ card_no, method: 2, points: 100, ref_no });
    await till.connect.burnPoint({ card_no, points: 80, ref_no });
    const question = await world.sendText("manager", `/void ref:${ref_no}`);
    expect(factsOf(question)).toContain("20 → 0");
    expect(factsOf(await world.tapButton("manager", buttonIn(question, /%2Fyes/)))).toContain(
      "Voided",
    );
    expect(await balance("takeru")).toBe(0);
    expect(await managerReply(`/void ref:${ref_no}`)).toContain("already been voided");
  });

  test("/void of a reference skips voided transactions", async () => {
    const card_no = await cardOf("olivia");
    const ref_no = "R-77/3";
    const { id } = await till.connect.addPoint({ card_no, method: 2, points: 50, ref_no });
    await till.connect.voidTransactionById({ id });
    await till.connect.addPoint({ card_no, method: 2, points: 60, ref_no });
    const question = await managerReply(`/void ref:${ref_no}`);
    expect(question).toContain("18,460 → 18,400");
    expect(question).not.toContain("50 points");
  });

  test("a chooser asks which of several cards", async () => {
    const choice = await world.sendText("manager", "/add ปิยะ 10");
    expect(stringsOf(choice)).toContain("Which card");
    const question = await world.tapButton("manager", buttonIn(choice, /card/));
    expect(factsOf(question)).toContain("Add 10 points");
  });
});

describe("/newset", () => {
  test("creates a set from one line", async () => {
    const question = await world.sendText("manager", "/newset Autumn tea amount 50 x20 2026-12-31");
    expect(factsOf(question)).toContain("Autumn tea");
    await world.tapButton("manager", buttonIn(question, /%2Fyes/));
    const { data } = await till.connect.getCouponSet({ search: "Autumn tea" });
    expect(data).toMatchObject([
      {
        type: "DISCOUNT_AMOUNT",
        value: 50,
        count: { total: 20 },
        validity: { end_on: "2026-12-31" },
      },
    ]);
  });

  test("creates a set by buttons", async () => {
    expect(stringsOf(await world.sendText("manager", "/newset"))).toContain("/newset Autumn latte");
    let reply = await world.sendText("manager", "/newset ชาฤดูหนาวที่อร่อยที่สุดในเมือง");
    for (const choice of [/to=percent/, /to=20/, /to=unlimited/, /to=30d/]) {
      reply = await world.tapButton("manager", buttonIn(reply, choice));
    }
    await world.tapButton("manager", buttonIn(reply, /%2Fyes/));
    const { data } = await till.connect.getCouponSet({ search: "ชาฤดูหนาว" });
    expect(data).toMatchObject([
      { type: "DISCOUNT_PERCENT", value: 20, source: "AUTO_GENERATE", validity: { days: 30 } },
    ]);
  });
});
