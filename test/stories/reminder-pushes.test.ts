/** Reminders are pushed by day, as far as the quota allows, one a member in seven days, and to nobody who wants none. */
import { DatabaseSync } from "node:sqlite";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { backUp, restoreBackup } from "../support/store-backup.ts";
import { createTill, type Till } from "../support/till.ts";
import { createWorld, type World } from "../support/world.ts";
import { buttonsOf, textOf } from "../support/views.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const settings = { REMIND_COUPON_DAYS: "14", REMIND_PUSH: "on" };

let world: World;
let till: Till;
const start = async (quota?: number) => {
  world = await createWorld({}, quota === undefined ? {} : { quota });
  till = createTill(world);
  // Nobody is reminded of the demo's own coupons.
  onPlatform("update give set expires_at = null");
};
afterEach(async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const onPlatform = (sql: string, ...values: string[]) => {
  using file = new DatabaseSync(world.platformFile, { timeout: 2000 });
  file.prepare(sql).run(...values);
};

/** Gives a coupon that ends with a day. @returns it. */
async function give(label: string, name: string, end_on = "2026-11-30") {
  const { connect } = till;
  const validity = { mode: "FIXED", end_on } as const;
  const set = { name, type: "FREE_ITEM", source: "AUTO_GENERATE", validity } as const;
  const { uuid } = await connect.createCouponSet(set);
  const { uuid: memberUuid } = await till.member(label);
  const { data } = await connect.giveCouponToMemberId({ memberUuid, coupon_set_uuid: uuid });
  return data[0]!;
}

/** Restarts the bot; what ends is read at the start, and pushed within a quarter of an hour. */
async function pushed(more: Record<string, string> = {}): Promise<string[]> {
  await world.restart(undefined, { ...settings, ...more });
  await world.advanceTime(15 * minuteMs);
  return pushes();
}

const all = () => world.line.sent.filter(({ way }) => way === "push");
const nameOf = (text: string) =>
  /ends? soon: (\w+)|(\d+ points)/.exec(text)?.slice(1).join("") ?? text;
/** What was pushed, in the order in which it was. */
const pushes = () => all().map(({ messages }) => nameOf(textOf(messages)));
const says = async (label: string, text = "points") => textOf(await world.sendText(label, text));
/** Moves the date and lets the bot work for a while. */
async function pass(ms: number): Promise<void> {
  world.clock.move(ms);
  await world.advanceTime(15 * minuteMs);
}

async function rounds(outcome: string): Promise<number> {
  const metrics = await (await fetch(`${world.bot.origin}/metrics`)).text();
  const sample = `loyalty_bot_reminder_rounds_total{outcome="${outcome}"} `;
  return Number(metrics.split(sample)[1]?.split("\n")[0] ?? 0);
}

describe("a coupon that ends", () => {
  beforeEach(() => start());

  test("is pushed to its member once, over restarts, and isn't told with a reply", async () => {
    const { code } = await give("olivia", "Cake");
    expect(await pushed()).toEqual(["Cake"]);
    const [push] = all();
    expect(push).toMatchObject({ chatId: world.lineId("olivia"), aggregationUnit: "notice" });
    const data = buttonsOf(push?.messages ?? []).map((button) => button.data);
    expect(data).toContain(`do=check&code=${code}`);
    expect(data).toContain("do=no-reminders");
    expect(await says("olivia")).not.toContain("Cake");
    expect(await pushed()).toEqual(["Cake"]);
  });

  test("is pushed between 10:00 and 19:00 of the business only", async () => {
    await give("olivia", "Cake");
    world.clock.move(7 * hourMs - 5000);
    expect(await pushed()).toEqual([]);
    await pass(14 * hourMs);
    expect(pushes()).toEqual([]);
    await pass(hourMs);
    expect(pushes()).toEqual(["Cake"]);
  });

  test("isn't pushed where it is used by then, or was told with a reply", async () => {
    const { code } = await give("olivia", "Cake");
    await give("nok", "Tea");
    await world.restart(undefined, settings);
    await world.advanceTime(2000);
    await till.connect.markUseCoupon({ code, ref_id: "till" });
    expect(await says("nok")).toContain("Tea");
    await world.advanceTime(15 * minuteMs);
    expect(pushes()).toEqual([]);
  });

  test("is the only one that its member is pushed in seven days; others are told with replies", async () => {
    await give("olivia", "Cake");
    await give("olivia", "Tea");
    expect(await pushed()).toHaveLength(1);
    await pass(6 * dayMs);
    expect(pushes()).toHaveLength(1);
    const [first] = pushes();
    expect(await says("olivia")).toContain(first === "Cake" ? "Tea" : "Cake");
    await give("olivia", "Milk", "2026-12-05");
    expect(await pushed()).toHaveLength(1);
    await pass(dayMs);
    expect(pushes()).toEqual([first, "Milk"]);
  });

  test("isn't pushed to whoever wants no reminders, for good", async () => {
    await give("olivia", "Cake");
    await pushed();
    expect(textOf(await world.tapButton("olivia", "do=no-reminders"))).toContain("won’t remind");
    await give("olivia", "Tea", "2026-12-12");
    await pass(8 * dayMs);
    expect(await pushed()).toEqual(["Cake"]);
  });

  test.each(["silent", "cut", 500] as const)(
    "is seen once where the answer to its push is lost: %s",
    async (answer) => {
      await give("olivia", "Cake");
      world.line.faults.add({ call: "push", answer, takesEffect: true, times: 3 });
      expect(await pushed()).toEqual(["Cake"]);
      await pass(hourMs);
      await pushed();
      expect(pushes()).toEqual(["Cake"]);
    },
  );

  test("isn't pushed while the quota can't be read; members are answered", async () => {
    await give("olivia", "Cake");
    world.line.faults.add({ call: "quota", answer: 500 });
    expect(await pushed()).toEqual([]);
    expect(await rounds("quota_unread")).toBeGreaterThan(0);
    expect(await says("olivia")).toContain("Cake");
  });

  test("is pushed to the LINE account that the member has by then, once that is known", async () => {
    await give("olivia", "Cake");
    await world.restart(undefined, settings);
    await world.advanceTime(2000);
    world.noteMembers();
    const move = "update member set line_id = ? where line_id = ?";
    onPlatform(move, "", world.lineId("nok"));
    onPlatform(move, world.lineId("nok"), world.lineId("olivia"));
    onPlatform(move, world.lineId("olivia"), world.lineId("jose"));
    world.noteMembers();
    await world.advanceTime(15 * minuteMs);
    expect(pushes()).toEqual([]);
    await pass(6 * hourMs);
    expect(all()).toMatchObject([{ chatId: world.lineId("nok") }]);
    expect(pushes()).toEqual(["Cake"]);
  });

  test("is pushed once although a backup of before is restored, after which pushes rest a week", async () => {
    await give("olivia", "Cake", "2026-12-05");
    await world.restart(() => backUp(world), settings);
    await world.advanceTime(15 * minuteMs);
    expect(pushes()).toEqual(["Cake"]);
    await world.restart(() => restoreBackup(world));
    await give("nok", "Milk", "2026-12-12");
    await pass(6 * dayMs);
    expect(pushes()).toEqual(["Cake"]);
    expect(await says("olivia")).not.toContain("ends soon");
    expect(await pushed({ REMIND_COUPON_DAYS: "14" })).toEqual(["Cake"]);
    await pass(dayMs);
    expect(await pushed()).toEqual(["Cake", "Milk"]);
  });

  test("is pushed once although a backup that knew it as untold is restored", async () => {
    await give("olivia", "Cake", "2026-12-05");
    await world.restart(undefined, settings);
    await world.advanceTime(2000);
    await world.restart(() => backUp(world));
    await world.advanceTime(15 * minuteMs);
    expect(pushes()).toEqual(["Cake"]);
    await world.restart(() => restoreBackup(world));
    await give("nok", "Milk", "2026-12-12");
    await pass(8 * dayMs);
    expect(pushes()).toEqual(["Cake", "Milk"]);
  });

  test("that is used by then keeps no other of its member from being pushed", async () => {
    const { code } = await give("olivia", "Cake", "2026-11-28");
    await give("olivia", "Tea");
    await world.restart(undefined, settings);
    await world.advanceTime(2000);
    await till.connect.markUseCoupon({ code, ref_id: "till" });
    await world.advanceTime(15 * minuteMs);
    await pass(hourMs);
    expect(pushes()).toEqual(["Tea"]);
  });

  test("of staff's gifts nothing is pushed by it", async () => {
    await world.restart(undefined, settings);
    await world.sendText("manager", "/gift iced olivia");
    const asked = world.line.sent.at(-1)?.messages ?? [];
    const yes = buttonsOf(asked).find(({ data }) => data?.includes("%2Fyes"));
    await world.tapButton("manager", yes?.data ?? "");
    await world.advanceTime(15 * minuteMs);
    expect(pushes()).toEqual([]);
  });
});

test.each([
  [201, 1],
  [200, 0],
  [202, 2],
])(
  "of a quota of %i messages, %i reminders are pushed where 200 are to be left",
  async (quota, count) => {
    await start(quota);
    for (const label of ["olivia", "nok", "jose"]) await give(label, "Cake");
    expect(await pushed()).toHaveLength(count);
    await pass(hourMs);
    expect(pushes()).toHaveLength(count);
    expect(await rounds("quota")).toBeGreaterThan(0);
  },
);

const fact = (kind: string) => {
  const label = { en: kind, th: kind, ja: kind, "zh-TW": kind };
  return { label, kind, place: "below" };
};

test("points that end are pushed once", async () => {
  await start();
  const folder = mkdtempSync(join(tmpdir(), "reminders-"));
  const file = join(folder, "facts.json");
  const facts = { "otherData.ending": fact("points"), "otherData.end": fact("expiry") };
  writeFileSync(file, JSON.stringify(facts));
  onPlatform(
    "update member set other_data = ? where line_id = ?",
    JSON.stringify([
      { key: "ending", value: "120" },
      { key: "end", value: "2026-12-05" },
    ]),
    world.lineId("olivia"),
  );
  const days = { REMIND_POINTS_DAYS: "20", REMIND_COUPON_DAYS: "", CARD_FACTS: file };
  expect(await pushed(days)).toEqual(["120 points"]);
  await pass(8 * dayMs);
  expect(await pushed(days)).toEqual(["120 points"]);
  expect(await says("olivia", "thanks")).not.toContain("120");
  rmSync(folder, { recursive: true });
});
