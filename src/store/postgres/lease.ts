/** The lease of a replica: proof in the database that it is alive, renewed each second. */
import { hostname } from "node:os";
import type { Clock, Timer } from "../../clock.ts";
import { reasonOf } from "../../errors.ts";
import type { Log } from "../../observability/log.ts";
import { StoreError } from "../errors.ts";
import type { Database } from "./database.ts";
import { requireCompatible, schemaVersion } from "./migrations.ts";

/** How often a lease is renewed, and likewise the term of a leader. */
export const renewalMs = 1000;
/** By the database's clock: afterwards other replicas take over. */
export const termSql = "interval '4 s'";
/** By this process's own clock, counted from before the renewal: it stops acting earlier than others begin. */
export const trustMs = 3000;

export interface Lease {
  /** The replica's id; a new one after the lease was lost. */
  readonly replica: number;
  /** Whether nobody can have taken over from this replica yet. */
  isHeld(): boolean;
  /** How long that stays so without a renewal, in milliseconds; 0 = it isn't held. */
  remainingMs(): number;
  /** Ends the lease at once, so that nobody waits for its end. */
  release(): Promise<void>;
}

/**
 * Registers a replica and renews its lease.
 * @param onLost called when the lease ended before it could be renewed; `replica` is a new one then.
 * @throws {StoreError} if it can't be registered.
 */
export async function acquireLease(options: {
  db: Database;
  onLost(): void;
  clock: Clock;
  log: Log;
}): Promise<Lease> {
  const { db, clock, log } = options;
  let renewedAt = clock.monotonic();
  let replica = await register(db);
  let timer: Timer | null = null;
  let renewing: Promise<void> = Promise.resolve();
  let isReleased = false;

  async function renew(): Promise<void> {
    const startedAt = clock.monotonic();
    const renewed = await db.statement((on) =>
      on.run(
        `update replicas set until = clock_timestamp() + ${termSql}
         where id = $1 and until > clock_timestamp()`,
        [replica],
      ),
    );
    if (renewed === 0) {
      replica = await register(db);
      log.warn({ replica }, "the lease was lost: this replica starts anew");
      options.onLost();
    }
    renewedAt = startedAt;
  }

  function schedule(): void {
    timer = clock.after(renewalMs, () => {
      renewing = renew()
        .catch((error: unknown) => {
          log.warn({ reason: reasonOf(error) }, "the lease could not be renewed");
        })
        .finally(() => {
          if (!isReleased) schedule();
        });
    });
  }
  schedule();

  const remainingMs = () => Math.max(0, renewedAt + trustMs - clock.monotonic());

  return {
    get replica() {
      return replica;
    },
    isHeld: () => remainingMs() > 0,
    remainingMs,
    async release() {
      isReleased = true;
      timer?.close();
      await renewing;
      await db.run("delete from replicas where id = $1", [replica]);
    },
  };
}

/** The versions stay locked until the replica is counted, so that no migration misses it. */
const register = (db: Database): Promise<number> =>
  db.transaction(
    async (tx) => {
      await requireCompatible(tx);
      const [row] = await tx.rows<{ id: number }>(
        `insert into replicas (until, schema_version, name)
         values (clock_timestamp() + ${termSql}, $1, $2) returning id`,
        [schemaVersion, `${hostname()} ${process.pid}`],
      );
      if (!row) throw new StoreError("unavailable", "the database gave this replica no id");
      return row.id;
    },
    { repeatable: true },
  );
