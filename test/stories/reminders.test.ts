/** Members are reminded of coupons and points that end: once, with the next reply, if it still holds then. */
import { DatabaseSync } from "node:sqlite";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Message } from "../../src/line/messages/prepare-reply.ts";
import { createTill, type Till } from "../support/till.ts";
import { createWorld, type World } from "../support/world.ts";
import { buttonsOf, textOf } from "../support/views.ts";

const dayMs = 86_400_000;

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

/** Gives a coupon that ends with a day. @returns it. */
async function give(label: string, name: string, end_on: string) {
  const { connect } = till;
  const validity = { mode: "FIXED", end_on } as const;
  const set = { name, type: "FREE_ITEM", source: "AUTO_GENERATE", validity } as const;
  const { uuid } = await connect.createCouponSet(set);
  const { uuid: memberUuid } = await till.member(label);
  const { data } = await connect.giveCouponToMemberId({ memberUuid, coupon_set_uuid: uuid });
  return data[0]!;
}

/** Restarts the bot with these settings; what ends is read at the start. */
async function on(settings: Record<string, string>): Promise<void> {
  await world.restart(undefined, settings);
  await world.advanceTime(2000);
}

const says = async (label: string, text = "points") => textOf(await world.sendText(label, text));
const onPlatform = (sql: string, ...values: string[]) => {
  using file = new DatabaseSync(world.platformFile, { timeout: 2000 });
  file.prepare(sql).run(...values);
};
const buttons = (messages: readonly Message[], part: string) =>
  buttonsOf(messages).filter(({ data }) => data?.includes(part));

async function counted(of: string, outcome: string): Promise<number> {
  const metrics = await (await fetch(`${world.bot.origin}/metrics`)).text();
  const sample = `loyalty_bot_reminders_total{of="${of}",outcome="${outcome}"} `;
  return Number(metrics.split(sample)[1]?.split("\n")[0] ?? 0);
}

describe("a coupon that ends within the days", () => {
  const days = { REMIND_COUPON_DAYS: "3" };

  test("is named once with the next reply, with a button that shows it", async () => {
    const { code } = await give("olivia", "Cake", "2026-11-26");
    await on(days);
    const told = await world.sendText("olivia", "thanks");
    expect(textOf(told)).toContain("Your coupon ends soon: Cake");
    const [show] = buttons(told, `code=${code}`);
    expect(textOf(await world.tapButton("olivia", show?.data ?? ""))).toContain(code);
    expect(await says("olivia")).not.toContain("Cake");
    await on({});
    expect(await says("olivia")).not.toContain("Cake");
    expect(await counted("coupon", "told")).toBe(0);
  });

  test("is told in the member's language", async () => {
    await give("hina", "Cake", "2026-11-24");
    await on(days);
    expect(await says("hina", "ポイント")).toContain("Cakeの有効期限が近づいています。");
  });

  test("isn't told while it has more days left", async () => {
    await give("olivia", "Cake", "2026-11-27");
    await on(days);
    expect(await says("olivia")).not.toContain("Cake");
    world.clock.move(dayMs);
    await world.advanceTime(61_000);
    expect(await says("olivia")).toContain("Cake");
  });

  test("isn't told where it was used, voided or given to somebody else by then", async () => {
    const used = await give("olivia", "Cake", "2026-11-24");
    const voided = await give("nok", "Cake", "2026-11-24");
    const moved = await give("fon", "Cake", "2026-11-24");
    await on(days);
    await till.connect.markUseCoupon({ code: used.code, ref_id: "till" });
    await till.connect.voidGiveCoupon({ couponUuid: voided.uuid });
    const { uuid } = await till.member("jose");
    onPlatform(
      "update give set member_id = (select id from member where uuid = ?) where uuid = ?",
      uuid,
      moved.uuid,
    );
    for (const label of ["olivia", "nok", "fon", "jose"]) {
      expect(await says(label)).not.toContain("Cake");
      expect(await says(label)).not.toContain("Cake");
    }
    expect(await counted("coupon", "gone")).toBe(3);
  });

  test("isn't told to the member who has the LINE account by then", async () => {
    await give("nok", "Cake", "2026-11-24");
    await on(days);
    world.noteMembers();
    onPlatform("update member set line_id = '' where line_id = ?", world.lineId("nok"));
    onPlatform(
      "update member set line_id = ? where line_id = ?",
      world.lineId("nok"),
      world.lineId("jose"),
    );
    world.noteMembers();
    expect(await says("nok")).not.toContain("Cake");
  });

  test("waits while the platform doesn't say whether it can be used", async () => {
    await give("olivia", "Cake", "2026-11-24");
    await on(days);
    await says("nok");
    world.platform.faults.add({ kind: "silence", operation: "getGiveCouponHistory" });
    const asked = says("olivia", "help");
    await world.advanceTime(5000);
    expect(await asked).not.toContain("Cake");
    world.platform.faults.clear();
    await world.advanceTime(10_000);
    expect(await says("olivia")).toContain("Cake");
  });

  test("is told once by many messages at once", async () => {
    await give("olivia", "Cake", "2026-11-24");
    await on(days);
    const replies = await Promise.all(
      ["points", "hello", "help", "card"].map((text) => says("olivia", text)),
    );
    expect(replies.filter((reply) => reply.includes("ends soon: Cake"))).toHaveLength(1);
  });

  test("isn't told to whoever wants no reminders, after a restart and another coupon, too", async () => {
    await give("olivia", "Cake", "2026-11-24");
    await on(days);
    const [none] = buttons(await world.sendText("olivia", "points"), "no-reminders");
    expect(textOf(await world.tapButton("olivia", none?.data ?? ""))).toContain(
      "we won’t remind you again",
    );
    await give("olivia", "Tea", "2026-11-24");
    await on({});
    expect(await says("olivia")).not.toContain("Tea");
  });

  test("that waits to be told isn't told with the answer to No reminders, nor later", async () => {
    for (const name of ["Cake", "Tea", "Milk"]) await give("olivia", name, "2026-11-24");
    await on(days);
    await says("olivia");
    expect(await says("olivia", "no reminders")).not.toContain("ends soon");
    expect(await says("olivia")).not.toContain("ends soon");
    expect(await counted("coupon", "declined")).toBe(1);
  });

  test("is read in the background once the platform is back", async () => {
    world.platform.faults.add({
      kind: "rate-limit",
      retryAfter: 30,
      operation: "getGiveCouponHistory",
    });
    await give("olivia", "Cake", "2026-11-24");
    await on(days);
    world.platform.faults.clear();
    await world.advanceTime(120_000);
    expect(await says("olivia")).toContain("Cake");
  });

  test("changes nothing on a platform without the list of gifts", async () => {
    world.platform.faults.add({ kind: "empty-body", operation: "getGiveCouponHistory" });
    await give("olivia", "Cake", "2026-11-24");
    await on(days);
    await world.advanceTime(120_000);
    const text = await says("olivia");
    expect(text).toContain("18,400");
    expect(text).not.toContain("Cake");
  });
});

test("a coupon that was used isn't told on a platform whose lists ignore filters", async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
  world = await createWorld({}, { behaviour: "loose" });
  till = createTill(world);
  const used = await give("olivia", "Cake", "2026-11-24");
  await give("nok", "Cake", "2026-11-24");
  await on({ REMIND_COUPON_DAYS: "3" });
  await till.connect.markUseCoupon({ code: used.code, ref_id: "till" });
  expect(await says("olivia")).not.toContain("Cake");
  expect(await says("nok")).toContain("Cake");
});

const folder = mkdtempSync(join(tmpdir(), "reminders-"));
const facts = join(folder, "facts.json");
const fact = (kind: string, place = "below") => {
  const label = { en: kind, th: kind, ja: kind, "zh-TW": kind };
  return { label, kind, place };
};
beforeAll(() => {
  const named = { "otherData.ending": fact("points"), "otherData.end": fact("expiry") };
  writeFileSync(facts, JSON.stringify(named));
});
afterAll(() => rmSync(folder, { recursive: true }));

const setPoints = (label: string, points: string, end: string) =>
  onPlatform(
    "update member set other_data = ? where line_id = ?",
    JSON.stringify([
      { key: "ending", value: points },
      { key: "end", value: end },
    ]),
    world.lineId(label),
  );

describe("points that end within the days", () => {
  const days = { REMIND_POINTS_DAYS: "7", CARD_FACTS: facts };

  test("are named once with the next reply, and again when others end", async () => {
    setPoints("olivia", "1,200", "2026-11-28");
    await on(days);
    const told = await says("olivia", "thanks");
    expect(told).toContain("1,200 points of yours end soon. Use them until 28 Nov 2026.");
    expect(await says("olivia", "thanks")).not.toContain("end soon");
    await on({});
    expect(await says("olivia", "thanks")).not.toContain("end soon");
    setPoints("olivia", "30", "2026-11-29");
    await world.advanceTime(61_000);
    expect(await says("olivia", "thanks")).toContain("30 points of yours end soon.");
  });

  test.each([
    ["later", "10", "2026-12-24"],
    ["in the past", "10", "2026-11-20"],
    ["that are none", "0", "2026-11-28"],
    ["that can't be read", "some", "2026-11-28"],
    ["on a day that can't be read", "10", "28/11/2026"],
  ])("aren't named: %s", async (_what, points, end) => {
    setPoints("olivia", points, end);
    await on(days);
    expect(await says("olivia", "thanks")).not.toContain("end soon");
  });
});
