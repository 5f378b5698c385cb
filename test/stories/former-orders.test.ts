/** A bot on a store of a former version: its orders go on where they were, once, and buttons in chats do what they said. */
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { migrations } from "../../src/store/schema.ts";
import { buttonIn, factsOf, settled } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
import { createWorld, type World } from "../support/world.ts";

/** Takes back what later versions add beside the tables of orders. */
function withoutMigrations(): string {
  const added = /create (table|index) (\w+)|alter table (\w+) add column (\w+)/g;
  return migrations
    .flatMap(({ sql }) => [...sql.matchAll(added)])
    .map(([, what, name, table, column]) =>
      what ? `drop ${what} if exists ${name};` : `alter table ${table} drop column ${column};`,
    )
    .join("\n");
}

/** As version 21 had them, without what only the speed of a database needs. */
const formerTables = `
  drop table orders;
  ${withoutMigrations()}
  create table confirmations (account text, id text, asker text, command text, kind text,
    order_json text, recipient_line_id text, recipient_uuid text, ref_id text, member_uuid text,
    gifts integer, points integer, approval integer, asked_at integer, expires_at integer,
    undo_of text, state text, confirmed_at integer, confirmed_event text, claimed_by text,
    claimed_at integer, claimed_event text, outcome text, retry_at integer, sends integer default 0,
    sent_at integer, clock_difference integer);
  create table redemptions (account text, id text, asker text, member_uuid text, line_id text,
    set_uuid text, order_json text, burn_ref_id text, give_ref_id text, asked_at integer,
    expires_at integer, state text, claimed_at integer, claimed_event text, done_at integer,
    undo_event text, steps text, failure text, retry_at integer);
  pragma user_version = 21;`;
type Row = Record<string, string | number | null>;
type Table = "confirmations" | "redemptions";

const price = 40;
const burnKey = "11111111-0000-4000-8000-000000000001";
const giveKey = "11111111-0000-4000-8000-000000000002";
const undoKey = "11111111-0000-4000-8000-000000000003";

let world: World;
let till: Till;
/** What is given, to whom, by which card. */
let what: { set: string; member: string; card: string; points: number };
beforeEach(async () => {
  world = await createWorld({ GIFT_APPROVAL_ABOVE: "2" });
  till = createTill(world);
  const { uuid: set } = await till.connect.createCouponSet({
    name: "Latte",
    type: "FREE_ITEM",
    source: "AUTO_GENERATE",
    points_cost: price,
  });
  const { uuid: member, cards } = await till.member("olivia");
  what = { set, member, card: cards[0]?.card_no ?? "", points: cards[0]?.point ?? 0 };
});
afterEach(async () => {
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

/** Starts the bot on a store of a former version that has these rows. */
const startWith = (rows: readonly (readonly [Table, Row])[]) =>
  world.restart(async () => {
    using file = new DatabaseSync(world.storeFile, { timeout: 2000 });
    const account = file.prepare("select account from staff limit 1").get()?.["account"];
    file.exec(formerTables);
    for (const [table, row] of rows) {
      const columns = ["account", ...Object.keys(row)];
      const places = columns.map(() => "?").join(", ");
      file
        .prepare(`insert into ${table} (${columns.join(", ")}) values (${places})`)
        .run(String(account), ...Object.values(row));
    }
  });

const gift = () => ({
  memberUuid: what.member,
  lineId: world.lineId("olivia"),
  who: "Olivia B.",
  input: { memberUuid: what.member, coupon_set_uuid: what.set, quantity: 1 },
  set: "Latte",
  quantity: 1,
});

/** A gift by the manager, as it was stored while it stood so. */
function giving(state: string, more: Row = {}): readonly [Table, Row] {
  const now = world.clock.now();
  const isAsked = state === "open" || state === "awaiting_approval";
  return [
    "confirmations",
    {
      id: "gift",
      asker: world.lineId("manager"),
      command: "gift",
      kind: "giving",
      order_json: JSON.stringify(gift()),
      ref_id: giveKey,
      member_uuid: what.member,
      gifts: 1,
      points: 0,
      approval: state === "awaiting_approval" ? 1 : 0,
      asked_at: now,
      expires_at: now + 600_000,
      undo_of: null,
      state,
      confirmed_at: state === "open" ? null : now,
      claimed_by: isAsked ? null : world.lineId("manager"),
      claimed_at: isAsked ? null : now,
      ...more,
    },
  ];
}

/** How the coupons of the set stand that the platform has given. */
async function coupons(): Promise<string[]> {
  const { data } = await till.connect.getGiveCouponHistory({ coupon_set_uuid: what.set });
  return data.map(({ status }) => status);
}
/** How many of the member's points are gone. */
const spent = async () =>
  what.points - ((await till.member("olivia")).cards[0]?.point ?? Number.NaN);

/** What a lost answer would have told: the platform has given it. */
async function give() {
  const { input } = gift();
  const { data } = await till.connect.giveCouponToMemberId({ ...input, ref_id: giveKey });
  return data.map(({ uuid, code }) => ({ uuid, code }));
}
async function burn(): Promise<number> {
  const sent = { card_no: what.card, points: price, ref_id: burnKey, channel: "LINE" } as const;
  return (await till.connect.burnPoint(sent)).id;
}

const states = () => {
  using file = new DatabaseSync(world.storeFile, { readOnly: true });
  const rows = file.prepare("select state from orders order by undoes is not null").all();
  return rows.map(({ state }) => state);
};
const tap = async (label: string, data: string) => factsOf(await world.tapButton(label, data));

describe("an order of staff", () => {
  test("that was asked is carried out by its button, once", async () => {
    await startWith([giving("open")]);
    expect(await tap("manager", "do=%2Fyes&id=gift")).toContain("Given: 1");
    expect(await tap("manager", "do=%2Fyes&id=gift")).toContain("Already done");
    expect(await coupons()).toEqual(["GIVEN"]);
  });

  test("that was asked is cancelled by its button", async () => {
    await startWith([giving("open")]);
    expect(await tap("manager", "do=%2Fno&id=gift")).toContain("Cancelled");
    expect(await tap("manager", "do=%2Fyes&id=gift")).toContain("Cancelled");
    expect(await coupons()).toEqual([]);
  });

  test.each([
    ["approve", ["GIVEN"], "done"],
    ["decline", [], "declined"],
  ])("that awaits approval: %s", async (button, given, state) => {
    await startWith([giving("awaiting_approval")]);
    await tap("owner", `do=%2F${button}&id=gift`);
    expect(await coupons()).toEqual(given);
    expect(states()[0]).toBe(state);
  });

  test("that was confirmed and not sent is sent", async () => {
    await startWith([giving("claimed")]);
    await settled(world);
    expect(await coupons()).toEqual(["GIVEN"]);
    expect(factsOf(await world.sendText("manager", "/help"))).toContain("Given: 1");
  });

  test.each(["claimed", "unknown"])(
    "that was sent, and is %s, is found and not sent again",
    async (state) => {
      const now = world.clock.now();
      await give();
      await startWith([giving(state, { sends: 1, sent_at: now, retry_at: now + 5000 })]);
      await settled(world);
      expect(await coupons()).toEqual(["GIVEN"]);
      expect(states()).toEqual(["done", "open"]);
    },
  );

  test.each([
    ["happened", "done"],
    ["not-happened", "refused"],
  ])("that awaits a person: %s", async (button, state) => {
    const now = world.clock.now();
    const outcome = JSON.stringify({ state: "needs_review" });
    await startWith([giving("needs_review", { sends: 2, sent_at: now, outcome })]);
    expect(factsOf(await world.sendText("manager", "/pending"))).toContain("Needs a review");
    await tap("manager", `do=%2F${button}&id=gift`);
    expect(states()[0]).toBe(state);
    expect(await coupons()).toEqual([]);
  });

  test("that is done is undone by its button", async () => {
    const given = await give();
    const outcome = JSON.stringify({ state: "done", done: { coupons: given } });
    const { lineId, who } = gift();
    const taking = { memberUuid: what.member, lineId, who, set: "Latte", coupons: given };
    const undo = {
      id: "undo",
      kind: "takingBack",
      undo_of: "gift",
      ref_id: undoKey,
      gifts: 0,
      order_json: JSON.stringify(taking),
    };
    await startWith([giving("done", { sends: 1, outcome }), giving("open", undo)]);
    const asked = await world.tapButton("manager", "do=%2Fundo&id=gift");
    expect(await tap("manager", buttonIn(asked, /%2Fyes/))).toContain("Gift undone");
    expect(await coupons()).toEqual(["VOIDED"]);
    expect(states()).toEqual(["undone", "done"]);
  });
});

/** A step as it was stored. */
const step = (done: object | null, more: object = {}) => ({
  begunAt: world.clock.now(),
  sends: 1,
  sentAt: world.clock.now(),
  clockDifference: null,
  isUnclear: false,
  done,
  ...more,
});

/** A redemption by olivia, or for her by `asker`, as it was stored while it stood so. */
function redeeming(
  state: string,
  steps: object,
  more: Row = {},
  asker = "olivia",
): readonly [Table, Row] {
  const now = world.clock.now();
  const { set, card } = what;
  return [
    "redemptions",
    {
      id: "redeem",
      asker: world.lineId(asker),
      member_uuid: what.member,
      line_id: world.lineId("olivia"),
      set_uuid: set,
      order_json: JSON.stringify({
        setUuid: set,
        set: "Latte",
        card,
        points: price,
        who: "Olivia B.",
      }),
      burn_ref_id: burnKey,
      give_ref_id: giveKey,
      asked_at: now,
      expires_at: now + 600_000,
      state,
      claimed_at: state === "asked" ? null : now,
      claimed_event: state === "asked" ? null : "tap",
      steps: JSON.stringify(steps),
      retry_at: now + 120_000,
      ...more,
    },
  ];
}

/** The steps of one that is done. */
const doneSteps = async () => ({
  burn: step({ id: await burn() }),
  give: step({ coupons: await give() }),
});

describe("a redemption", () => {
  test("that was asked is carried out by its button, once", async () => {
    await startWith([redeeming("asked", {})]);
    expect(await tap("olivia", "do=redemption&yes=redeem")).toContain("✓ Redeemed");
    await tap("olivia", "do=redemption&yes=redeem");
    expect([await spent(), await coupons()]).toEqual([price, ["GIVEN"]]);
  });

  test("whose burn is in doubt goes on to the coupon", async () => {
    await burn();
    await startWith([redeeming("burning", { burn: step(null, { isUnclear: true }) })]);
    await settled(world);
    expect([await spent(), await coupons()]).toEqual([price, ["GIVEN"]]);
    expect(factsOf(await world.sendText("olivia", "help"))).toContain("✓ Redeemed");
  });

  test("whose coupon was next gets it", async () => {
    const burned = step({ id: await burn() });
    const next = step(null, { sends: 0, sentAt: null });
    await startWith([redeeming("burned", { burn: burned, give: next })]);
    await settled(world);
    expect([await spent(), await coupons()]).toEqual([price, ["GIVEN"]]);
  });

  test("whose coupon is in doubt is found and not sent again", async () => {
    const burned = step({ id: await burn() });
    await give();
    await startWith([redeeming("giving", { burn: burned, give: step(null) })]);
    await settled(world);
    expect([await spent(), await coupons()]).toEqual([price, ["GIVEN"]]);
    expect(states()).toEqual(["done", "open"]);
  });

  test("whose points were going back gets them back", async () => {
    const burned = step({ id: await burn() });
    const refusal = { code: "OUT_OF_STOCK", detail: null };
    const steps = {
      burn: burned,
      give: step(null, { refusal }),
      refund: step(null, { sends: 0, sentAt: null }),
    };
    await startWith([redeeming("refunding", steps, { failure: JSON.stringify(refusal) })]);
    await settled(world);
    expect([await spent(), await coupons()]).toEqual([0, []]);
    expect(factsOf(await world.sendText("olivia", "help"))).toContain("Your 40 points are back");
  });

  test.each([
    ["the member's", "olivia", "do=redemption&undo=redeem"],
    ["the one at the till", "manager", "do=%2Fredeem&undo=redeem"],
  ])("that is done is undone by its button: %s", async (_, asker, button) => {
    const more = { done_at: world.clock.now(), retry_at: null };
    await startWith([redeeming("done", await doneSteps(), more, asker)]);
    expect(await tap(asker, button)).toContain("Undone");
    expect([await spent(), await coupons()]).toEqual([0, ["VOIDED"]]);
    expect(await tap(asker, button)).toContain("Undone");
  });

  test("whose undo had begun is undone", async () => {
    const steps = { ...(await doneSteps()), void_coupon: step(null, { sends: 0, sentAt: null }) };
    const more = { done_at: world.clock.now(), undo_event: "undo" };
    await startWith([redeeming("voiding_coupon", steps, more)]);
    await settled(world);
    expect([await spent(), await coupons()]).toEqual([0, ["VOIDED"]]);
    expect(factsOf(await world.sendText("olivia", "help"))).toContain("Undone");
  });

  test.each([
    ["happened", "done", price],
    ["refund", "taken_back", 0],
    ["close", "closed", price],
  ])("that awaits a person at its coupon: %s", async (button, state, left) => {
    const steps = { burn: step({ id: await burn() }), give: step(null, { sends: 2 }) };
    await startWith([redeeming("needs_review", steps, { retry_at: null })]);
    const pending = await world.sendText("manager", "/pending");
    expect(factsOf(pending)).toContain("Needs a review");
    await tap("manager", `do=%2Fredemption-${button}&id=redeem&step=give`);
    expect([states()[0], await spent()]).toEqual([state, left]);
  });

  test("whose undo awaits a person goes on as they say", async () => {
    const steps = { ...(await doneSteps()), void_coupon: step(null, { sends: 2 }) };
    const more = { done_at: world.clock.now(), undo_event: "undo", retry_at: null };
    await startWith([redeeming("needs_review", steps, more)]);
    await tap("manager", "do=%2Fredemption-happened&id=redeem&step=void_coupon");
    expect(await spent()).toBe(0);
    expect(states()).toEqual(["undone", "done"]);
  });
});
