/** Names in the operator's files that the platform doesn't have are told, and nothing is concluded from what isn't known. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { unmatchedNames } from "../../src/app/unmatched-names.ts";
import type { LoyaltyClient } from "../../src/loyalty/client.ts";
import { createTill } from "../support/till.ts";
import { until } from "../support/until.ts";
import { createWorld } from "../support/world.ts";

const page = (data: readonly unknown[], total = data.length) =>
  Promise.resolve({ data, pagination: { page: 1, size: 100, total } });
type Client = Pick<LoyaltyClient, "getCouponSet" | "getProfile">;

function platform(answers: {
  sets?: readonly string[];
  total?: number;
  members?: readonly object[];
}) {
  const { sets = [], total, members = [] } = answers;
  const calls: string[] = [];
  const client = {
    getCouponSet() {
      calls.push("getCouponSet");
      return page(
        sets.map((uuid) => ({ uuid })),
        total,
      );
    },
    getProfile() {
      calls.push("getProfile");
      return page(members);
    },
  };
  return { client: client as unknown as Client, calls };
}

const price = { points: 5 };
const gold = {
  cards: [{ card_type: "Gold ", tier: { until: 1 } }],
  otherData: [{ key: "seat", value: 3 }],
};
const fact = { label: {}, place: "below", kind: "text" } as const;
const cards = {
  cardStyles: new Map([
    ["gold", {}],
    ["glod", {}],
  ]),
  cardFacts: [
    { ...fact, owner: "card", path: ["tier", "until"] },
    { ...fact, owner: "otherData", path: ["seat"] },
    { ...fact, owner: "otherData", path: ["seta"] },
  ],
} as const;

test("sets, card types and facts that nothing has are named", async () => {
  const { client } = platform({ sets: ["one"], members: [gold] });
  expect(await unmatchedNames(client, { rewardsFile: { one: price, two: price }, cards })).toEqual([
    { file: "REWARDS_FILE", names: ["two"], among: "1 coupon set" },
    { file: "CARD_STYLES", names: ["glod"], among: "the cards of 1 member" },
    { file: "CARD_FACTS", names: ["otherData.seta"], among: "the cards of 1 member" },
  ]);
});

test("of lists that are empty, or not complete, nothing is said", async () => {
  const rewardsFile = { two: price };
  expect(await unmatchedNames(platform({}).client, { rewardsFile, cards })).toEqual([]);
  const partly = platform({ sets: ["one"], total: 900, members: [gold] });
  expect(await unmatchedNames(partly.client, { rewardsFile, cards: {} })).toEqual([]);
});

test("without such files nothing is asked", async () => {
  const { client, calls } = platform({ sets: ["one"] });
  expect(await unmatchedNames(client, { rewardsFile: {}, cards: {} })).toEqual([]);
  expect(calls).toEqual([]);
});

test("the start warns of a price for a set that there isn't, and of no other", async () => {
  const dir = mkdtempSync(join(tmpdir(), "names-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = join(dir, "rewards.json");
  const missing = "00000000-0000-4000-8000-000000000000";
  writeFileSync(file, JSON.stringify({ [missing]: { points: 5 } }));
  await using world = await createWorld({ REWARDS_FILE: file });
  const warned = () =>
    world.logged.filter((line) => line.includes("what the platform doesn't have"));
  await until(() => warned().length > 0, "the warning");
  expect(warned().join()).toContain(missing);
  await using till = createTill(world);
  const [set] = (await till.connect.getCouponSet({ size: 1 })).data;
  writeFileSync(file, JSON.stringify({ [set?.uuid ?? ""]: { points: 5 } }));
  const before = warned().length;
  await world.restart();
  await world.advanceTime(1000);
  expect(warned()).toHaveLength(before);
});
