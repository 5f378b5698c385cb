/** What the bot gives by itself: to who has become a member, and on birthdays; once, told with the reply. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { embeddedDevAccount } from "../../src/app/embedded-accounts.ts";
import type { Message } from "../../src/line/messages/prepare-reply.ts";
import {
  createNonIdempotentPlatform,
  type NonIdempotentPlatform,
} from "../support/non-idempotent-platform.ts";
import { createTill, type Till } from "../support/till.ts";
import { createWorld, type World } from "../support/world.ts";
import { buttonsOf, textOf } from "../support/views.ts";

const dayMs = 86_400_000;
const name = "Strawberry cake";

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
  cake = (
    await till.connect.createCouponSet({ name, type: "FREE_ITEM", source: "GENERATE", quantity: 9 })
  ).uuid;
});
afterEach(async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
  await platform[Symbol.asyncDispose]();
});

function onPlatform(sql: string, ...values: string[]): void {
  using file = new DatabaseSync(world.platformFile, { timeout: 2000 });
  file.prepare(sql).run(...values);
}

/** Gives a member of this uuid another LINE account. */
function link(uuid: string, label: string): void {
  world.noteMembers();
  onPlatform("update member set line_id = '' where line_id = ?", world.lineId(label));
  onPlatform("update member set line_id = ? where uuid = ?", world.lineId(label), uuid);
  world.noteMembers();
}

/** Until nothing is left to be given, and who is a member is looked up again. */
async function rest(): Promise<void> {
  for (let second = 0; second < 90; second += 5) await world.advanceTime(5000);
}

/** The uuids of those who were given a coupon of the set. */
async function given(): Promise<(string | undefined)[]> {
  const { data } = await till.connect.getGiveCouponHistory({ size: 100 });
  return data.flatMap((one) => (one.coupon_set_uuid === cake ? [one.member_uuid] : []));
}

const uuidOf = async (label: string) => (await till.member(label)).uuid;
const says = async (label: string, text = "points") => textOf(await world.sendText(label, text));
const couponButtons = (messages: readonly Message[]) =>
  buttonsOf(messages).filter(({ data }) => data?.includes("code="));
const audit = () => says("manager", "/audit 20");

async function counted(rule: string, outcome: string): Promise<number> {
  const metrics = await (await fetch(`${world.bot.origin}/metrics`)).text();
  const sample = `loyalty_bot_rule_gifts_total{rule="${rule}",outcome="${outcome}"} `;
  return Number(metrics.split(sample)[1]?.split("\n")[0] ?? 0);
}

/** Tells somebody how to join, who then becomes a member: Nok, or whom it says. */
async function join(label = "stranger", as?: string): Promise<string> {
  await says(label);
  const uuid = as ?? (await uuidOf("nok"));
  link(uuid, label);
  await rest();
  return uuid;
}

describe("who was told how to join", () => {
  beforeEach(() => world.restart(undefined, { WELCOME_GIFT: cake }));

  test("is given a coupon at their first message as a member, told with the reply, once", async () => {
    const uuid = await join();
    expect(await given()).toEqual([]);
    const told = await world.sendText("stranger", "points");
    expect(await given()).toEqual([uuid]);
    expect(textOf(told)).toContain("45");
    expect(textOf(told)).toContain(`Welcome! A gift for you: ${name}.`);
    expect(couponButtons(told)).toHaveLength(1);
    expect(await says("stranger")).not.toContain(name);
    await rest();
    expect(await given()).toHaveLength(1);
    expect(await counted("welcome", "done")).toBe(1);
    expect(await counted("welcome", "told")).toBe(1);
  });

  test("is told in their language", async () => {
    const uuid = await uuidOf("hina");
    onPlatform("update member set line_id = '' where uuid = ?", uuid);
    await join("hina", uuid);
    expect(await says("hina")).toContain(`ご入会ありがとうございます！${name}を`);
  });

  test("is given it by whatever message, if only a word that needs no member", async () => {
    const uuid = await join();
    await says("stranger", "thank you");
    await rest();
    expect(await given()).toEqual([uuid]);
  });

  test("is given one coupon by many messages at once, and over a restart", async () => {
    const uuid = await join();
    await Promise.all(["points", "coupons", "hello", "card"].map((text) => says("stranger", text)));
    await world.restart();
    await says("stranger");
    await rest();
    expect(await given()).toEqual([uuid]);
  });

  test.each(["lost", "answer lost", { lateMs: 10_000 }] as const)(
    "is given one coupon where the answer to the gift is lost: %j",
    async (fate) => {
      const uuid = await join();
      platform.fates.push(fate);
      await says("stranger");
      for (let round = 0; round < 4; round++) await rest();
      expect(await given()).toEqual([uuid]);
      expect(await says("stranger")).toContain(`Welcome! A gift for you: ${name}.`);
    },
  );

  test("is given nothing with another LINE account, by which they were told, too", async () => {
    const uuid = await join();
    await says("stranger");
    await rest();
    onPlatform("update member set line_id = '' where uuid = ?", await uuidOf("olivia"));
    await rest();
    await join("olivia", uuid);
    await says("olivia");
    await rest();
    expect(await given()).toEqual([uuid]);
  });

  test("is given nothing by a LINE account that was welcomed as another member", async () => {
    const uuid = await join();
    await says("stranger");
    await rest();
    world.noteMembers();
    const other = await uuidOf("olivia");
    onPlatform("update member set line_id = '' where uuid = ?", uuid);
    await rest();
    await join("stranger", other);
    await says("stranger");
    await rest();
    expect(await given()).toEqual([uuid]);
  });

  test("who wasn't, and has been a member for long, is given nothing", async () => {
    await says("olivia");
    await says("olivia", "how do I join?");
    await rest();
    expect(await given()).toEqual([]);
  });

  test("and wrote as a member while the rule was off is given nothing when it is on", async () => {
    await world.restart(undefined, { WELCOME_GIFT: "" });
    await join();
    await says("stranger");
    await world.restart(undefined, { WELCOME_GIFT: cake });
    await says("stranger");
    await rest();
    expect(await given()).toEqual([]);
  });

  test("is answered as always while the set can't be given, and welcomed once it can", async () => {
    const uuid = await join();
    const status = "update coupon_set set status = ? where uuid = ?";
    onPlatform(status, "PAUSED", cake);
    await world.restart();
    expect(await says("stranger")).toContain("45");
    expect(await counted("welcome", "inactive_set")).toBe(1);
    await rest();
    expect(await given()).toEqual([]);
    onPlatform(status, "ACTIVE", cake);
    for (let minute = 0; minute < 4; minute++) await rest();
    await says("stranger");
    await rest();
    expect(await given()).toEqual([uuid]);
  });

  test.each([
    ["was paused", "status = 'PAUSED'", "status = 'ACTIVE'"],
    ["was renamed", "name = 'Chocolate cake'", "name = name"],
  ])("loses nothing where the set %s a minute ago", async (_what, change, back) => {
    const uuid = await join();
    // The bot has read the sets.
    await says("olivia", "coupons");
    onPlatform(`update coupon_set set ${change} where uuid = ?`, cake);
    await world.advanceTime(60_000);
    expect(await says("stranger")).toContain("45");
    onPlatform(`update coupon_set set ${back} where uuid = ?`, cake);
    for (let minute = 0; minute < 4; minute++) await rest();
    await says("stranger");
    await rest();
    expect(await given()).toEqual([uuid]);
  });

  test("is answered as always while the set is sold out", async () => {
    const tea = { name: "Tea", type: "FREE_ITEM", source: "GENERATE", quantity: 1 } as const;
    const { uuid } = await till.connect.createCouponSet(tea);
    const { uuid: memberUuid } = await till.member("olivia");
    await till.connect.giveCouponToMemberId({ memberUuid, coupon_set_uuid: uuid });
    await world.restart(undefined, { WELCOME_GIFT: uuid });
    await join();
    expect(await says("stranger")).toContain("45");
    expect(await counted("welcome", "sold_out")).toBe(1);
  });

  test("is answered as always by a rule whose set the platform doesn't have", async () => {
    await world.restart(undefined, { WELCOME_GIFT: "no-set" });
    await join();
    expect(await says("stranger")).toContain("45");
    expect(await counted("welcome", "unknown_set")).toBe(1);
  });

  test("is answered in time when the platform doesn't tell who they are", async () => {
    await join();
    world.platform.faults.add({ kind: "silence", operation: "getProfile" });
    const thanked = says("stranger", "thank you");
    await world.advanceTime(1500);
    expect(await thanked).not.toBe("");
    world.platform.faults.clear();
    await world.advanceTime(10_000);
    await says("stranger");
    await world.advanceTime(5000);
    expect(await given()).toHaveLength(1);
  });

  test("in the dev channel is given nothing", async () => {
    const channel = embeddedDevAccount.id;
    const write = async () => {
      const action = { type: "text", text: "points" } as const;
      const event = world.line.compose(world.lineId("stranger"), action, { channel });
      await world.line.deliver([event], { channel });
      await world.bot.idle();
    };
    await write();
    link(await uuidOf("nok"), "stranger");
    await rest();
    await write();
    await rest();
    expect(await given()).toEqual([]);
  });

  test("is told nothing of a coupon that is used by then, or is another's", async () => {
    await join();
    await says("stranger");
    await rest();
    const [coupon] = (await till.connect.getGiveCouponHistory({ size: 1 })).data;
    await till.connect.markUseCoupon({ code: coupon?.code ?? "", ref_id: "till" });
    expect(await says("stranger", "help")).not.toContain(name);
  });

  test("staff see who gave it, and whose limits it doesn't count against", async () => {
    await join();
    await says("stranger");
    await rest();
    expect(await audit()).toContain("Asked for by Welcome gift");
    expect(await says("manager", "/gifts stranger")).not.toContain("Staff ");
    expect(await says("manager", "/pending")).not.toContain(name);
    expect(textOf(await world.sendText("manager", "/gift iced nok"))).toContain("20 of 20 coupons");
  });

  test("staff decide about one whose outcome nobody knows", async () => {
    await join();
    platform.shownKey = null;
    platform.fates.push("answer lost");
    await says("stranger");
    for (let second = 0; platform.sends.length === 0; second++) await world.advanceTime(1000);
    platform.isBlank = true;
    for (let round = 0; round < 4; round++) await rest();
    const pending = await world.sendText("manager", "/pending");
    expect(textOf(pending)).toContain("Welcome gift");
    const tap = buttonsOf(pending).find(({ data }) => data?.includes("%2Fhappened"));
    expect(textOf(await world.tapButton("manager", tap?.data ?? ""))).toContain(name);
  });
});

function setBirthdate(label: string, value: string): void {
  const data = JSON.stringify([{ key: "birthdate", value }]);
  onPlatform("update member set other_data = ? where line_id = ?", data, world.lineId(label));
}

/** Lets days pass without anything that happens in them. */
async function pass(days: number): Promise<void> {
  world.clock.move(days * dayMs);
  await rest();
}

describe("on a birthday", () => {
  beforeEach(async () => {
    setBirthdate("olivia", "1990-11-23");
    await world.restart(undefined, { BIRTHDAY_GIFT: cake });
  });

  test("a member who writes is given a coupon, told with the reply, without their age", async () => {
    const uuid = await uuidOf("olivia");
    const told = await world.sendText("olivia", "thanks");
    expect(await given()).toEqual([uuid]);
    expect(textOf(told)).toContain(`Happy birthday! A gift for you: ${name}.`);
    expect(textOf(told)).not.toMatch(/1990|\b36\b/);
    expect(couponButtons(told)).toHaveLength(1);
    await says("olivia");
    await rest();
    expect(await given()).toHaveLength(1);
    expect(await audit()).not.toContain("1990");
  });

  test("who writes seven days after it is given it, and who writes later isn't", async () => {
    setBirthdate("nok", "1985-11-22");
    await pass(7);
    await says("olivia");
    await says("nok");
    await rest();
    expect(await given()).toEqual([await uuidOf("olivia")]);
  });

  test("it is given once a year, whatever the birthdate is by then", async () => {
    const uuid = await uuidOf("olivia");
    await says("olivia");
    await pass(3);
    setBirthdate("olivia", "1990-11-25");
    await rest();
    await says("olivia");
    await pass(40);
    setBirthdate("olivia", "1990-01-04");
    await rest();
    await says("olivia");
    await rest();
    expect(await given()).toEqual([uuid]);
    await pass(365 - 43);
    setBirthdate("olivia", "1990-11-23");
    await rest();
    await says("olivia");
    await rest();
    expect(await given()).toEqual([uuid, uuid]);
  });

  test.each(["1990-02-30", "23 November", "", "2026-11-23"])(
    "a birthdate that isn't one changes nothing: %j",
    async (birthdate) => {
      setBirthdate("olivia", birthdate);
      expect(await says("olivia")).toContain("18,400");
      await rest();
      expect(await given()).toEqual([]);
    },
  );

  test("of 29 February it is given on 1 March in another year", async () => {
    setBirthdate("olivia", "2000-02-29");
    world.clock.move(Date.parse("2027-02-28T05:00:00Z") - world.clock.now());
    await rest();
    await says("olivia");
    await rest();
    expect(await given()).toEqual([]);
    await pass(1);
    await says("olivia");
    expect(await given()).toEqual([await uuidOf("olivia")]);
  });

  test("what the platform refuses is the end of it, and managers read why", async () => {
    platform.fates.push(409);
    await says("olivia");
    await rest();
    expect(await says("olivia")).not.toContain(name);
    expect(await audit()).toContain("Asked for by Birthday gift");
    expect(await counted("birthday", "refused")).toBe(1);
  });

  test("a member who is told nothing else is given it by a message in their own chat only", async () => {
    const chat = world.groups[0]?.chatId ?? "";
    await world.performAction("olivia", { type: "text", text: "points" }, chat);
    await rest();
    expect(await given()).toEqual([]);
  });
});
