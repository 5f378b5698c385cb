/** Transactions that the mirror is asked for by id or reference are told as the platform has them now, all of them. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { LoyaltyClient } from "../../../src/loyalty/client.ts";
import type { Input, Transaction } from "../../../src/loyalty/contract.ts";
import { createLedgerMirror } from "../../../src/members/ledger/ledger-mirror.ts";
import {
  createMirroredClient,
  createTransactionLookup,
} from "../../../src/members/ledger/mirrored-client.ts";
import { entryOf } from "../../../src/members/ledger/mirrored-transaction.ts";
import { createLog } from "../../../src/observability/log.ts";
import { openSqliteStore } from "../../../src/store/sqlite/open.ts";
import { manualClock } from "../../support/clock.ts";
import { createQuiescence } from "../../support/quiescence.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A document's movements, so long ago each, that the mirror has as they were before the platform voided them. */
async function setUp(ages: readonly number[]) {
  const clock = manualClock();
  const dir = mkdtempSync(join(tmpdir(), "refresh-"));
  const store = openSqliteStore(dir, clock);
  const now = clock.now();
  const rows = (status: Transaction["status"]) =>
    ages.map((age, index): Transaction => ({
      id: index + 1,
      uuid: `t${index + 1}`,
      type: "ADD",
      status,
      points: 10,
      balance_after: 10,
      card_uuid: "c",
      card_no: "8800",
      member_uuid: "m",
      ref_no: "INV-7",
      channel: "API",
      created_at: new Date(now - age).toISOString(),
    }));
  const asked: Input<"getTransaction">[] = [];
  const getTransaction: LoyaltyClient["getTransaction"] = async (query) => {
    asked.push(query);
    const { from = "", to = "9", page = 1, size = 100 } = query;
    const inside = rows("VOIDED").filter((row) => row.created_at >= from && row.created_at < to);
    return { pagination: { total: inside.length, page, size }, data: page === 1 ? inside : [] };
  };
  const loyalty = { getTransaction } as LoyaltyClient;
  const { ledger } = store;
  await ledger.begin("p", now - dayMs);
  const covered = { from: now - 100 * dayMs, until: now - minuteMs, readAt: now, rereadAt: now };
  await ledger.save(
    rows("COMPLETED").map((row) => entryOf(row)!),
    covered,
  );
  const mirror = createLedgerMirror({
    loyalty,
    ledger,
    platform: "p",
    days: 90,
    clockDifference: () => 0,
    clock,
    log: createLog("silent"),
  });
  const quiescence = createQuiescence(clock, () => false);
  onTestFinished(async () => {
    quiescence[Symbol.dispose]();
    mirror[Symbol.dispose]();
    await store[Symbol.asyncDispose]();
    rmSync(dir, { recursive: true });
  });
  const { signal } = new AbortController();
  /** While time passes: the mirror spaces its pages. */
  const passing = async <T>(work: Promise<T>) => {
    await quiescence.advance(hourMs, work);
    return work;
  };
  const ids = ages.map((_, index) => String(index + 1));
  return {
    asked,
    byIds: () => passing(createTransactionLookup({ mirror, ledger }).byIds(ids, signal)),
    byDocument: () =>
      passing(
        createMirroredClient({ loyalty, mirror, ledger }).getTransaction(
          { ref_no: "INV-7" },
          { signal },
        ),
      ),
  };
}

const each = (count: number, ms: number) => Array.from({ length: count }, (_, i) => (i + 1) * ms);

test.each([
  ["three, an hour apart", each(3, hourMs), 3],
  ["five, a minute apart", each(5, minuteMs), 1],
  ["five, two hours apart", each(5, 2 * hourMs), 3],
  ["seven, days apart", each(7, 9 * dayMs), 3],
  ["many of one afternoon and one of long ago", [...each(40, minuteMs), 60 * dayMs], 2],
])("%s", async (_, ages, maxWindows) => {
  const { asked, byIds, byDocument } = await setUp(ages);
  const found = await byIds();
  expect(found?.map(({ status }) => status)).toEqual(ages.map(() => "VOIDED"));
  // One window for what is new, and few others: there is a second between two pages.
  expect(new Set(asked.map(({ from }) => from)).size).toBeLessThanOrEqual(1 + maxWindows);
  const listed = await byDocument();
  expect(listed.data.map(({ status }) => status)).toEqual(ages.map(() => "VOIDED"));
});
