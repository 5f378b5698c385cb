/** Platforms that differ from the contract: what the doctor learns of each, and that the bot then answers. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { ProxyHooks } from "../support/proxy.ts";
import { createLearningWorld, type LearningWorld } from "../support/learning.ts";
import { factsOf } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
import { stringsOf } from "../support/views.ts";

let learning: LearningWorld;
let till: Till;
beforeAll(async () => {
  learning = await createLearningWorld();
  till = createTill(learning.world);
});
afterEach(() => learning.differ({}));
afterAll(async () => {
  await till[Symbol.asyncDispose]();
  await learning[Symbol.asyncDispose]();
});

const prefix = "/api/api/v1/connect";
const replyTo = async (label: string, text: string) =>
  stringsOf(await learning.world.sendText(label, text));
const notOffered = /can’t show that here/;

/** The seen effect and what the bot does about it, of one assumption. */
async function learned(operation: string, assumed: string) {
  const assumptions = await learning.learn();
  const found = assumptions.find((one) => one.operation === operation && one.assumed === assumed);
  if (!found) throw new Error(`no assumption ${operation}: ${assumed}`);
  return { seen: found.seen, does: found.does, holds: found.holds };
}
const callsOf = (path: string) =>
  learning.calls
    .filter((call) => call.startsWith(prefix + path))
    .map((call) => new URLSearchParams(call.split("?")[1]));

/** Answers 400 to calls whose query the rule refuses. */
const refusing = (path: string, isRefused: (query: URLSearchParams) => boolean): ProxyHooks => ({
  after({ url }, answer) {
    if (url.pathname !== prefix + path || !isRefused(url.searchParams)) return;
    Object.assign(answer, { status: 400, body: '{"message":"unknown parameter"}' });
  },
});
/** Whether the query has more than is public of Get Transaction. */
const isOurs = (query: URLSearchParams) =>
  [...query.keys()].some((field) => !["page", "size", "from", "to"].includes(field));
/** Takes these fields out of queries, so that they have no effect. */
const ignoring = (path: string, ...fields: string[]): ProxyHooks => ({
  before({ url }) {
    if (url.pathname !== prefix + path) return;
    for (const field of fields) url.searchParams.delete(field);
  },
});

test("nothing is changed where everything is as assumed", async () => {
  const assumptions = await learning.learn();
  expect(assumptions.filter(({ holds }) => holds === "no")).toEqual([]);
  expect(assumptions.length).toBeGreaterThan(25);
  expect(await replyTo("olivia", "history")).toMatch(/You (collected|spent)/);
  expect(callsOf("/transactions")[0]?.get("member_uuid")).toBeTruthy();
  expect(await replyTo("olivia", "coupons")).toBeTruthy();
  expect(callsOf("/coupon/give/history")[0]?.get("sort")).toBe("expires_at");
});

test("an operation that is at the other group's address is called there", async () => {
  learning.differ({
    after({ url }, answer) {
      if (url.pathname === `${prefix}/transactions`) answer.status = 404;
    },
  });
  expect(await replyTo("olivia", "history")).toMatch(notOffered);
  expect(await learned("Get Transaction", "at /api/v1/connect/transactions")).toEqual({
    seen: "not there; also at /v2/connect/transactions",
    does: "calls /v2/connect/transactions",
    holds: "no",
  });
  expect(await replyTo("olivia", "history")).toMatch(/You (collected|spent)/);
  expect(learning.calls.filter((call) => call.includes("/transactions"))).toEqual([
    expect.stringMatching(/^\/api\/v2\/connect\/transactions\?/),
  ]);
});

test("pages are no larger than what is taken", async () => {
  learning.differ(refusing("/campaigns", (query) => Number(query.get("size")) > 20));
  expect(await replyTo("olivia", "campaigns")).toMatch(notOffered);
  expect(await learned("Get Campaign", "pages of 100 rows")).toEqual({
    seen: "refused (400)",
    does: "asks for 20",
    holds: "no",
  });
  expect(await replyTo("olivia", "campaigns")).not.toMatch(notOffered);
  expect(callsOf("/campaigns").map((query) => query.get("size"))).toEqual(["20"]);
});

test("a row that can't be read doesn't make a page count as smaller", async () => {
  learning.differ({
    after({ url }, answer) {
      if (url.pathname !== `${prefix}/campaigns`) return;
      const page = JSON.parse(answer.body) as { data: { uuid: unknown }[] };
      if (page.data[0]) page.data[0].uuid = { odd: true };
      answer.body = JSON.stringify(page);
    },
  });
  expect(await learned("Get Campaign", "pages of 100 rows")).toMatchObject({ holds: "unknown" });
});

describe("a filter", () => {
  test("that is refused isn't sent, and the bot filters by itself", async () => {
    learning.differ(refusing("/transactions", isOurs));
    expect(await learned("Get Transaction", "filter member_uuid")).toEqual({
      seen: "refused (400)",
      does: "doesn't send it, and filters by itself",
      holds: "no",
    });
    expect(await replyTo("olivia", "history")).toMatch(/You (collected|spent)/);
    const staff = await learning.world.sendText("cashier", "/history olivia");
    expect(factsOf(staff)).toMatch(/Olivia/);
    expect(callsOf("/transactions").length).toBeGreaterThan(1);
    expect(callsOf("/transactions").some(isOurs)).toBe(false);
  });

  test("that is ignored isn't sent, and the bot filters by itself", async () => {
    learning.differ(ignoring("/transactions", "member_uuid", "ref_id", "card_no", "from"));
    expect(await learned("Get Transaction", "filter member_uuid")).toMatchObject({
      seen: "ignored",
      holds: "no",
    });
    expect(await replyTo("olivia", "history")).toMatch(/You (collected|spent)/);
    expect(callsOf("/transactions").some((query) => query.has("member_uuid"))).toBe(false);
  });

  test("that finds nothing isn't sent: what it hides is shown", async () => {
    await learning.learn();
    learning.differ({
      before({ url }) {
        if (url.searchParams.has("member_uuid")) url.searchParams.set("member_uuid", "nobody");
      },
    });
    expect(await replyTo("olivia", "history")).not.toMatch(/You (collected|spent)/);
    expect(await learned("Get Transaction", "filter member_uuid")).toMatchObject({
      seen: "finds nothing, though there is something",
      holds: "no",
    });
    expect(await replyTo("olivia", "history")).toMatch(/You (collected|spent)/);
  });

  test("of a coupon check that is refused isn't sent, and the member is compared", async () => {
    learning.differ({
      after({ url }, answer) {
        if (!url.searchParams.has("member_uuid") || !url.pathname.includes("/coupon/check/"))
          return;
        Object.assign(answer, { status: 400, body: "{}" });
      },
    });
    expect(await learned("Check Coupon", "takes member_uuid")).toMatchObject({ holds: "no" });
    const own = await till.give("olivia", { name: "A birthday cake" });
    const other = await till.give("takeru", { name: "Not for Olivia" });
    expect(await replyTo("olivia", `check ${own.code}`)).toMatch(/A birthday cake/);
    expect(await replyTo("olivia", `check ${other.code}`)).not.toMatch(/Not for Olivia/);
  });
});

test.each([
  ["is refused", "refused (400)"],
  ["has no effect", "ignored"],
])("a sort order that %s isn't sent, and coupons are sorted all the same", async (_, seen) => {
  const path = "/coupon/give/history";
  const isRefused = seen !== "ignored";
  learning.differ(
    isRefused ? refusing(path, (query) => query.has("sort")) : ignoring(path, "sort"),
  );
  expect(await learned("Get Give Coupon History", "sort by expires_at")).toEqual({
    seen,
    does: "doesn't send it, and sorts by itself",
    holds: "no",
  });
  for (const days of [3, 9, 6]) {
    await till.give("three-cards", {
      name: `For ${days} days`,
      validity: { mode: "DAYS_AFTER_GIVE", days },
    });
  }
  expect(await replyTo("three-cards", "coupons")).toMatch(/For 3 days[^]*For 6 days[^]*For 9 days/);
  expect(callsOf(path).some((query) => query.has("sort"))).toBe(false);
});

test("after a mended platform was looked at again, everything is sent as assumed", async () => {
  await learning.learn();
  await replyTo("olivia", "history");
  expect(callsOf("/transactions")[0]?.get("member_uuid")).toBeTruthy();
});

describe("a search that doesn't find LINE user ids", () => {
  const blind: ProxyHooks = {
    before({ url }) {
      if (/^U[0-9a-f]{32}$/.test(url.searchParams.get("search") ?? "")) {
        url.searchParams.set("search", "nobody-is-called-so");
      }
    },
  };

  test("is replaced by the bot's own index, and nobody is told to join meanwhile", async () => {
    await using blinded = await createLearningWorld();
    const { world } = blinded;
    blinded.differ(blind);
    const seen = async () => stringsOf(await world.sendText("olivia", "points"));
    expect(await seen()).toMatch(/I have registered/);
    world.clock.turn(11_000);
    const found = (await blinded.learn()).find(
      ({ assumed }) => assumed === "search finds a lineId",
    );
    expect(found).toMatchObject({
      seen: "finds nobody",
      does: "looks members up in an index of its own",
    });
    for (let left = 20; !world.logged.some((line) => line.includes("profile crawl finished"));) {
      expect(await seen()).not.toMatch(/I have registered/);
      if (left-- === 0) throw new Error("no crawl has finished");
      await world.advanceTime(500);
    }
    world.clock.turn(11_000);
    expect(await seen()).toMatch(/Olivia/);
    await world.restart();
    expect(await seen()).toMatch(/Olivia/);
  });

  test("is still used where MEMBER_LOOKUP=search replyTo so", async () => {
    await using blinded = await createLearningWorld({ MEMBER_LOOKUP: "search" });
    blinded.differ(blind);
    await blinded.learn();
    const reply = await blinded.world.sendText("olivia", "points");
    expect(stringsOf(reply)).toMatch(/I have registered/);
  });
});
