/** Whoever reads from the platform gets a `LoyaltyError`, and nothing else, when the time for it is over. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { findWrittenRows } from "../../src/bot/staff/operations/write-operation.ts";
import { systemClock } from "../../src/clock.ts";
import { readAvailableCoupons } from "../../src/loyalty/available-coupons.ts";
import type { CallOptions, LoyaltyClient } from "../../src/loyalty/client.ts";
import type { Transaction } from "../../src/loyalty/contract.ts";
import { cancelled, LoyaltyError } from "../../src/loyalty/errors.ts";
import { readCouponSets } from "../../src/loyalty/coupon-sets.ts";
import { readList, readMatching, readNewest } from "../../src/loyalty/read-list.ts";
import { createLedgerMirror } from "../../src/members/ledger/ledger-mirror.ts";
import {
  createMirroredClient,
  createTransactionLookup,
} from "../../src/members/ledger/mirrored-client.ts";
import { entryOf } from "../../src/members/ledger/mirrored-transaction.ts";
import { createProfilePages } from "../../src/members/profile-crawler.ts";
import { createSearchLookup } from "../../src/members/search-lookup.ts";
import { createLog } from "../../src/observability/log.ts";
import { openSqliteStore } from "../../src/store/sqlite/open.ts";
import { manualClock } from "../support/clock.ts";

const dayMs = 86_400_000;
const filters = { member_uuid: "m" };
const operation = "getTransaction";
const isWanted = () => true;

/** A client of a platform that never answers. */
function silentPlatform(onCall: () => void): LoyaltyClient {
  const call = (_input: object, { signal }: CallOptions = {}) =>
    new Promise<never>((_resolve, reject) => {
      signal?.addEventListener("abort", () => reject(cancelled(operation)), { once: true });
      if (signal?.aborted) reject(cancelled(operation));
      onCall();
    });
  return new Proxy({} as LoyaltyClient, { get: () => call, ownKeys: () => [] });
}

interface Reading {
  loyalty: LoyaltyClient;
  transactions: ReturnType<typeof createTransactionLookup>;
  mirror: ReturnType<typeof createLedgerMirror>;
  signal: AbortSignal;
}

const old = entryOf({
  id: 7,
  uuid: "t7",
  type: "ADD",
  status: "COMPLETED",
  points: 1,
  balance_after: 1,
  card_uuid: "c",
  card_no: "8800",
  member_uuid: "m",
  ref_no: "INV-7",
  channel: "API",
  created_at: new Date(0).toISOString(),
});

/** @param isPaced whether the mirror's pages wait for their turn for ever. */
async function setUp(isPaced: boolean) {
  const clock = isPaced ? manualClock() : systemClock;
  const dir = mkdtempSync(join(tmpdir(), "aborted-"));
  const store = openSqliteStore(dir, clock);
  const now = clock.now();
  await store.ledger.begin("p", now - dayMs);
  const covered = { from: 0, until: now - 60_000, readAt: now, rereadAt: now };
  await store.ledger.save([old!], covered);
  const asked = Promise.withResolvers<void>();
  const platform = silentPlatform(asked.resolve);
  const services = { loyalty: platform, ledger: store.ledger };
  const mirror = createLedgerMirror({
    ...services,
    platform: "p",
    days: 1,
    clockDifference: () => 0,
    clock,
    log: createLog("silent"),
  });
  onTestFinished(async () => {
    mirror[Symbol.dispose]();
    await store[Symbol.asyncDispose]();
    rmSync(dir, { recursive: true });
  });
  const mirrored = {
    loyalty: { ...createMirroredClient({ ...services, mirror }) },
    transactions: createTransactionLookup({ mirror, ledger: store.ledger }),
    mirror,
  };
  return { platform, mirrored, asked: asked.promise };
}

/** The readers of transactions, which may go through the mirror. */
const transactionReaders: Readonly<Record<string, (reading: Reading) => Promise<unknown>>> = {
  readMatching: ({ loyalty, signal }) =>
    readMatching(loyalty.getTransaction, filters, { operation, isWanted, signal }),
  readNewest: ({ loyalty, signal }) =>
    readNewest(loyalty.getTransaction, filters, {
      operation,
      isWanted,
      signal,
      timeOf: () => 0,
      needed: 1,
    }),
  readList: ({ loyalty, signal }) => readList(loyalty.getTransaction, filters, { signal }),
  "readList by reference": ({ loyalty, signal }) =>
    readList(loyalty.getTransaction, { ref_no: "INV-7" }, { signal }),
  findWrittenRows: ({ loyalty, signal }) =>
    findWrittenRows<Transaction>({
      list: (query) => loyalty.getTransaction(query, { signal }),
      refId: "key",
      around: { card_no: "8800" },
      since: null,
      keyOf: ({ id }) => id,
      hasOurKey: () => false,
      refIdOf: () => undefined,
      isOtherOrder: async () => false,
      isAlike: () => true,
      isProven: () => true,
      isIntact: () => true,
      timeOf: (row) => row.created_at,
      count: 1,
    }),
};

const mirrorReaders: typeof transactionReaders = {
  ...transactionReaders,
  "transactions by id": ({ transactions, signal }) => transactions.byIds(["7"], signal),
  "catching up": ({ mirror, signal }) => mirror.catchUp(signal),
  "a window again": ({ mirror, signal }) => mirror.refresh([old!], signal),
};

const otherReaders: typeof transactionReaders = {
  readAvailableCoupons: ({ loyalty, signal }) =>
    readAvailableCoupons(loyalty, "m", { isAvailable: isWanted, timeZone: "UTC", signal }),
  readCouponSets: ({ loyalty, signal }) =>
    readCouponSets(loyalty, {}, { isWanted, timeZone: "UTC", signal }),
  "the search for a member": ({ loyalty, signal }) => createSearchLookup(loyalty)("U1", signal),
  createProfilePages: ({ loyalty, signal: stopping }) =>
    createProfilePages({ loyalty, clock: systemClock, stopping }).read(1),
};

/** What the signals of replies, the reconciler and a stopping process abort with. */
const reasons = [
  new DOMException("no answer within 8000 ms", "TimeoutError"),
  new Error("stopping"),
];

/** What it fails with, other than a `LoyaltyError`, when the signal aborts before and during the reading. */
async function othersOf(read: (signal: AbortSignal) => Promise<unknown>, ready: Promise<unknown>) {
  const failures: unknown[] = [];
  for (const reason of reasons) {
    const abort = new AbortController();
    const reading = read(abort.signal).catch((error: unknown) => error);
    await ready;
    abort.abort(reason);
    failures.push(await reading);
    failures.push(await read(AbortSignal.abort(reason)).catch((error: unknown) => error));
  }
  return failures.filter((failure) => !(failure instanceof LoyaltyError));
}

test.each(Object.entries({ ...transactionReaders, ...otherReaders }))(
  "%s of a platform that doesn't answer",
  async (_, read) => {
    const { platform, mirrored, asked } = await setUp(false);
    const reading = { ...mirrored, loyalty: platform };
    expect(await othersOf((signal) => read({ ...reading, signal }), asked)).toEqual([]);
  },
);

describe("with a mirror", () => {
  test.each(Object.entries(mirrorReaders))("%s, while its page isn't answered", async (_, read) => {
    const { mirrored, asked } = await setUp(false);
    expect(await othersOf((signal) => read({ ...mirrored, signal }), asked)).toEqual([]);
  });

  test.each(Object.entries(mirrorReaders))("%s, while its page waits its turn", async (_, read) => {
    const { mirrored } = await setUp(true);
    expect(await othersOf((signal) => read({ ...mirrored, signal }), Promise.resolve())).toEqual(
      [],
    );
  });
});
