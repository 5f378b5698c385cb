/** The lease of a replica: proof in the database that it is alive, renewed each second. */
import { hostname } from "node:os";
import { createPeriodicTask, elapsedMs, momentOf } from "../../clock.ts";
import { reasonOf } from "../../errors.ts";
import type { Log } from "../../observability/log.ts";
import { unavailable } from "../errors.ts";
import { databaseTimeSql, type DatabaseClock } from "./database-clock.ts";
import type { PostgresDatabase } from "./database.ts";
import { schemaVersion } from "../schema.ts";
import { requireCompatible } from "./migrations.ts";

/** How often a lease is renewed, and likewise the term of a leader. */
export const renewalMs = 1000;
/** By the database's clock: afterwards other replicas take over. */
export const termSql = "interval '4 s'";
/** By this process's own clocks, counted from before the renewal: it stops acting earlier than others begin. */
export const trustMs = 3000;

export type Lease = Awaited<ReturnType<typeof acquireLease>>;

/** What a replica works with. */
export interface ReplicaServices {
  db: PostgresDatabase;
  clock: DatabaseClock;
  log: Log;
}

/**
 * Registers a replica and renews its lease, unless its clock is off: then its lease ends, and others take its lanes over.
 * @param onLost called when the lease ended before it could be renewed; `replica` is a new one then.
 * @throws {StoreError} if it can't be registered.
 */
export async function acquireLease({
  db,
  clock,
  log,
  onLost,
}: ReplicaServices & { onLost(): void }) {
  let renewedAt = momentOf(clock.own);
  let replica = await register(db);
  /** Whether it has ended its lease itself, and must not trust it until the next renewal. */
  let hasGivenUp = false;

  async function renew(): Promise<void> {
    // Also where it seems right again: while a machine is paused, the measured time falls behind.
    if (clock.isOff || hasGivenUp) await clock.measureOn(db);
    if (clock.isOff) return giveUp();
    const startedAt = momentOf(clock.own);
    const renewed = await clock.measure(() =>
      db.rows<{ now: number }>(
        `update replicas set until = clock_timestamp() + ${termSql}
         where id = $1 and until > clock_timestamp() returning ${databaseTimeSql} as now`,
        [replica],
      ),
    );
    // Only a row that was renewed tells the time.
    if (renewed.length === 0) await clock.measureOn(db);
    if (clock.isOff) return giveUp();
    if (renewed.length === 0) {
      replica = await register(db);
      log.warn({ replica }, "the lease was lost: this replica starts anew");
      onLost();
    }
    if (hasGivenUp) log.info({ clockDifferenceMs: clock.differenceMs }, "the clock is right again");
    hasGivenUp = false;
    renewedAt = startedAt;
  }

  /** Nobody waits for the end of a lease whose holder doesn't act. */
  async function giveUp(): Promise<void> {
    if (hasGivenUp) return;
    hasGivenUp = true;
    log.error(
      { clockDifferenceMs: clock.differenceMs },
      "this machine's clock isn't the database's: this replica stops acting until it is",
    );
    await db.run("update replicas set until = clock_timestamp() where id = $1", [replica]);
  }

  const renewals = createPeriodicTask(clock, { everyMs: renewalMs, patienceMs: Infinity }, () =>
    renew().catch((error: unknown) => {
      log.warn({ reason: reasonOf(error) }, "the lease could not be renewed");
    }),
  );
  if (clock.isOff) await giveUp();
  renewals.start();

  const remainingMs = () =>
    clock.isOff || hasGivenUp
      ? 0
      : Math.max(0, trustMs - elapsedMs(renewedAt, momentOf(clock.own)));

  return {
    /** The replica's id; a new one after the lease was lost. */
    get replica() {
      return replica;
    },
    /** Whether this replica may act: nobody can have taken over from it yet, and its clock is right. */
    isHeld: () => remainingMs() > 0,
    /** How long that stays so without a renewal, in milliseconds; 0 = it isn't held. */
    remainingMs,
    /** Ends the lease at once, so that nobody waits for its end. */
    async release(): Promise<void> {
      await renewals.stop();
      await db.run("delete from replicas where id = $1", [replica]);
    },
  };
}

/** The versions stay locked until the replica is counted, so that no migration misses it. */
const register = (db: PostgresDatabase): Promise<number> =>
  db.transaction(
    async (tx) => {
      await requireCompatible(tx);
      const [row] = await tx.rows<{ id: number }>(
        `insert into replicas (until, schema_version, name)
         values (clock_timestamp() + ${termSql}, $1, $2) returning id`,
        [schemaVersion, `${hostname()} ${process.pid}`],
      );
      if (!row) throw unavailable("the database gave this replica no id");
      return row.id;
    },
    { repeatable: true },
  );
