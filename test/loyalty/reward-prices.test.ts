/** Prices of rewards: which of the three sources counts, and what a file of prices may hold. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readRewardsFile } from "../../src/app/read-settings.ts";
import { readConfig } from "../../src/config/config.ts";
import { createRewardPrices, type RewardsFile } from "../../src/loyalty/reward-prices.ts";

const termsIn = async (file: RewardsFile, staff: Record<string, number>) =>
  createRewardPrices({
    file,
    staffPrices: () => Promise.resolve(new Map(Object.entries(staff))),
  }).read();

const plain = { order: null, hidden: false, limitPerMember: null };

test("staff's price stands above the file's, and that above the platform's", async () => {
  const file = { latte: { points: 180, order: 2, hidden: true, limit_per_member: 3 } };
  const filed = { order: 2, hidden: true, limitPerMember: 3 };
  const latte = { uuid: "latte", points_cost: 200 };
  const byAll = await termsIn(file, { latte: 150 });
  expect(byAll(latte)).toEqual({ points: 150, source: "staff", ...filed });
  expect((await termsIn(file, {}))(latte)).toEqual({ points: 180, source: "file", ...filed });
  expect((await termsIn({}, {}))(latte)).toEqual({ points: 200, source: "platform", ...plain });
  expect(byAll({ uuid: "cake" })).toBeNull();
  expect(byAll({ uuid: "cake", points_cost: 0 })).toBeNull();
  expect(byAll({ uuid: "cake", points_cost: -5 })).toBeNull();
  expect(byAll({ uuid: "toString" })).toBeNull();
});

const folder = mkdtempSync(join(tmpdir(), "rewards-"));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, "rewards.json");
const read = (content: string | Buffer) => {
  writeFileSync(path, content);
  return readRewardsFile(readConfig({ REWARDS_FILE: path }).config);
};

test("a file of prices is read", () => {
  const file = { latte: { points: 180 }, cake: { points: 1, order: -1, hidden: true } };
  expect(read(JSON.stringify(file))).toEqual(file);
  expect(read(`\uFEFF${JSON.stringify(file)}`), "with a byte order mark").toEqual(file);
  expect(readRewardsFile(readConfig({}).config)).toEqual({});
});

test("a file in another encoding is a fault that names the variable, the file and the line", () => {
  expect(() => read(Buffer.from('{\n"café": {"points": 1}}', "latin1"))).toThrow(
    /^(?:.*\n)*.*REWARDS_FILE: \S*rewards\.json isn't text in UTF-8 \(line 2, byte 7\): save it as UTF-8$/,
  );
});

test.each([
  ["{", /REWARDS_FILE: .*rewards\.json: .*JSON/],
  ['{"latte": 200}', /REWARDS_FILE: .*rewards\.json: .*latte/s],
  ['{"latte": {"points": 0}}', /rewards\.json: .*latte\.points/s],
  ['{"latte": {"points": 1.5}}', /rewards\.json: .*int.*latte\.points/s],
  ['{"latte": {"order": 1}}', /rewards\.json: .*latte\.points/s],
  ['{"latte": {"points": 1, "hiden": true}}', /rewards\.json: .*hiden.*latte/s],
  ['{"latte": {"points": 1, "limit_per_member": 0}}', /latte\.limit_per_member/],
])("a fault in the file names it, the key and what is wrong: %s", (content, expected) => {
  expect(() => read(content)).toThrow(expected);
});
