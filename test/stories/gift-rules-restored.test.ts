/** What a rule gives is given once although a backup of before is restored. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  createNonIdempotentPlatform,
  type NonIdempotentPlatform,
} from "../support/non-idempotent-platform.ts";
import { backUp, restoreBackup } from "../support/store-backup.ts";
import { createTill, type Till } from "../support/till.ts";
import { createWorld, type World } from "../support/world.ts";
import { textOf } from "../support/views.ts";

const dayMs = 86_400_000;

let platform: NonIdempotentPlatform;
let world: World;
let till: Till;
/** The uuid of the set that is given. */
let cake: string;
beforeEach(async () => {
  platform = await createNonIdempotentPlatform();
  world = await createWorld(platform.env());
  platform.clock = world.clock;
  till = createTill(world);
  const set = { name: "Cake", type: "FREE_ITEM", source: "GENERATE", quantity: 9 } as const;
  cake = (await till.connect.createCouponSet(set)).uuid;
  setBirthdate("olivia", "1990-11-23");
  await world.restart(() => backUp(world), { BIRTHDAY_GIFT: cake });
});
afterEach(async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
  await platform[Symbol.asyncDispose]();
});

function setBirthdate(label: string, value: string): void {
  using file = new DatabaseSync(world.platformFile, { timeout: 2000 });
  const data = JSON.stringify([{ key: "birthdate", value }]);
  file.prepare("update member set other_data = ? where line_id = ?").run(data, world.lineId(label));
}

/** Until who is a member is looked up again. */
const rest = () => world.advanceTime(61_000);
const says = async (label: string, text = "points") => textOf(await world.sendText(label, text));
const uuidOf = async (label: string) => (await till.member(label)).uuid;

/** The uuids of those who were given a coupon of the set. */
async function given(): Promise<(string | undefined)[]> {
  const { data } = await till.connect.getGiveCouponHistory({ size: 100 });
  return data.flatMap((one) => (one.coupon_set_uuid === cake ? [one.member_uuid] : []));
}

async function left(why: string): Promise<boolean> {
  const metrics = await (await fetch(`${world.bot.origin}/metrics`)).text();
  return metrics.includes(`rule_gifts_total{rule="birthday",outcome="${why}"} 1`);
}

test.each([
  ["by its key", undefined],
  ["by its set, where the platform lists no keys", null],
])("it is found %s", async (_how, shownKey) => {
  platform.shownKey = shownKey;
  const uuid = await uuidOf("olivia");
  await says("olivia");
  expect(await given()).toEqual([uuid]);
  await world.restart(() => restoreBackup(world));
  for (let day = 1; day <= 7; day++) {
    expect(await says("olivia")).toContain("18,400");
    world.clock.move(dayMs);
    await rest();
  }
  expect(await given()).toEqual([uuid]);
  expect(await left("given_before")).toBe(true);
});

test("it is given once the platform shows that it wasn't", async () => {
  await world.restart(() => restoreBackup(world));
  // The sets are known.
  await says("somchai", "coupons");
  platform.isBlank = true;
  await world.sendText("olivia", "card");
  expect(await given()).toEqual([]);
  expect(await left("unread")).toBe(true);
  platform.isBlank = false;
  await rest();
  await says("olivia");
  expect(await given()).toEqual([await uuidOf("olivia")]);
});

test("nothing is looked for on birthdays that have begun since", async () => {
  setBirthdate("nok", "1985-11-25");
  await world.restart(() => restoreBackup(world));
  world.clock.move(3 * dayMs);
  await rest();
  await says("nok");
  expect(await given()).toEqual([await uuidOf("nok")]);
  expect(await left("given_before")).toBe(false);
});
