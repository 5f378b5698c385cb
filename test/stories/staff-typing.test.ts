/** What staff type or paste behind a command: digits of any script, and numbers, names and document numbers. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { factsOf } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
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
