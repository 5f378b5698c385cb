/** Cashiers add points up to a limit of their own, or not at all. */
import { afterEach, describe, expect, test } from "vitest";
import { buttonIn, factsOf } from "../support/staff.ts";
import { stringsOf } from "../support/views.ts";
import { createTill, type Till } from "../support/till.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let till: Till;
afterEach(async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

async function begin(limit?: string): Promise<void> {
  world = await createWorld(limit === undefined ? {} : { LIMIT_POINTS_CASHIER_DAY: limit });
  till = createTill(world);
}

const cardOf = async (label: string) => (await till.member(label)).cards[0]?.card_no ?? "";
const balance = async (label: string) => (await till.member(label)).cards[0]?.point;
const replyTo = async (text: string) => factsOf(await world.sendText("cashier", text));
const yes = /%2Fyes/;

test.each([undefined, "0"])("with the limit %s a cashier has no /add", async (limit) => {
  await begin(limit);
  expect(await replyTo("/help")).not.toContain("/add");
  const reply = await world.sendText("cashier", `/add ${await cardOf("olivia")} 5`);
  expect(stringsOf(reply)).not.toMatch(yes);
});

describe("with a limit", () => {
  test("a cashier adds points up to it, once, and the audit names the cashier", async () => {
    await begin("150");
    const card = await cardOf("olivia");
    expect(await replyTo("/help")).toContain("/add <card> <points>");
    expect(stringsOf(await world.sendText("cashier", "/member olivia"))).toContain("%2Fadd");
    const question = await world.sendText("cashier", `/add ${card} 100`);
    expect(factsOf(question)).toContain("150 of 150 points left today");
    await world.tapButton("cashier", buttonIn(question, yes));
    await world.tapButton("cashier", buttonIn(question, yes));
    expect(await balance("olivia")).toBe(18_500);
    expect(await replyTo(`/add ${card} 51`)).toContain("50 points left");
    expect(factsOf(await world.sendText("manager", "/audit"))).toContain(
      "Ploy · /add · done\nAdd 100 points",
    );
  });

  test("it is checked again at the tap", async () => {
    await begin("150");
    const card = await cardOf("olivia");
    const first = await world.sendText("cashier", `/add ${card} 100`);
    const second = await world.sendText("cashier", `/add ${card} 100 R-2`);
    await world.tapButton("cashier", buttonIn(first, yes));
    const refused = await world.tapButton("cashier", buttonIn(second, yes));
    expect(factsOf(refused)).toContain("50 points left");
    expect(await balance("olivia")).toBe(18_500);
  });

  test("a cashier still burns and voids nothing, and a manager's limit stays", async () => {
    await begin("150");
    const card = await cardOf("olivia");
    expect(stringsOf(await world.sendText("cashier", `/burn ${card} 5`))).not.toMatch(yes);
    expect(stringsOf(await world.sendText("manager", `/add ${card} 1000`))).toMatch(yes);
  });
});
