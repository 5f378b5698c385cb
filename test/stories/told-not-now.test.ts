/** Who may have read that something isn't done has it not done later, when the answer to that tap is tried again. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { OperationName } from "../../src/loyalty/contract.ts";
import { buttonIn, factsOf, tapWithLostAnswer } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let till: Till;
let latte: string;
beforeEach(async () => {
  const limits = { LIMIT_GIFTS_PER_STAFF_DAY: "1", LIMIT_REDEEM_PER_MEMBER_DAY: "1" };
  world = await createWorld(limits);
  till = createTill(world);
  const set = { type: "FREE_ITEM", source: "AUTO_GENERATE", points_cost: 40 } as const;
  latte = (await till.connect.createCouponSet({ name: "Latte to redeem", ...set })).uuid;
});
afterEach(async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const writes = (operation: OperationName) => world.platform.requests({ operation }).length;
const yesTo = async (label: string, order: string) =>
  buttonIn(await world.sendText(label, order), /yes/);
const yesToReward = async () =>
  buttonIn(await world.tapButton("olivia", `do=redeem&set=${latte}`), /yes=/);

/** On a slow platform time has to pass until LINE has the reply. */
async function tapUnheard(who: string, data: string): Promise<void> {
  let isSent = false;
  const sent = tapWithLostAnswer(world, who, data).then(() => (isSent = true));
  while (!isSent) await world.advanceTime(100, sent);
}

test.each<[what: string, who: string, ask: () => Promise<string>, OperationName, words: string]>([
  [
    "a gift",
    "manager",
    () => yesTo("manager", `/gift ${latte} olivia`),
    "giveCouponToMemberId",
    "0 coupons left",
  ],
  ["a redemption", "olivia", yesToReward, "burnPoint", "today"],
  [
    "a redemption at the till",
    "manager",
    () => yesTo("manager", `/redeem ${latte} olivia`),
    "burnPoint",
    "in a day",
  ],
])("%s above a limit that is free again by then", async (_, who, ask, operation, words) => {
  const [first, second] = [await ask(), await ask()];
  await world.tapButton(who, first);
  expect(writes(operation)).toBe(1);
  const before = world.line.sent.length;
  await tapUnheard(who, second);
  expect(factsOf(world.line.sent[before]?.messages ?? [])).toContain(words);
  await world.restart(async () => {
    using file = new DatabaseSync(world.storeFile, { timeout: 2000 });
    file.exec("update orders set state = 'undone', gifts = 0 where state = 'done'");
  });
  await world.settle();
  expect(writes(operation)).toBe(1);
  using file = new DatabaseSync(world.storeFile, { readOnly: true });
  const rows = file.prepare("select state from orders where undoes is null order by state").all();
  expect(rows.map(({ state }) => state)).toEqual(["open", "undone"]);
});
