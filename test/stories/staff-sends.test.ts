/** On a platform without idempotency a write is sent at most twice, and booked once. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  createNonIdempotentPlatform,
  type NonIdempotentPlatform,
  type Fate,
} from "../support/non-idempotent-platform.ts";
import { buttonIn, factsOf, settled, tapWithLostAnswer } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
import { createWorld, type World } from "../support/world.ts";

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

const cardOf = async (label = "olivia") => (await till.member(label)).cards[0]!;
const yesButtonOf = async (order: string) =>
  buttonIn(await world.sendText("manager", order), /%2Fyes/);
const nextReply = async () => factsOf(await world.sendText("manager", "/help"));

/** Somebody taps while time goes by. */
async function tapAndSettle(data: string, label = "manager"): Promise<string> {
  const event = world.line.compose(world.lineId(label), { type: "postback", data });
  await world.line.deliver([event]);
  await world.settle();
  const sent = world.line.sent.find((one) => one.webhookEventId === event.webhookEventId);
  return factsOf(sent?.messages ?? []);
}

/** Confirms an order whose writes meet these fates; answers with what is said at once. */
async function confirmOrder(order: string, ...fates: Fate[]): Promise<string> {
  const data = await yesButtonOf(order);
  platform.fates.push(...fates);
  return tapAndSettle(data);
}

const gaps = () =>
  platform.sends.slice(1).map(({ at }, index) => at - (platform.sends[index]?.at ?? 0));

type Make = () => Promise<string>;
const kinds: [string, Make, string][] = [
  ["points", async () => `/add ${(await cardOf()).card_no} 50`, "18,400 → 18,450"],
  ["a burn", async () => `/burn ${(await cardOf()).card_no} 50`, "18,400 → 18,350"],
  ["a gift", async () => "/gift cake olivia 2", "Given: 2"],
  ["a use", async () => `/use ${(await till.give("olivia")).code}`, "Used:"],
  ["a coupon taken back", async () => `/ungift ${(await till.give("olivia")).code}`, "Taken back"],
  [
    "a void",
    async () => {
      const { card_no } = await cardOf();
      const { id } = await till.connect.addPoint({ card_no, method: 2, points: 5 });
      return `/void ${id}`;
    },
    "Voided",
  ],
];

describe.each(kinds)("%s", (_, make, expected) => {
  test("whose request is lost is resent once, a minute later at the earliest", async () => {
    // The second one is booked late, too, and never answered.
    expect(await confirmOrder(await make(), "lost", { lateMs: 20_000 })).toContain(
      "don’t know yet",
    );
    await settled(world);
    expect(await nextReply()).toContain(expected);
    expect(platform.sends).toHaveLength(2);
    expect(gaps()[0]).toBeGreaterThan(60_000);
    expect(platform.effects).toBe(1);
  });

  test("that is booked late isn't resent", async () => {
    expect(await confirmOrder(await make(), { lateMs: 25_000 })).toContain("don’t know yet");
    await settled(world);
    expect(await nextReply()).toContain(expected);
    expect([platform.sends.length, platform.effects]).toEqual([1, 1]);
  });
});

test("who has read that it isn't known yet hears the outcome, although the bot stopped meanwhile", async () => {
  const data = await yesButtonOf(`/add ${(await cardOf()).card_no} 50`);
  platform.fates.push("answer lost");
  await tapWithLostAnswer(world, "manager", data);
  await world.restart();
  await settled(world);
  expect(await nextReply()).toContain("18,450");
  expect(platform.effects).toBe(1);
});

test("a write lost twice needs review, and /pending shows its sends and key", async () => {
  const { card_no } = await cardOf();
  await confirmOrder(`/add ${card_no} 50`, "lost", "lost");
  await settled(world);
  expect(await nextReply()).toContain("can’t find out");
  await world.restart();
  await world.advanceTime(45_000);
  expect(platform.sends).toHaveLength(2);
  const pending = factsOf(await world.sendText("owner", "/pending"));
  expect(pending).toContain("Needs a review");
  expect(pending).toMatch(/Sent 2 times, last on 23 Nov 2026 at 12:0\d/);
  expect(pending).toMatch(/key:[\da-f-]{36}/);
  expect(pending).toContain("Anan");
});

describe("the time that a send may be in flight", () => {
  test("counts from the last request sent; a rate-limited one is no send", async () => {
    const { card_no } = await cardOf();
    await confirmOrder(`/add ${card_no} 50`, 429, "lost", "done");
    await settled(world);
    expect(await nextReply()).toContain("18,450");
    expect(platform.sends).toHaveLength(3);
    expect(gaps()[0]).toBeLessThan(5000);
    expect(gaps()[1]).toBeGreaterThan(60_000);
    expect((await cardOf()).point).toBe(18_450);
  });

  test("counts across a restart", async () => {
    const { card_no } = await cardOf();
    await confirmOrder(`/add ${card_no} 50`, "lost");
    await world.advanceTime(10_000);
    await world.restart();
    await settled(world);
    expect(platform.sends).toHaveLength(2);
    expect(gaps()[0]).toBeGreaterThan(60_000);
  });
});

test("a refused second send leaves the outcome of the first unknown", async () => {
  const { card_no } = await cardOf();
  await confirmOrder(`/add ${card_no} 50`, "lost", 409);
  await settled(world);
  expect(await nextReply()).toContain("can’t find out");
  expect(platform.sends).toHaveLength(2);
});

test.each([-60, -6, -4, 6, 60])(
  "a platform whose clock is %i minutes ahead books once",
  async (minutes) => {
    platform.skewMs = minutes * 60_000;
    const { card_no } = await cardOf();
    await confirmOrder(`/add ${card_no} 50`, "answer lost");
    await settled(world);
    expect(await nextReply()).toContain("18,450");
    expect([platform.sends.length, platform.effects]).toEqual([1, 1]);
  },
);

test.each(["", " ", "4711"])(
  "where keys are shown as %j, a row like ours leaves it to a person",
  async (shown) => {
    platform.shownKey = shown;
    for (const order of [`/add ${(await cardOf()).card_no} 50`, "/gift cake olivia 2"]) {
      await confirmOrder(order, "answer lost");
      await settled(world);
      expect(await nextReply()).toContain("can’t find out");
    }
    expect([platform.sends.length, platform.effects]).toEqual([2, 2]);
  },
);

test("the row of another order, of staff or the bot's own, isn't taken for a lost one", async () => {
  const { card_no } = await cardOf();
  for (const order of [`/add ${card_no} 50`, "/gift cake olivia 2"]) {
    await confirmOrder(order);
    await confirmOrder(order, "lost");
    await settled(world);
    expect(await nextReply()).not.toContain("can’t find out");
  }
  expect([platform.sends.length, platform.effects]).toEqual([6, 4]);
});

describe("a platform that doesn't show idempotency keys", () => {
  beforeEach(() => {
    platform.shownKey = null;
  });

  test.each([-60, -6, 0, 6, 60])(
    "and whose clock is %i minutes ahead: a row like ours leaves it to a person",
    async (minutes) => {
      platform.skewMs = minutes * 60_000;
      const { card_no } = await cardOf();
      await confirmOrder(`/add ${card_no} 50`, "answer lost");
      await settled(world);
      expect(await nextReply()).toContain("can’t find out");
      expect([platform.sends.length, platform.effects]).toEqual([1, 1]);
    },
  );

  test("a matching row of an hour ago isn't ours", async () => {
    const { card_no } = await cardOf();
    await till.connect.addPoint({ card_no, method: 2, points: 50 });
    world.clock.turn(3_600_000);
    await confirmOrder(`/add ${card_no} 50`, "lost");
    await settled(world);
    expect(await nextReply()).toContain("18,500");
    expect([platform.sends.length, platform.effects]).toEqual([2, 1]);
  });
});

test("a platform that rejects filters is read page by page", async () => {
  platform.isStrict = true;
  const { card_no } = await cardOf();
  await confirmOrder(`/add ${card_no} 50`, "answer lost");
  await settled(world);
  expect(await nextReply()).toContain("18,450");
  expect(platform.sends).toHaveLength(1);
});

test("on a platform that never shows all transactions, the write needs review", async () => {
  platform.pageSize = 1;
  const { card_no } = await cardOf();
  for (let index = 0; index < 12; index++) {
    await till.connect.addPoint({ card_no, method: 2, points: 1 });
  }
  await confirmOrder(`/add ${card_no} 50`, "lost");
  await settled(world);
  expect(await nextReply()).toContain("can’t find out");
  expect(platform.sends).toHaveLength(1);
});

test("a platform that shows no rows, but says that there are some, leaves it to a person", async () => {
  platform.isBlank = true;
  const { card_no } = await cardOf();
  await confirmOrder(`/add ${card_no} 50`, "answer lost");
  await settled(world);
  expect(await nextReply()).toContain("can’t find out");
  expect([platform.sends.length, platform.effects]).toEqual([1, 1]);
});

test("a row beyond the first page is found", async () => {
  platform.pageSize = 1;
  const { card_no } = await cardOf();
  await confirmOrder(`/add ${card_no} 50`, { lateMs: 1000 });
  world.clock.turn(1000);
  await world.advanceTime(1000);
  await till.connect.addPoint({ card_no, method: 2, points: 1 });
  await settled(world);
  expect(await nextReply()).toContain("18,450");
  expect(platform.sends).toHaveLength(1);
});

test.each<[Fate, string, number]>([
  ["lost", "Created: Autumn tea", 2],
  ["answer lost", "can’t find out", 1],
])("a coupon set whose send is %s is searched on all pages", async (fate, expected, sends) => {
  platform.pageSize = 1;
  for (const name of ["Autumn tea 2", "Autumn tea 3"]) {
    await till.connect.createCouponSet({ name, type: "FREE_ITEM", source: "AUTO_GENERATE" });
  }
  await confirmOrder("/newset Autumn tea item x5 30d", fate);
  await settled(world);
  expect(await nextReply()).toContain(expected);
  expect([platform.sends.length, platform.effects]).toEqual([sends, 1]);
});

test.each([302, 408, 418, 425, 499, 500, 502])(
  "status %i leaves the outcome unknown",
  async (status) => {
    const { card_no } = await cardOf();
    expect(await confirmOrder(`/add ${card_no} 50`, status)).toContain("don’t know yet");
  },
);

test("a status that refuses the request means that nothing was done", async () => {
  const { card_no } = await cardOf();
  for (const status of [400, 401, 403, 404, 409, 422, 429]) {
    platform.fates.length = 0;
    const outcome = await confirmOrder(`/add ${card_no} 50`, ...Array<Fate>(3).fill(status));
    expect(outcome, `for ${status}`).toContain("Not done");
    expect(platform.effects, `for ${status}`).toBe(0);
  }
});

/** The wall clock is set forward while a send is in flight, which the platform books late. */
async function setClockForward(): Promise<void> {
  await world.advanceTime(5000);
  world.clock.move(70_000);
  await settled(world);
}

test("a wall clock that is set forward doesn't shorten the wait before a second send", async () => {
  const { card_no } = await cardOf();
  await confirmOrder(`/add ${card_no} 50`, { lateMs: 30_000 });
  await setClockForward();
  expect(await nextReply()).toContain("18,400 → 18,450");
  expect([platform.sends.length, platform.effects]).toEqual([1, 1]);
});

test("nor does it in a redemption", async () => {
  const set = { type: "FREE_ITEM", source: "AUTO_GENERATE", points_cost: 40 } as const;
  const { uuid } = await till.connect.createCouponSet({ name: "Latte to redeem", ...set });
  const question = await world.tapButton("olivia", `do=redeem&set=${uuid}`);
  platform.fates.push({ lateMs: 30_000 });
  await tapAndSettle(buttonIn(question, /yes=/), "olivia");
  await setClockForward();
  expect((await cardOf()).point).toBe(18_360);
  expect(platform.sends.map(({ path }) => /burn|give/.exec(path)?.[0])).toEqual(["burn", "give"]);
});

/** An order that nobody can tell the end of, in `/pending`. */
const writeInReview = async (second: Fate = "lost") => {
  const { card_no } = await cardOf();
  await confirmOrder(`/add ${card_no} 50`, "lost", second);
  await settled(world);
  return world.sendText("owner", "/pending");
};

const isNo = (words: string) => words.includes("confirmed that it wasn’t done");

describe("a manager's decision in /pending", () => {
  test("that nothing happened is checked by another read", async () => {
    const no = buttonIn(await writeInReview({ lateMs: 85_000 }), /not-happened/);
    await world.advanceTime(30_000);
    expect(await tapAndSettle(no, "owner")).toContain("18,450");
    expect(await nextReply()).toContain("18,450");
  });

  test("is stored when the read shows nothing", async () => {
    const no = buttonIn(await writeInReview(), /not-happened/);
    expect(await tapAndSettle(no, "owner")).toContain("confirmed that it wasn’t done");
  });

  test("is neither stored nor told while the read fails", async () => {
    const no = buttonIn(await writeInReview({ lateMs: 85_000 }), /not-happened/);
    await world.advanceTime(30_000);
    world.platform.faults.add({ kind: "error", operation: "getTransaction" });
    expect(await tapAndSettle(no, "owner")).toContain("try again");
    world.platform.faults.clear();
    await world.advanceTime(20_000);
    expect(await tapAndSettle(no, "owner")).toContain("18,450");
  });

  test("taken by two at once: both see the stored one", async () => {
    const pending = await writeInReview();
    const taps = [
      ["owner", buttonIn(pending, /%2Fnot-happened/)],
      ["manager", buttonIn(pending, /%2Fhappened/)],
    ] as const;
    const events = taps.map(([label, data]) =>
      world.line.compose(world.lineId(label), { type: "postback", data }),
    );
    await world.line.deliver(events);
    await world.settle();
    const expected = events.map(({ webhookEventId }) => {
      const sent = world.line.sent.find((one) => one.webhookEventId === webhookEventId);
      return factsOf(sent?.messages ?? []);
    });
    expect(expected.map(isNo)).toEqual(isNo(expected[0] ?? "") ? [true, true] : [false, false]);
    expect(isNo(await tapAndSettle(taps[1][1]))).toBe(isNo(expected[0] ?? ""));
  });
});
