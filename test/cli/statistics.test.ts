/** `statistics`: the counts of the days up to today as CSV, of one account. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lastDays } from "../../src/bot/views/dates.ts";
import { UsageError } from "../../src/cli/command.ts";
import { statistics } from "../../src/cli/statistics.ts";
import { systemClock } from "../../src/clock.ts";
import { openSqliteStore } from "../../src/store/sqlite/open.ts";
import type { DailyCount } from "../../src/store/statistics.ts";

const timeZone = "Asia/Tokyo";
const dir = mkdtempSync(join(tmpdir(), "statistics-"));
afterAll(() => rmSync(dir, { recursive: true }));

/** Today and the two days before, oldest first. */
const days = lastDays(3, systemClock.now(), timeZone);
const countOn = (day: string, name: string, count: number): DailyCount => ({
  day,
  kind: "answer",
  name,
  language: "th",
  count,
});

beforeAll(async () => {
  await using store = openSqliteStore(dir, systemClock);
  await store.statistics.add("U1", [
    ...days.map((day, index) => countOn(day, "balance", index + 1)),
    { ...countOn(days[2] ?? "", "member.balance", 7), kind: "tap" },
  ]);
});

async function run(...args: string[]): Promise<string[]> {
  const printed: string[] = [];
  const code = await statistics.run(args, {
    environment: { DATA_DIR: dir, BUSINESS_TIMEZONE: timeZone },
    print: (...lines) => void printed.push(...lines),
    stop: new AbortController().signal,
  });
  expect(code).toBe(0);
  return printed.join("\n").split("\n");
}

test("the counts of the last days are printed as CSV, one line for each day, kind, name and language", async () => {
  expect(await run("--days", "2")).toEqual([
    "\uFEFFday,kind,name,language,count",
    `${days[1]},answer,balance,th,2`,
    `${days[2]},answer,balance,th,3`,
    `${days[2]},tap,member.balance,th,7`,
  ]);
  expect(await run()).toHaveLength(5);
});

test.each([["0"], ["3651"], ["many"]])("--days %s is refused with the usage", async (count) => {
  await expect(run("--days", count)).rejects.toThrow(UsageError);
});

test("an account of which nothing is counted is no account without answers", async () => {
  await expect(run("--account", "U3")).rejects.toThrow(/nothing is counted of U3, but of U1/);
});

test("of several accounts one has to be named", async () => {
  await using store = openSqliteStore(dir, systemClock, { attach: true });
  await store.statistics.add("U2", [countOn(days[2] ?? "", "card", 5)]);
  await expect(run()).rejects.toThrow(/several accounts: U1, U2/);
  expect(await run("--account", "U2")).toEqual([
    expect.stringContaining("day,kind"),
    `${days[2]},answer,card,th,5`,
  ]);
});
