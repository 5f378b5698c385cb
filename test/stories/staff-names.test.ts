/** Members' names as staff see them: in full with the family name where it belongs, and masked at the till. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTill, type Till } from "../support/till.ts";
import { stringsOf, textOf } from "../support/views.ts";
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

test.each([
  ["somchai", "สมชาย ใจดี", "สมชาย จ."],
  ["olivia", "Olivia Brown", "Olivia B."],
  ["hina", "田中陽菜", "田中陽○"],
  ["takeru", "佐藤健", "佐藤○"],
  ["yijun", "林怡君", "林怡○"],
])("%s is found as %s, and shown at the till as %s", async (label, full, masked) => {
  const found = textOf(await world.sendText("cashier", `/find ${full}`));
  expect(found).toContain(full);
  expect(found).not.toContain("There is no member");
  const { code } = await till.give(label);
  const question = await world.sendText("cashier", `/use ${code}`);
  expect(textOf(question)).toContain(`${masked} •••`);
  expect(stringsOf(question)).not.toContain(full);
});

test("a name in one piece finds nobody whose name begins differently", async () => {
  expect(textOf(await world.sendText("cashier", "/find 林怡文"))).toContain("林怡文");
  expect(textOf(await world.sendText("cashier", "/find 林怡文"))).not.toContain("林怡君");
});
