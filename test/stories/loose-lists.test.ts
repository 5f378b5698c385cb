/** A platform whose lists and checks ignore the member filter: data of other members is never shown. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { postbackData } from "../../src/bot/routing/postback.ts";
import type { Coupon, MemberProfile, Page, Transaction } from "../../src/loyalty/contract.ts";
import { createLooseWorld, type LooseWorld } from "../support/loose.ts";
import { buttonIn, factsOf, settled } from "../support/staff.ts";
import { stringsOf } from "../support/views.ts";

let loose: LooseWorld;
beforeEach(async () => {
  loose = await createLooseWorld();
});
afterEach(() => loose[Symbol.asyncDispose]());

const replyTo = async (label: string, text: string) =>
  stringsOf(await loose.world.sendText(label, text));
const opens = async (label: string, code: string) =>
  stringsOf(await loose.world.tapButton(label, postbackData("check", { code })));

/** Puts rows in front of the requested ones. */
const among = <Row>({ pagination, data }: Page<Row>, rows: readonly Row[]): Page<Row> => ({
  pagination: { ...pagination, total: pagination.total + rows.length },
  data: [...rows, ...data],
});
/** More than the bot reads of a row, or of the page's first one. */
const fill = <Row extends { uuid: string }>(
  { pagination, data }: Page<Row>,
  query: URLSearchParams,
  change: Partial<Row>,
): Page<Row> => ({
  pagination: { ...pagination, total: 100_000 },
  data: Array.from({ length: 100 }, (_, row) => ({
    ...data[0]!,
    ...change,
    uuid: `${query.get("page")}-${row}`,
  })),
});

const addTransactions = (...rows: Transaction[]) =>
  loose.answers("getTransaction", (page) => among(page, rows));
const alsoCoupons = (...rows: Coupon[]) =>
  loose.answers("getGiveCouponHistory", (page) => among(page, rows));

/** A row as a platform lists it that keeps the keys of writes to itself. */
const withoutKeys = <Row extends { ref_id?: string | undefined }>(row: Row): Row => ({
  ...row,
  ref_id: undefined,
  given_ref_id: undefined,
});

const cardOf = ({ cards }: MemberProfile) => cards[0]?.card_no ?? "";

/** Changes the rows of a response in ways that the contract doesn't know. */
const damaged = <Answer>(answer: Answer, change: (text: string) => string): Answer =>
  JSON.parse(change(JSON.stringify(answer))) as Answer;

/** A transaction on Takeru's card. */
async function otherTransaction(
  ref: { ref_no?: string; ref_id?: string } = {},
): Promise<Transaction> {
  return loose.till.connect.addPoint({
    card_no: cardOf(loose.takeru),
    method: 2,
    points: 7777,
    ...ref,
  });
}

/** Lists everybody's transactions, the member's two newest ones of 5,551 and 5,552 points among them. */
async function listEverybodys(order: (rows: Transaction[]) => Transaction[]) {
  for (const points of [5551, 5552]) {
    loose.world.clock.turn(60_000);
    await loose.till.connect.addPoint({ card_no: cardOf(loose.olivia), method: 2, points });
  }
  const data = order((await loose.till.connect.getTransaction({ size: 1000 })).data);
  loose.answers("getTransaction", (_, query) => {
    const page = Number(query.get("page"));
    // Larger pages are cut, so that not all of them can be read.
    const size = Math.min(Number(query.get("size")), 100);
    return {
      pagination: { total: data.length, page, size },
      data: data.slice((page - 1) * size, page * size),
    };
  });
}

const ofNobody = (rows: readonly Transaction[]) =>
  Array.from({ length: 1000 }, (_, id) => ({
    ...rows.at(-1)!,
    id,
    uuid: String(id),
    card_no: "0",
    member_uuid: "nobody",
  }));

describe("a member's history", () => {
  test.each(["with own ones", "without own ones"])(
    "holds no transactions of other members, %s",
    async (how) => {
      const transaction = await otherTransaction();
      if (how === "without own ones") {
        loose.answers("getTransaction", ({ pagination }) => ({
          pagination: { ...pagination, total: 1 },
          data: [transaction],
        }));
      } else {
        addTransactions(transaction);
      }
      expect(await replyTo("olivia", "history")).not.toMatch(/7,777/);
      expect(await replyTo("takeru", "history")).toMatch(/7,777/);
    },
  );

  test.each<[string, (rows: Transaction[]) => Transaction[]]>([
    ["comes newest first and is long", (rows) => [...rows, ...ofNobody(rows)]],
    ["comes oldest first", (rows) => rows.toReversed()],
  ])("is found in a list of everybody's transactions that %s", async (_, order) => {
    await listEverybodys(order);
    expect(await replyTo("olivia", "history")).toMatch(/5,552[^]*5,551/);
    const staff = await loose.world.sendText("cashier", `/history ${cardOf(loose.olivia)}`);
    expect(factsOf(staff)).toMatch(/5,552[^]*5,551/);
  });

  test("isn't shown when newer transactions may be missing from the pages read", async () => {
    await listEverybodys((rows) => [...rows.toReversed(), ...ofNobody(rows)]);
    expect(await replyTo("olivia", "history")).toMatch(/can’t show that here/);
    const staff = await loose.world.sendText("cashier", `/history ${cardOf(loose.olivia)}`);
    expect(factsOf(staff)).toMatch(/too many entries for this to be found here/);
  });

  test("holds no transactions without a member", async () => {
    addTransactions({ ...(await otherTransaction()), member_uuid: "" });
    expect(await replyTo("olivia", "history")).not.toMatch(/7,777/);
  });
});

describe("a member's coupons", () => {
  test("are the member's own", async () => {
    const coupon = await loose.till.give("takeru", { name: "A birthday cake" });
    alsoCoupons(coupon);
    expect(await replyTo("olivia", "coupons")).not.toMatch(/birthday/);
    expect(await replyTo("takeru", "クーポン")).toMatch(/birthday/);
  });

  test("come soonest expiry first, to staff too, whatever the order of the list", async () => {
    await loose.till.give("olivia", {
      name: "Soon over",
      validity: { mode: "DAYS_AFTER_GIVE", days: 1 },
    });
    await loose.till.give("olivia", {
      name: "Much later",
      validity: { mode: "DAYS_AFTER_GIVE", days: 9 },
    });
    loose.answers("getGiveCouponHistory", (page) => ({ ...page, data: page.data.toReversed() }));
    for (const shown of [
      await replyTo("olivia", "coupons"),
      await replyTo("manager", "/member olivia"),
    ])
      expect(shown.match(/Soon over|Much later/g)?.slice(0, 2)).toEqual([
        "Soon over",
        "Much later",
      ]);
  });

  test("aren't redeemed from a set whose coupons have ended, and are known as redeemed without keys", async () => {
    const { uuid: set } = await loose.till.connect.createCouponSet({
      name: "Summer mug",
      type: "FREE_ITEM",
      source: "AUTO_GENERATE",
      points_cost: 1,
    });
    const button = postbackData("redeem", { set });
    const taps = async () => stringsOf(await loose.world.tapButton("olivia", button));
    const question = await loose.world.tapButton("olivia", button);
    expect(stringsOf(question)).toContain("Redeem “Summer mug”?");
    await loose.world.tapButton("olivia", buttonIn(question, /yes=/));
    loose.answers("getTransaction", (page) => ({ ...page, data: page.data.map(withoutKeys) }));
    loose.answers("getGiveCouponHistory", (page) => ({
      ...page,
      data: page.data.map(withoutKeys),
    }));
    expect(await replyTo("olivia", "history")).toContain("Redeemed: Summer mug");
    expect(await replyTo("manager", "/gifts olivia")).toContain("redeemed for 1 point");
    const validity = { mode: "FIXED", end_on: "2026-11-22" } as const;
    loose.answers("getCouponSet", (page) => ({
      ...page,
      data: page.data.map((row) => (row.uuid === set ? { ...row, validity } : row)),
    }));
    expect(await taps()).toContain("isn’t available right now");
  });

  test("are only usable ones, whatever the list contains", async () => {
    const { code, member_uuid } = await loose.till.give("olivia", { name: "A birthday cake" });
    const used = { code, status: "USED" as const };
    loose.answers("getGiveCouponHistory", (page) => ({
      ...page,
      data: page.data.map((row) => (row.code === code ? { ...row, ...used } : row)),
    }));
    expect(member_uuid).toBe(loose.olivia.uuid);
    expect(await replyTo("olivia", "coupons")).not.toMatch(/birthday/);
  });
});

describe("a coupon code", () => {
  test("of another member's coupon isn't opened, even if the check calls it usable", async () => {
    const coupon = await loose.till.give("takeru", { name: "A birthday cake" });
    loose.answers("checkCoupon", (checked) => ({
      ...checked,
      usable: true,
      reason: undefined,
      coupon,
    }));
    const strange = await replyTo("olivia", `check ${coupon.code}`);
    expect(strange).not.toMatch(/birthday|clipboard|image/);
    expect(strange).toMatch(/can’t be used here/);
    expect(await opens("olivia", coupon.code)).toBe(strange);
  });

  test("of the member's own coupon is opened, even if another member's is listed with the same code", async () => {
    const own = await loose.till.give("olivia", { name: "A birthday cake" });
    const theirs = await loose.till.give("takeru", { name: "Not for Olivia" });
    loose.world.platform.faults.add({ kind: "empty-body", operation: "checkCoupon" });
    alsoCoupons({ ...theirs, code: own.code });
    expect(await opens("olivia", own.code)).toMatch(/A birthday cake, code/);
    alsoCoupons(theirs);
    expect(await opens("olivia", theirs.code)).not.toMatch(/Not for Olivia/);
  });
});

describe("a coupon that may be on a page that wasn't read", () => {
  let own: Coupon;
  beforeEach(async () => {
    own = await loose.till.give("olivia", { name: "A birthday cake" });
    const theirs = await loose.till.give("takeru");
    loose.answers("getGiveCouponHistory", ({ pagination }, query) => ({
      pagination: { ...pagination, total: 1000 },
      data: Array.from({ length: 100 }, (_, row) => ({
        ...theirs,
        uuid: `${query.get("page")}-${row}`,
      })),
    }));
  });

  test("isn't denied to staff who look at its member", async () => {
    expect(await replyTo("manager", "/member olivia")).toMatch(/coupons can’t be shown here/);
  });

  test("isn't called unknown to its member, where the platform doesn't check codes", async () => {
    loose.world.platform.faults.add({ kind: "empty-body", operation: "checkCoupon" });
    expect(await opens("olivia", own.code)).toMatch(/can’t show that here/);
  });

  test("is taken back by its code, and isn't denied by its uuid", async () => {
    expect(factsOf(await loose.world.sendText("manager", `/ungift ${own.code}`))).toMatch(
      /birthday/,
    );
    const byUuid = factsOf(await loose.world.sendText("manager", `/ungift ${own.uuid}`));
    expect(byUuid).not.toMatch(/no coupon/);
    expect(byUuid).not.toMatch(/birthday/);
  });
});

describe("a list of too many rows that weren't asked for", () => {
  test("of campaigns isn't called empty", async () => {
    loose.answers("getCampaign", (page, query) => fill(page, query, { status: "ENDED" }));
    expect(await replyTo("olivia", "campaigns")).toMatch(/can’t show that here/);
    expect(await replyTo("cashier", "/campaigns")).toMatch(/too many entries/);
  });

  test("of coupon sets isn't called empty", async () => {
    loose.answers("getCouponSet", (page, query) => fill(page, query, { status: "PAUSED" }));
    expect(await replyTo("manager", "/sets")).toMatch(/can’t show that here/);
  });

  test("of gifts and transactions isn't called empty", async () => {
    const gift = await loose.till.give("takeru");
    const transaction = await otherTransaction();
    loose.answers("getGiveCouponHistory", (page, query) => fill(page, query, gift));
    loose.answers("getTransaction", (page, query) => fill(page, query, transaction));
    expect(await replyTo("manager", "/gifts olivia")).toMatch(/too many entries/);
    expect(await replyTo("manager", "/void ref:R-1")).toMatch(/too many entries/);
  });
});

/** Gives every member this many cards. */
const everybodyHas = (count: number) =>
  loose.answers("getProfile", (page) => ({
    ...page,
    data: page.data.map((member) => ({
      ...member,
      cards: Array.from({ length: count }, (_, index) => ({
        ...loose.olivia.cards[0]!,
        uuid: `card-${index}`,
        card_no: `88800000${1000 + index}`,
      })),
    })),
  }));

describe("staff", () => {
  test("see only the card's own transactions", async () => {
    addTransactions(await otherTransaction());
    const shown = factsOf(
      await loose.world.sendText("cashier", `/history ${cardOf(loose.olivia)}`),
    );
    expect(shown).toMatch(/Olivia/);
    expect(shown).not.toMatch(/7,777/);
  });

  test("see only the gifts of the member whom they asked about", async () => {
    const { code } = await loose.till.give("takeru");
    alsoCoupons((await loose.till.connect.checkCoupon({ code })).coupon);
    expect(await replyTo("manager", "/gifts olivia")).not.toContain(code);
    expect(await replyTo("manager", "/member olivia")).not.toContain(code);
  });

  test("are told how many of a member's cards aren't shown", async () => {
    everybodyHas(12);
    const shown = await replyTo("cashier", "/member olivia");
    expect(shown).toContain("8880 0000 1009");
    expect(shown).not.toContain("8880 0000 1010");
    expect(shown).toContain("And 2 more.");
    everybodyHas(10);
    expect(await replyTo("cashier", "/member olivia")).not.toMatch(/And \d+ more/);
  });

  test.each(["ref", "key"])(
    "are shown transactions with exactly the requested %s only",
    async (way) => {
      const near = way === "ref" ? { ref_no: "R-77/10" } : { ref_id: "R-77/10" };
      const transaction = await otherTransaction(near);
      addTransactions(transaction);
      const shown = factsOf(await loose.world.sendText("manager", `/void ${way}:R-77/1`));
      expect(shown).toMatch(/no transaction/);
    },
  );
});

describe("rows that can't be read", () => {
  test("of others cost a member nothing, and numbers as text are numbers", async () => {
    await otherTransaction();
    loose.answers("getTransaction", (page) =>
      damaged(page, (text) => text.replaceAll(/"(points|balance_after)":(\d+)/g, '"$1":"$2"')),
    );
    expect(await replyTo("takeru", "history")).toMatch(/7,777/);
    addTransactions({ ...(await otherTransaction()), points: null as never });
    expect(await replyTo("olivia", "history")).toMatch(/Your point history/);
  });

  test("of the member's own make the list one that can't be shown", async () => {
    const own = await loose.till.connect.addPoint({
      card_no: cardOf(loose.olivia),
      method: 2,
      points: 5551,
    });
    addTransactions({ ...own, uuid: "another", type: "TRANSFER" as never });
    expect(await replyTo("olivia", "history")).toMatch(/can’t show that here/);
  });

  test("may be a write whose answer was lost: a person decides, and nothing is sent again", async () => {
    const { world } = loose;
    loose.answers("getTransaction", (page) =>
      damaged(page, (text) => text.replaceAll('"points":50,', '"points":null,')),
    );
    const yes = buttonIn(
      await world.sendText("manager", `/add ${cardOf(loose.olivia)} 50`),
      /%2Fyes/,
    );
    world.platform.faults.add({ kind: "lost-answer", operation: "addPoint", times: 1 });
    const event = world.line.compose(world.lineId("manager"), { type: "postback", data: yes });
    await world.line.deliver([event]);
    await world.settle();
    await settled(world);
    expect(factsOf(await world.sendText("manager", "/help"))).toContain("can’t find out");
    expect(world.platform.requests({ operation: "addPoint" })).toHaveLength(1);
  });
});
