/** Puts to rest what a restored database left open: it may have gone on since the backup. */
import type { Clock } from "../../clock.ts";
import { StoreError, unavailable } from "../errors.ts";
import { settle, type Settled } from "../settle-restored.ts";
import { createDatabaseClock } from "./database-clock.ts";
import type { Queries } from "../database.ts";
import { connectDatabase } from "./database.ts";
import { migrate, readVersions } from "./migrations.ts";

/** One answer of the database. */
const answerMs = 600_000;

/**
 * Upgrades the schema, as the bot's start does, and ends, parks or deletes everything that is open, in one transaction.
 * @param url `postgres://…`, of the writer.
 * @throws {StoreError} `taken` while a replica runs; `unavailable` with the reason. Nothing was put to rest then.
 */
export async function settleRestored(url: string, clock: Clock): Promise<Settled> {
  await using db = connectDatabase(url, { poolSize: 1, answerMs, clock });
  if (!(await readVersions(db))) {
    throw unavailable("no store in this database: restore it there first");
  }
  await refuseWhileLive(db);
  await migrate(db);
  const databaseClock = createDatabaseClock(clock);
  return await db.transaction(async (tx) => {
    await databaseClock.measureOn(tx);
    await tx.run("set local statement_timeout = 0");
    // No replica begins from here on; one may have since the schema was upgraded.
    await tx.run("lock table replicas in share row exclusive mode");
    await refuseWhileLive(tx);
    await tx.run("delete from lanes");
    return settle(tx, databaseClock.now());
  });
}

/** @param where as the message says it. @throws {StoreError} `taken` while a replica runs. */
export async function refuseWhileLive(on: Queries, where = "this database"): Promise<void> {
  if ((await on.rows("select from replicas where until > clock_timestamp()")).length > 0) {
    throw new StoreError("taken", `a bot is running on ${where}: stop all of them first`);
  }
}
