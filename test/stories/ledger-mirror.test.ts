/** A platform that filters transactions by time alone: with the ledger mirrored, everything is found all the same. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DatabaseSync } from "node:sqlite";
import type { Transaction } from "../../src/loyalty/contract.ts";
import { bentBy } from "../support/bent-platform.ts";
import { buttonIn, factsOf, settled } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
import { stringsOf, textOf } from "../support/views.ts";
import { createWorld, type World } from "../support/world.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let world: World;
let till: Till;
let card: string;

async function start(behaviour: "strict" | "loose"): Promise<void> {
  const env = { LEDGER: "mirror", LEDGER_DAYS: "600" };
  world = await createWorld(env, { asReal: true, behaviour });
  till = createTill(world);
  card = (await till.member("olivia")).cards[0]?.card_no ?? "";
}
afterEach(async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

/** Until the past is mirrored: the demo's fits into a few windows. */
const mirrored = () => world.advanceTime(2 * minuteMs);

/** Answers take up to a second longer, since pages of the platform are spaced. */
async function ask(label: string, text: string) {
  const event = world.line.compose(world.lineId(label), { type: "text", text });
  await world.line.deliver([event]);
  await world.settle();
  return world.line.sent.find((one) => one.webhookEventId === event.webhookEventId)?.messages ?? [];
}

async function tap(label: string, data: string) {
  const event = world.line.compose(world.lineId(label), { type: "postback", data });
  await world.line.deliver([event]);
  await world.settle();
  return world.line.sent.find((one) => one.webhookEventId === event.webhookEventId)?.messages ?? [];
}

const add = (points: number, more: object = {}): Promise<Transaction> =>
  till.connect.addPoint({ card_no: card, method: 2, points, ...more });

/** Every row of the mirror, as text. */
function mirrorText(): string {
  using file = new DatabaseSync(world.storeFile, { readOnly: true });
  return JSON.stringify(file.prepare("select * from ledger").all());
}

describe.each(["strict", "loose"] as const)("on a %s platform", (behaviour) => {
  beforeEach(async () => {
    await start(behaviour);
    await mirrored();
  });

  test("members read their own history, with what happened just now", async () => {
    await add(4711);
    const shown = stringsOf(await ask("olivia", "history"));
    expect(shown).toMatch(/4,711/);
    expect(stringsOf(await ask("takeru", "history"))).not.toMatch(/4,711/);
    const own = await till.connect.getTransaction({
      member_uuid: (await till.member("olivia")).uuid,
      size: 10,
    });
    for (const { points } of own.data) expect(shown).toContain(points.toLocaleString("en"));
  });

  test("staff read a card's history, and void by id, document and key", async () => {
    const byId = await add(4711);
    await add(4712, { ref_no: "R-4712" });
    await add(4713, { ref_id: "key-4713" });
    const shown = factsOf(await ask("cashier", `/history ${card}`));
    expect(shown).toMatch(/4,711.*4,712.*4,713|4,713.*4,712.*4,711/s);
    for (const what of [String(byId.id), "ref:R-4712", "key:key-4713"]) {
      const question = await ask("manager", `/void ${what}`);
      expect(factsOf(question)).toMatch(/\+4,71\d/);
      expect(stringsOf(question)).toContain(card.slice(-4));
      await tap("manager", buttonIn(question, /%2Fyes/));
    }
    expect(stringsOf(await ask("olivia", "history")).match(/cancelled/gi)?.length).toBeGreaterThan(
      2,
    );
    expect(factsOf(await ask("manager", "/void ref:R-471"))).toMatch(/no transaction/);
  });

  test.each(["lost-answer", "error"] as const)(
    "points of a lost answer (%s) are settled, and booked once",
    async (kind) => {
      const question = await ask("manager", `/add ${card} 4711`);
      world.platform.faults.add({ kind, operation: "addPoint", times: 1 });
      expect(factsOf(await tap("manager", buttonIn(question, /%2Fyes/)))).toMatch(/don’t know yet/);
      await settled(world);
      expect(factsOf(await ask("manager", "/help"))).toContain("18,400 → 23,111");
      const { data } = await till.connect.getTransaction({ card_no: card });
      expect(data.filter(({ points }) => points === 4711)).toHaveLength(1);
      const sends = world.platform.requests({ operation: "addPoint" }).length;
      expect(sends).toBe(kind === "error" ? 2 : 1);
    },
  );
});

describe("the mirror", () => {
  beforeEach(() => start("loose"));

  test("a void elsewhere is noticed within an hour, and at once by who wants to void it, too", async () => {
    const { id } = await add(4711);
    await mirrored();
    await add(1, { ref_no: "later" });
    const other = await add(3, { ref_no: "other" });
    const own = await add(4);
    await world.advanceTime(10_000);
    // The mirror doesn't read the moment of the first one again until an hour has passed.
    await world.restart(async () => world.clock.turn(10 * minuteMs));
    await add(2);
    await world.advanceTime(10_000);
    await till.connect.voidTransactionById({ id });
    const voids = async () => textOf(await ask("olivia", "history")).split("Cancelled").length - 1;
    const before = await voids();
    expect(factsOf(await ask("manager", "/void ref:later"))).toMatch(/\+1/);
    expect(await voids()).toBe(before);
    expect(factsOf(await ask("manager", `/void ${id}`))).toMatch(/already been voided/);
    expect(await voids()).toBe(before + 1);
    await till.connect.voidTransactionById({ id: other.id });
    expect(factsOf(await ask("manager", "/void ref:other"))).toMatch(/already been voided/);
    expect(await voids()).toBe(before + 2);
    // What the bot itself voids shows at once.
    await tap("manager", buttonIn(await ask("manager", `/void ${own.id}`), /%2Fyes/));
    expect(await voids()).toBe(before + 3);
    const { data } = await till.connect.getTransaction({ ref_no: "later" });
    await till.connect.voidTransactionById({ id: data[0]?.id ?? 0 });
    await world.advanceTime(10_000);
    expect(await voids()).toBe(before + 3);
    await world.restart(async () => world.clock.turn(hourMs));
    await world.advanceTime(30_000);
    expect(await voids()).toBe(before + 4);
  });

  test("holds neither names, phone numbers, card numbers nor documents' numbers", async () => {
    await add(4711, { ref_no: "0812345678", remark: "for Olivia", staff_code: "S07" });
    await mirrored();
    const { phoneNumber, name, uuid } = await till.member("olivia");
    const text = mirrorText();
    expect(text).toContain(uuid);
    for (const secret of [phoneNumber, name, card, "0812345678", "for Olivia", "S07"]) {
      expect(text).not.toContain(secret);
    }
  });

  test("goes on after a restart where it was, and asks a page a second at most", async () => {
    await mirrored();
    const pages = () => world.platform.requests({ operation: "getTransaction" }).length;
    const before = pages();
    await world.restart(async () => {
      await add(4711);
    });
    await world.advanceTime(minuteMs);
    // What is new is read every ten seconds; the past isn't read again.
    expect(pages() - before).toBeLessThanOrEqual(8);
    expect(mirrorText()).toContain("4711");
  });

  test("until the mirror is complete, the platform is asked", async () => {
    // By now it has the last day.
    await world.advanceTime(1500);
    const shown = stringsOf(await ask("olivia", "history"));
    const { uuid } = await till.member("olivia");
    const { data } = await till.connect.getTransaction({ member_uuid: uuid, size: 10 });
    expect(data.length).toBeGreaterThan(5);
    for (const { points } of data) expect(shown).toContain(points.toLocaleString("en"));
    const { id, points } = data.at(-1) ?? { id: 0, points: 0 };
    expect(factsOf(await ask("manager", `/void ${id}`))).toContain(points.toLocaleString("en"));
  });
});

describe("while the mirror fills, and the platform can't list everything", () => {
  /** A platform that fails without a window of time. */
  const front = bentBy({
    after({ url }, answer) {
      const isUnbounded = url.pathname.endsWith("/transactions") && !url.searchParams.has("from");
      if (isUnbounded) Object.assign(answer, { status: 500, body: "" });
    },
  });
  beforeEach(async () => {
    const env = { LEDGER: "mirror", LEDGER_DAYS: "600" };
    world = await createWorld(env, { asReal: true, behaviour: "strict", front });
    till = createTill(world);
    card = (await till.member("olivia")).cards[0]?.card_no ?? "";
    await add(4711);
    // By now it has the last day.
    await world.advanceTime(1500);
  });

  test("members read what is known of their history, and since when", async () => {
    const shown = stringsOf(await ask("olivia", "history"));
    expect(shown).toContain("4,711");
    expect(shown).toContain("a part of your history, since 22 Nov");
    const none = stringsOf(await ask("takeru", "history"));
    expect(none).toContain("11月22日以降、ポイントの獲得・利用はありません");
    expect(none).not.toContain("4,711");
    await mirrored();
    const whole = stringsOf(await ask("olivia", "history"));
    expect(whole).toContain("4,711");
    expect(whole).not.toContain("since");
    const { data } = await till.connect.getTransaction({ card_no: card, size: 5 });
    for (const { points } of data) expect(whole).toContain(points.toLocaleString("en"));
  });

  test.each([
    ["th", "บางส่วน ตั้งแต่วันที่ 22"],
    ["ja", "11月22日"],
    ["zh-TW", "11月22日"],
  ])("in %s, too", async (language, words) => {
    await tap("olivia", `do=language&to=${language}`);
    expect(stringsOf(await ask("olivia", "history"))).toContain(words);
  });

  test("staff read what is known of a card's history, and since when", async () => {
    const shown = factsOf(await ask("cashier", `/history ${card}`));
    expect(shown).toContain("4,711");
    expect(shown).toContain("A part, since 22 Nov");
    const other = (await till.member("takeru")).cards[0]?.card_no ?? "";
    expect(factsOf(await ask("cashier", `/history ${other}`))).toContain("Nothing since 22 Nov");
  });

  test("what staff void, and what becomes of a write, isn't concluded from a part", async () => {
    expect(factsOf(await ask("manager", "/void ref:NOSUCH"))).not.toContain("no transaction");
  });
});
