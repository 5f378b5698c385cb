/** What staff write after a command has asked them for something, and how their mistakes are named. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { buttonIn, factsOf } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
import { createWorld, type World } from "../support/world.ts";
import { stringsOf } from "../support/views.ts";

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

describe("/newset", () => {
  test("another type asks for a value that fits it: 200 as an amount is no percentage", async () => {
    const types = await world.sendText("manager", "/newset Autumn tea");
    let reply = types;
    for (const choice of [/to=amount/, /to=200/, /to=unlimited/])
      reply = await world.tapButton("manager", buttonIn(reply, choice));
    reply = await world.tapButton("manager", buttonIn(types, /to=percent/));
    expect(factsOf(reply)).not.toContain("200");
    for (const choice of [/to=20$/, /to=30d/])
      reply = await world.tapButton("manager", buttonIn(reply, choice));
    expect(factsOf(reply)).toContain("20%");
    expect(factsOf(reply)).toContain("Unlimited");
  });

  test("is completed by typed answers, and shown as its coupons will read", async () => {
    expect(await replyTo("/newset")).toContain("write the name");
    expect(await replyTo("Winter solstice tea")).toContain("What kind of coupon is it?");
    expect(await replyTo("Percent off")).toContain("How much");
    await world.restart();
    const fault = await replyTo("150");
    expect(fault).toContain("“150” isn’t possible: a percentage is a number from 1 to 100");
    expect(fault).toContain("How much");
    expect(await replyTo("15%")).toContain("How many?");
    expect(await replyTo("a lot")).toContain("“a lot” isn’t possible");
    expect(await replyTo("200")).toContain("How long");
    const question = await world.sendText("manager", "2026-12-31");
    expect(factsOf(question)).toMatch(
      /Winter solstice tea\n15% off\n200 coupons\nUse by 31 Dec 2026/,
    );
    await world.tapButton("manager", buttonIn(question, /%2Fyes/));
    const { data } = await till.connect.getCouponSet({ search: "Winter solstice tea" });
    expect(data).toMatchObject([
      {
        type: "DISCOUNT_PERCENT",
        value: 15,
        count: { total: 200 },
        validity: { end_on: "2026-12-31" },
      },
    ]);
  });

  test("in one line names the fault, asks for that field, and asks no confirmation", async () => {
    const reply = await world.sendText("manager", "/newset Autumn tea percent 150 x20 30d");
    expect(factsOf(reply)).toContain("“150” isn’t possible");
    expect(stringsOf(reply)).not.toContain("%2Fyes");
    expect(await replyTo("20")).toMatch(/Autumn tea\n20% off\n20 coupons/);
  });

  test("with a field that its type doesn't take names the field", async () => {
    expect(await replyTo("/newset Autumn tea item 50 x20 30d")).toContain("“50” doesn’t fit here");
  });

  test("takes today as the last day, and not yesterday, of which a coupon couldn't be given", async () => {
    expect(await replyTo("/newset Autumn tea item x10 2026-11-22")).toContain("“2026-11-22” isn’t");
    expect(await replyTo("2026-11-23")).toMatch(/Autumn tea\nFree item\n10 coupons\n.*23 Nov 2026/);
  });

  test("leaves requests and commands what they are, and ends with /cancel", async () => {
    await replyTo("/newset Autumn tea");
    expect(await replyTo("help")).not.toContain("isn’t a kind of coupon");
    expect(await replyTo("teapot")).toContain("“teapot” isn’t a kind of coupon");
    expect(await replyTo("/sets")).toContain("Coupon sets you can give");
    expect(await replyTo("item")).toContain("isn’t a code or a number");
    await replyTo("/newset Autumn tea");
    expect(await replyTo("/cancel")).toContain("Cancelled. Nothing was done.");
    expect(await replyTo("/cancel")).toContain("no open question");
  });

  test("expects an answer for ten minutes, of the person who was asked", async () => {
    await replyTo("/newset Autumn tea");
    expect(factsOf(await world.sendText("owner", "item"))).toContain("isn’t a code or a number");
    world.clock.turn(600_001);
    expect(await replyTo("item")).toContain("isn’t a code or a number");
  });
});

test("a card number with letters answers for whom a gift is, though it could be a coupon's code", async () => {
  expect(await replyTo("LOY-0042")).not.toContain("There is no member");
  const sets = await world.sendText("manager", "/sets");
  const asked = await world.tapButton("manager", buttonIn(sets, /%2Fgift/));
  expect(factsOf(asked)).toContain("a name or a card number");
  expect(await replyTo("LOY-0042")).toContain("There is no member “LOY-0042”");
  expect(await replyTo("LOY-0042 ค่ะ")).toContain("There is no member “LOY-0042 ค่ะ”");
  expect(await replyTo("check LOY-0042")).not.toContain("There is no member");
  expect(await replyTo("Olivia")).toContain("Give this?");
});

describe("a number that isn't possible", () => {
  test("of coupons is named, and the right one goes on", async () => {
    expect(await replyTo("/gift iced olivia -3")).toContain(
      "“-3” isn’t possible. Please write a whole number above 0.",
    );
    expect(await replyTo("3")).toContain("3 × Free iced latte");
  });

  test("of audit entries is named", async () => {
    expect(await replyTo("/audit x")).toContain(
      "“x” isn’t possible. Please write a whole number above 0.",
    );
  });

  test("of the last list replyTo how long the list is", async () => {
    expect(await replyTo("/gift #99 olivia")).toContain("/sets first");
    const count = (await replyTo("/sets")).match(/^#/gm)?.length;
    expect(count).toBeGreaterThan(1);
    await world.restart();
    expect(await replyTo("/gift #99 olivia")).toContain(
      `There is no #99: your last /sets has ${count} sets.`,
    );
    // Whatever is added to the dialogue meanwhile.
    world.clock.turn(360_000);
    await replyTo("/newset Autumn tea");
    world.clock.turn(300_000);
    expect(await replyTo("/gift #99 olivia")).toContain("/sets first");
  });
});
