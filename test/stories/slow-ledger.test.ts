/** A platform whose lists take longer than a reply may, mirrored or not: apologies in time, and no fault of the bot's own. */
import { afterEach, describe, expect, test } from "vitest";
import { intents } from "../../src/bot/intents/intents.ts";
import { buttonIn, factsOf, settled } from "../support/staff.ts";
import { createTill, type Till } from "../support/till.ts";
import { createWorld, type World } from "../support/world.ts";

let world: World;
let till: Till;

const mirrored = { LEDGER: "mirror", LEDGER_DAYS: "600" };
async function start(env: Record<string, string>) {
  world = await createWorld({ MEMBER_CACHE_TTL_S: "86400", ...env }, { asReal: true });
  till = createTill(world);
  // Until the past is mirrored.
  await world.advanceTime(180_000);
}
afterEach(async () => {
  world.platform.faults.clear();
  await till[Symbol.asyncDispose]();
  await world[Symbol.asyncDispose]();
});

const reads = [
  "getTransaction",
  "getCampaign",
  "getCouponSet",
  "getGiveCouponHistory",
  "checkCoupon",
] as const;
/** Every reading but that of profiles takes so long. */
function slowDown(ms: number) {
  for (const operation of reads) world.platform.faults.add({ kind: "latency", ms, operation });
}

async function answer(
  label: string,
  action: { type: "text"; text: string } | { type: "postback"; data: string },
) {
  const event = world.line.compose(world.lineId(label), action);
  const at = world.clock.now();
  await world.line.deliver([event]);
  await world.settle(60_000);
  const sent = world.line.sent.find((one) => one.webhookEventId === event.webhookEventId);
  return {
    facts: factsOf(sent?.messages ?? []),
    messages: sent?.messages ?? [],
    ms: world.clock.now() - at,
  };
}

const faultsOfTheBot = () =>
  world.logged.filter((line) => /handling an event failed|reconciliation failed/.test(line));

describe.each([
  ["without a mirror", {}],
  ["with a mirror", mirrored],
])("%s", (_, env) => {
  // Below and above what one attempt, one page and one reply may take.
  test.each([
    [4500, "6000"],
    [5500, "6000"],
    [7800, "8000"],
    [20_000, "30000"],
  ])("a page takes %i ms of %s: each intent is answered in time", async (ms, timeout) => {
    await start({ ...env, CONNECT_TIMEOUT_MS: timeout });
    await answer("olivia", { type: "text", text: "points" });
    slowDown(ms);
    const asked = intents.flatMap(({ name, phrases }) => {
      const phrase = phrases?.en.values().next().value;
      return [
        ...(phrase === undefined ? [] : [{ type: "text", text: phrase } as const]),
        { type: "postback", data: `do=${name}&code=ABC123&set=none&id=none` } as const,
      ];
    });
    expect(asked.length).toBeGreaterThan(20);
    const wrong: unknown[] = [];
    for (const action of asked) {
      const { facts, ms: taken } = await answer("olivia", action);
      if (taken >= 10_000 || facts.includes("on our side")) wrong.push([action, facts, taken]);
    }
    expect(wrong).toEqual([]);
    expect(faultsOfTheBot()).toEqual([]);
  });

  test("each command is answered in time", async () => {
    await start({ ...env, CONNECT_TIMEOUT_MS: "30000" });
    const card = (await till.member("olivia")).cards[0]?.card_no ?? "";
    slowDown(20_000);
    const wrong: unknown[] = [];
    for (const text of [
      `/history ${card}`,
      "/void 7",
      "/void ref:INV-7",
      "/void key:none",
      "/gifts",
      "/sets",
      "/rewards",
      "/campaigns",
      "/check ABC123",
      "/use ABC123",
      "/ungift ABC123",
      "/gift latte Olivia",
      "/redeem latte Olivia",
      "/member Olivia",
    ]) {
      const { facts, ms } = await answer("manager", { type: "text", text });
      if (ms >= 10_000 || facts.includes("on our side")) wrong.push([text, facts, ms]);
    }
    expect(wrong).toEqual([]);
    expect(faultsOfTheBot()).toEqual([]);
  });

  test("orders and redemptions of unknown outcome stay unknown, and are a person's after a day", async () => {
    await start({ ...env, CONNECT_TIMEOUT_MS: "6000" });
    const card = (await till.member("olivia")).cards[0]?.card_no ?? "";
    const set = { type: "FREE_ITEM", source: "AUTO_GENERATE", points_cost: 40 } as const;
    const { uuid } = await till.connect.createCouponSet({ name: "Latte to redeem", ...set });
    const add = await answer("manager", { type: "text", text: `/add ${card} 41` });
    const redeem = await answer("olivia", { type: "postback", data: `do=redeem&set=${uuid}` });
    for (const operation of ["addPoint", "burnPoint"] as const) {
      world.platform.faults.add({ kind: "error", operation, times: 1 });
    }
    slowDown(4500);
    const yes = { type: "postback", data: buttonIn(add.messages, /%2Fyes/) } as const;
    expect((await answer("manager", yes)).facts).toContain("don’t know yet");
    await answer("olivia", { type: "postback", data: buttonIn(redeem.messages, /yes=/) });
    await world.advanceTime(120_000);
    expect((await answer("manager", { type: "text", text: "/pending" })).facts).toContain(
      "we keep checking",
    );
    world.clock.move(25 * 3_600_000);
    await settled(world);
    const pending = (await answer("manager", { type: "text", text: "/pending" })).facts;
    expect(pending).toContain("Add 41 points");
    expect(pending).toContain("Needs a review");
    expect(pending).not.toContain("we keep checking");
    expect(faultsOfTheBot()).toEqual([]);
  });
});
