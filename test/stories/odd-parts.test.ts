/** What the platform sends oddly costs nobody an answer that doesn't need it, and what can't be read is said, never guessed. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Coupon, MemberProfile } from "../../src/loyalty/contract.ts";
import { createLooseWorld, type LooseWorld } from "../support/loose.ts";
import { factsOf } from "../support/staff.ts";
import { stringsOf } from "../support/views.ts";

let loose: LooseWorld;
beforeEach(async () => {
  loose = await createLooseWorld();
});
afterEach(() => loose[Symbol.asyncDispose]());

const oliviaSees = async (text: string) => stringsOf(await loose.world.sendText("olivia", text));
const managerSees = async (text: string) => factsOf(await loose.world.sendText("manager", text));

/** Changes the profiles that the platform answers with. */
const profiles = (change: object | ((member: MemberProfile) => object)) =>
  loose.answers("getProfile", ({ data, ...page }) => ({
    ...page,
    data: data.map((member) => ({
      ...member,
      ...(typeof change === "function" ? change(member) : change),
    })),
  }));

const coupons = (change: object) =>
  loose.answers("getGiveCouponHistory", ({ data, ...page }) => ({
    ...page,
    data: data.map((coupon: Coupon) => ({ ...coupon, ...change })),
  }));

const movements = (change: object) =>
  loose.answers("getTransaction", ({ data, ...page }) => ({
    ...page,
    data: data.map((row) => ({ ...row, ...change })),
  }));
const oliviasCard = () => loose.olivia.cards[0]?.card_no ?? "";

const campaigns = (...changes: object[]) =>
  loose.answers("getCampaign", ({ data, pagination }) => ({
    pagination: { ...pagination, total: changes.length },
    data: changes.map((change, index) => ({
      ...data[0]!,
      uuid: `c${index}`,
      status: "ACTIVE" as const,
      card_types: [],
      ...change,
    })),
  }));
const dayAt = (days: number) => new Date(loose.world.clock.now() + days * 86_400_000).toISOString();
const dates = (start: number, end: number) => ({ start_date: dayAt(start), end_date: dayAt(end) });

describe("a profile", () => {
  test.each<[string, object]>([
    ["a free field whose value is a list", { otherData: [{ key: "hobby", value: ["a", "b"] }] }],
    ["a free field whose value is an object", { otherData: [{ key: "hobby", value: { a: 1 } }] }],
    ["a free field whose value is a number", { otherData: [{ key: "age", value: 42 }] }],
    ["a free field without a key", { otherData: [{ value: "x" }, null, "text", 7] }],
    ["free fields that are no list", { otherData: { hobby: "coffee" } }],
    ["free fields that are a text", { otherData: "coffee" }],
    ["verified as something else", { verified: "perhaps", otpVerified: {}, lineVerified: 7 }],
    ["a picture that is an object", { profilePicture: { url: "x" } }],
    ["a phone number that is a list", { phoneCode: 66, phoneNumber: ["081"] }],
    ["a field that nobody knows", { loyalty_tier: { level: [1, 2] }, __proto__x: null }],
  ])("with %s is answered as any other", async (_, change) => {
    profiles(change);
    expect(await oliviaSees("points")).toContain("18,400");
    expect(await oliviaSees("coupons")).not.toMatch(/can’t/);
    expect(await managerSees(`/find ${loose.olivia.cards[0]?.card_no}`)).toContain("18,400");
  });

  test.each([[12.5], ["12,5"], [null], [{ amount: 1 }], [[1]], [true]])(
    "with a card whose points are %j shows the card without them, beside others with theirs",
    async (point) => {
      const second = { ...loose.takeru.cards[0], card_no: "ODD-77", card_type: "ODD", point };
      profiles(({ uuid, cards }) =>
        uuid === loose.olivia.uuid ? { cards: [...cards, second] } : {},
      );
      const points = await oliviaSees("points");
      expect(points).toContain("18,400");
      expect(points).toContain("ODD");
      expect(points.match(/^The points of this card can’t be shown right now\.$/gm)).toHaveLength(
        1,
      );
      expect(await oliviaSees("card")).toContain("ODD-77");
      expect(await managerSees("/find Olivia Brown")).toContain("points can’t be read");
      expect(await oliviaSees("rewards")).not.toMatch(/more to go|missing/i);
    },
  );

  test.each([["text"], [{ a: 1 }], [null], [[7]]])(
    "with the card %j isn't without a card, and nothing is ordered for that card",
    async (card) => {
      profiles({ cards: [card] });
      expect(await oliviaSees("points")).toContain("The points of this card can’t be shown");
      expect(await oliviaSees("card")).toContain("The number of this card can’t be shown");
      expect(await managerSees(`/add ${loose.olivia.phoneNumber} 5`)).not.toContain("Add 5");
      expect(await managerSees(`/find ${loose.olivia.phoneNumber}`)).toContain(
        "points can’t be read",
      );
    },
  );

  test("with cards that are no list isn't without a card", async () => {
    profiles({ cards: "GOLD" });
    expect(await oliviaSees("points")).toContain("The points of this card can’t be shown");
  });

  test("that can't be read at all isn't told as an outage", async () => {
    profiles({ active: "perhaps" });
    const told = await oliviaSees("coupons");
    expect(told).toContain("can’t read what the membership system says");
    expect(told).not.toMatch(/can’t reach|in a moment/);
    const card = loose.olivia.cards[0]?.card_no;
    expect(await managerSees(`/member ${card}`)).toContain(`can’t be read: ${card}`);
  });
});

test.each<[string, object]>([
  ["stated as text", { page: "first", size: {} }],
  ["not stated", { page: undefined, size: null }],
])("a page whose place is %s is read", async (_, change) => {
  loose.answers("getProfile", ({ data, pagination }) => ({
    data,
    pagination: { ...pagination, ...change },
  }));
  expect(await oliviaSees("points")).toContain("18,400");
});

describe("a coupon", () => {
  test.each<[string, object]>([
    ["who gave it", { given_by: { name: "x" }, source: 7 }],
    ["its keys", { ref_id: [], given_ref_id: {}, ref_no: true }],
    ["its remarks", { remark: {}, void_reason: [], branch_code: false }],
    ["when it was given", { given_at: "last week", used_at: 5, voided_at: {} }],
    ["its set's name", { coupon_set_name: { th: "x" } }],
  ])("of which %s can't be read is listed", async (_, change) => {
    const { code } = await loose.till.give("olivia", { name: "Croissant" });
    coupons(change);
    expect(await oliviaSees("coupons")).toContain(code);
    expect(await managerSees(`/gifts ${loose.olivia.cards[0]?.card_no}`)).toContain(code);
  });

  test.each(["05/06/2027", "2027-02-30", "soon", { at: 1 }, 1_811_845_800_000])(
    "that ends on %j isn't said to have no end",
    async (expires_at) => {
      const { code } = await loose.till.give("olivia", { name: "Croissant" });
      coupons({ expires_at });
      const shown = await oliviaSees("coupons");
      expect(shown).toContain(code);
      expect(shown).toContain("End date not known, please ask our staff");
      expect(shown).not.toMatch(/No end date|Use by/);
      const written = typeof expires_at === "object" ? '{"at":1}' : String(expires_at);
      const staff = await managerSees(`/member ${loose.olivia.cards[0]?.card_no}`);
      expect(staff).toContain(`Date can’t be read: “${written}”`);
    },
  );

  test("that ends on a day without a time can be used until the end of that day at the shop", async () => {
    const { code } = await loose.till.give("olivia", { name: "Croissant" });
    const day = (daysAhead: number) =>
      new Date(loose.world.clock.now() + 7 * 3_600_000 + daysAhead * 86_400_000)
        .toISOString()
        .slice(0, 10);
    coupons({ expires_at: day(0) });
    expect(await oliviaSees("coupons")).toContain(code);
    coupons({ expires_at: day(-1) });
    expect(await oliviaSees("coupons")).not.toContain(code);
    coupons({ expires_at: undefined, starts_at: day(0) });
    expect(await oliviaSees("coupons")).toContain(code);
    coupons({ expires_at: undefined, starts_at: day(1) });
    expect(await oliviaSees("coupons")).not.toContain(code);
  });
});

describe("a set's giving period", () => {
  test.each([{ give_end_at: "31/12/2030" }, { give_start_at: "2026-02-30" }, { give_end_at: {} }])(
    "%j keeps the set from being offered and given",
    async (change) => {
      loose.answers("getCouponSet", ({ data, ...page }) => ({
        ...page,
        data: data.map((set) => ({ ...set, ...(change as object) })),
      }));
      expect(await oliviaSees("rewards")).not.toContain("Free iced latte");
      expect(await managerSees("/gift iced Olivia")).toContain("Date can’t be read: “");
    },
  );
});

describe("a movement", () => {
  test.each<[string, object]>([
    ["how it was booked", { method: "CASH", value: "dear", channel: 5, staff_code: {} }],
    ["its keys and remarks", { ref_id: {}, ref_no: [], remark: { a: 1 }, void_reason: 7 }],
    ["its balance", { balance_after: "1,000", card_uuid: null }],
    ["its time", { created_at: "05/06/2026" }],
  ])("of which %s can't be read is listed", async (_, change) => {
    movements(change);
    expect(await oliviaSees("history")).toMatch(/points/);
    expect(await oliviaSees("history")).not.toMatch(/Sorry/);
    expect(await managerSees(`/history ${oliviasCard()}`)).toMatch(/No\. \d+/);
  });

  test("whose time can't be read shows it to staff as it is written", async () => {
    movements({ created_at: "05/06/2026" });
    expect(await managerSees(`/history ${oliviasCard()}`)).toContain(
      "Date can’t be read: “05/06/2026”",
    );
  });

  test.each([
    ["BURN", -60, "−60", "You spent 60 points"],
    ["BURN", 60, "−60", "You spent 60 points"],
    ["ADD", -20, "−20", "You spent 20 points"],
    ["ADD", 20, "+20", "You collected 20 points"],
  ] as const)(
    "%s of %i has one sign, and is shown as what it is",
    async (type, points, shown, words) => {
      movements({ type, points, status: "COMPLETED" });
      const history = await oliviaSees("history");
      expect(history).toContain(words);
      expect(history).toMatch(new RegExp(`^\\${shown}$`, "m"));
      expect(await managerSees(`/history ${oliviasCard()}`)).toContain(` · ${shown} · `);
    },
  );
});

test("points below zero are counted from there", async () => {
  profiles(({ cards }) => ({ cards: cards.map((card) => ({ ...card, point: -50 })) }));
  expect(await oliviaSees("points")).toContain("-50");
  expect(await oliviaSees("rewards")).toContain("250");
});

describe("campaigns", () => {
  test("come soonest end first, in an order of their own", async () => {
    campaigns(
      { name: "Zeta", ...dates(-5, 9) },
      { name: "Endless", ...dates(-5, 0), end_date: "9999-12-31" },
      { name: "Alpha", ...dates(-5, 9) },
      { name: "Older", ...dates(-9, 9) },
      { name: "Soon", ...dates(-1, 1) },
    );
    const order = ["Soon", "Older", "Alpha", "Zeta", "Endless"];
    for (const shown of [await oliviaSees("campaigns"), await managerSees("/campaigns")]) {
      const places = order.map((name) => shown.indexOf(name));
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(places[0]).toBeGreaterThanOrEqual(0);
    }
  });

  test("that have ended, haven't begun or can't be read by their dates aren't shown, whatever their status says", async () => {
    campaigns(
      { name: "Ended", ...dates(-9, -1) },
      { name: "To come", ...dates(1, 9) },
      { name: "Unreadable", ...dates(-9, 1), end_date: "31/12/2030" },
      { name: "Running", ...dates(-1, 1) },
    );
    const shown = await oliviaSees("campaigns");
    expect(shown).toContain("Running");
    expect(shown).not.toMatch(/Ended|To come|Unreadable/);
    const staff = await managerSees("/campaigns");
    expect(staff).toMatch(/Unreadable.*Date can’t be read: “31\/12\/2030”/);
    expect(staff).not.toContain("Ended");
  });

  test("for cards that can't be read aren't for everybody, and staff are told of them", async () => {
    campaigns(
      { name: "Running", ...dates(-1, 1) },
      { name: "Whose", ...dates(-1, 1), card_types: [{}] },
    );
    expect(await oliviaSees("campaigns")).not.toContain("Whose");
    expect(await managerSees("/campaigns")).toContain("Can’t be read: Whose");
  });
});
