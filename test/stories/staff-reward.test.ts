/** `/reward` and `/rewards`: prices of rewards, asked back, undone, in the audit, and seen by members. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { buttonIn, factsOf, undo } from "../support/staff.ts";
import { textOf } from "../support/views.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
beforeAll(async () => {
  world = await createWorld({});
});
afterAll(() => world[Symbol.asyncDispose]());

const replyTo = async (label: string, text: string) => factsOf(await world.sendText(label, text));
const yes = async (question: Awaited<ReturnType<World["sendText"]>>) =>
  world.tapButton("manager", buttonIn(question, /%2Fyes/));
const memberSees = async () => textOf(await world.sendText("olivia", "rewards"));
const latte = /Free iced latte.*\n.*\n([\d,]+) points/;
const priceShown = async () => latte.exec(await memberSees())?.[1];

test("a price is asked back, counts for members at once, survives a restart and can be undone", async () => {
  expect(await priceShown()).toBe("200");
  const question = await world.sendText("manager", "/reward latte 1,120");
  expect(factsOf(question)).toMatch(
    /Set this price\?\nFree iced latte.* for 1,120 points\nUntil now: 200 points · from the membership/,
  );
  expect(await priceShown()).toBe("200");
  const result = await yes(question);
  expect(factsOf(result)).toMatch(/Free iced latte.* now costs 1,120 points/);
  expect(factsOf(await yes(question))).toContain("Already done");
  await world.restart();
  expect(await priceShown()).toBe("1,120");
  expect(await replyTo("manager", "/rewards")).toMatch(/latte.* · 1,120 points · set by staff/);
  expect(await replyTo("manager", "/reward latte 1120")).toContain("that price already");
  expect(await replyTo("manager", "/audit")).toMatch(
    /\/reward.*\n.*Free iced latte.* for 1,120 points/,
  );
  expect(factsOf(await undo(world, "manager", result))).toMatch(
    /staff’s price of Free.* no longer/,
  );
  expect(await priceShown()).toBe("200");
});

test("off takes back what staff set, and says which price counts then", async () => {
  expect(await replyTo("manager", "/reward latte off")).toContain("have set no price");
  await yes(await world.sendText("manager", "/reward latte 90"));
  const question = await world.sendText("manager", "/reward latte OFF");
  expect(factsOf(question)).toMatch(
    /Until now: 90 points · set by staff\nFrom then on: 200 points · from the membership system/,
  );
  await yes(question);
  expect(await priceShown()).toBe("200");
});

test("a price that somebody else has changed meanwhile isn't overwritten", async () => {
  const first = await world.sendText("manager", "/reward latte 300");
  const other = await world.sendText("owner", "/reward latte 400");
  await world.tapButton("owner", buttonIn(other, /%2Fyes/));
  expect(factsOf(await yes(first))).toContain("Somebody has changed the price meanwhile");
  expect(await priceShown()).toBe("400");
});

test("any set can have a price, also one that can't be given; what is no price is asked again", async () => {
  await yes(await world.sendText("manager", "/reward Bakery 70"));
  expect(await replyTo("manager", "/rewards")).toMatch(
    /Bakery.* · 70 points · .*can’t be given now/,
  );
  expect(await memberSees()).not.toContain("Bakery");
  expect(await replyTo("manager", "/reward Welcome 0")).toContain("“0” isn’t a price");
  expect(await replyTo("manager", "1.5")).toContain("“1.5” isn’t a price");
  expect(await replyTo("manager", "60")).toMatch(/Set this price\?\nWelcome.* for 60 points/);
  expect(await replyTo("manager", "/cancel")).toContain("Cancelled");
  expect(await memberSees()).not.toContain("Welcome");
});

test("cashiers set none, and /rewards lists what has a price alone", async () => {
  expect(await replyTo("cashier", "/reward latte 1")).not.toContain("Set this price");
  expect(await replyTo("manager", "/rewards")).not.toContain("Cold brew");
  expect(buttonIn(await world.sendText("manager", "/rewards"), /%2Freward/)).toContain("set=");
});
