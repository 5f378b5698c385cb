/** The bot is moved to another LINE account while orders and redemptions of the former one are open. */
import { dirname } from "node:path";
import { tmpdir } from "node:os";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import { embeddedDevAccount } from "../../src/app/embedded-accounts.ts";
import {
  createNonIdempotentPlatform,
  type NonIdempotentPlatform,
} from "../support/non-idempotent-platform.ts";
import { callCommand } from "../support/operator.ts";
import { buttonIn } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
import { createWorld, type World } from "../support/world.ts";

const former = `U${"f".repeat(32)}`;

let platform: NonIdempotentPlatform;
let world: World;
let till: Till;
beforeEach(async () => {
  platform = await createNonIdempotentPlatform();
  world = await createWorld(platform.env());
  platform.clock = world.clock;
  till = createTill(world);
});
afterEach(async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
  await platform[Symbol.asyncDispose]();
});

/** Gives all that is stored to another account while the bot is stopped. */
const moveTo = (account: string) =>
  world.restart(async () => {
    using file = new DatabaseSync(world.storeFile, { timeout: 2000 });
    file.prepare("update orders set account = ?").run(account);
  });
/** Of the orders that undo nothing. */
function states(): unknown[] {
  using file = new DatabaseSync(world.storeFile, { readOnly: true });
  const rows = file.prepare("select state from orders where undoes is null").all();
  return rows.map(({ state }) => state);
}

const settle = async () => {
  for (let second = 0; second < 100; second += 5) await world.advanceTime(5000);
};

/** A gift whose request is lost. */
async function giftWithoutAnswer(): Promise<void> {
  const yes = buttonIn(await world.sendText("manager", "/gift iced olivia"), /%2Fyes/);
  platform.fates.push("lost");
  const before = platform.sends.length;
  const tapped = world.tapButton("manager", yes);
  await world.advanceTime(20_000, tapped);
  await tapped;
  expect(platform.sends).toHaveLength(before + 1);
  expect(states()).toEqual(["working"]);
}

/** What the doctor says of former accounts. */
async function doctor(): Promise<string | undefined> {
  const env = { DATA_DIR: dirname(world.storeFile) };
  const { stdout } = await callCommand(["doctor"], { cwd: tmpdir(), env });
  return /former accounts.*/.exec(stdout)?.[0];
}

test("an order of unknown outcome is settled", async () => {
  await giftWithoutAnswer();
  await moveTo(former);
  await settle();
  expect(states()).toEqual(["done"]);
});

test("a redemption gets its points back", async () => {
  const { uuid } = await till.connect.createCouponSet({
    name: "Latte to redeem",
    type: "FREE_ITEM",
    source: "AUTO_GENERATE",
    points_cost: 40,
  });
  const points = async () => (await till.member("olivia")).cards[0]?.point ?? 0;
  const before = await points();
  const yes = buttonIn(await world.tapButton("olivia", `do=redeem&set=${uuid}`), /yes=/);
  // The gift is refused, and the points can't be given back at once.
  platform.fates.push("done", 409, "lost");
  const tapped = world.tapButton("olivia", yes);
  await world.advanceTime(20_000, tapped);
  await tapped;
  expect(states()).toEqual(["working"]);
  expect(await points()).toBe(before - 40);
  await moveTo(former);
  await settle();
  expect(states()).toEqual(["taken_back"]);
  expect(await points()).toBe(before);
});

test("what an emulator was sent, or what was never sent, as in a dev channel, isn't sent to the platform", async () => {
  await giftWithoutAnswer();
  const before = platform.sends.length;
  await moveTo(embeddedDevAccount.botUserId);
  await settle();
  expect(states()).toEqual(["working"]);
  await moveTo(former);
  using file = new DatabaseSync(world.storeFile, { timeout: 2000 });
  file.exec("update orders set steps = json_set(steps, '$[0].sends', 0), retry_at = 0");
  await settle();
  expect(states()).toEqual(["working"]);
  expect(platform.sends).toHaveLength(before);
});

test("the doctor names the account", async () => {
  await giftWithoutAnswer();
  expect(await doctor()).toContain("none has left anything open");
  await moveTo(former);
  expect(await doctor()).toContain(`orders of ${former} are open`);
});
