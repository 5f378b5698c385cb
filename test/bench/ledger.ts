/** How long the bot takes to mirror the demo's ledger of 100,000 transactions (`npm run bench -- --ledger`). */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { systemClock } from "../../src/clock.ts";
import { loyaltyEmulatorFile, openPlatformFile } from "../../src/emulators/loyalty/index.ts";
import { ready } from "./contestants.ts";
import { print } from "./measure.ts";

const days = 90;
const dayMs = 86_400_000;
const maxSeconds = 600;

interface Ledger {
  count: number;
  points: number;
}

/** Books transactions in the hours from 10 to 22 of each day; through the interface it would take minutes. */
function fillLedger(file: string, total: number): Ledger {
  openPlatformFile(file, systemClock)[Symbol.dispose]();
  using db = new DatabaseSync(file);
  const start = Date.now() - days * dayMs;
  const cards = db.prepare("select id from card where business_id = 1").all();
  const book = db.prepare(
    `insert into movement (business_id, card_id, uuid, type, status, method, points, balance_after,
       channel, created_at) values (1, ?, ?, 'ADD', 'COMPLETED', 2, ?, ?, 'API', ?)`,
  );
  db.exec("begin");
  for (let row = inPlatform(db, start).count; row < total; row += 1) {
    const day = row % days;
    const hours = 10 + ((row * 7919) % 12_000) / 1000;
    const at = Math.min(start + day * dayMs + hours * 3_600_000, Date.now() - 1000);
    const card = cards[row % cards.length]?.["id"] ?? 1;
    book.run(card, `bench ${row}`, 1 + (row % 100), row, Math.round(at));
  }
  db.exec("commit");
  return inPlatform(db, start);
}

/** What the bot has mirrored so far, and whether the past is complete. */
function mirrored(file: string, start: number): Ledger & { isComplete: boolean } {
  using db = new DatabaseSync(file, { readOnly: true });
  // One moment for both: pages are saved before the coverage is.
  db.exec("begin");
  const sums = db
    .prepare("select count(*) as count, total(points) as points from ledger where at >= ?")
    .get(start) as unknown as Ledger;
  const covered = db.prepare("select covered_from as at from ledger_coverage").get()?.["at"];
  return { ...sums, isComplete: Number(covered ?? Infinity) <= start };
}

/** @param total number of transactions in the mirrored days. @throws {Error} when the mirror isn't equal in time. */
export async function measureLedger(total: number) {
  const folder = mkdtempSync(join(tmpdir(), "bench-ledger-"));
  try {
    const platform = fillLedger(loyaltyEmulatorFile(folder), total);
    print(`Mirroring ${platform.count} transactions of ${days} days …`);
    const env = {
      DATA_DIR: folder,
      PORT: "0",
      EMBEDDED_LINE_PORT: "0",
      EMBEDDED_CONNECT_PORT: "0",
      STUDIO: "off",
      LOG_LEVEL: "warn",
      LEDGER: "mirror",
      LEDGER_DAYS: String(days),
    };
    const bot = await ready(
      fork(join(import.meta.dirname, "bot.ts"), { env: { PATH: process.env["PATH"], ...env } }),
    );
    const startedAt = performance.now();
    // Rows at the very beginning leave the mirrored days while the bot reads.
    const start = Date.now() - days * dayMs + maxSeconds * 1000;
    let last = { count: 0, points: 0, isComplete: false };
    while (!last.isComplete && performance.now() - startedAt < maxSeconds * 1000) {
      await sleep(500);
      last = mirrored(join(folder, "bot.sqlite"), start);
    }
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    bot.kill("SIGINT");
    await once(bot, "exit");
    using file = new DatabaseSync(loyaltyEmulatorFile(folder), { readOnly: true });
    const expected = inPlatform(file, start);
    if (!last.isComplete || last.count !== expected.count || last.points !== expected.points) {
      throw new Error(`the mirror differs: ${JSON.stringify({ last, expected, seconds })}`);
    }
    return { transactions: last.count, days, seconds };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const inPlatform = (db: DatabaseSync, start: number): Ledger =>
  db
    .prepare(
      `select count(*) as count, total(points) as points from movement
       where business_id = 1 and created_at >= ?`,
    )
    .get(start) as unknown as Ledger;
