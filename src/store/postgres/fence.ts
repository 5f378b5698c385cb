/** The fence of writes: only the replica that works on an event stores what came of it. */
import type { Database, Queries, Transaction } from "../database.ts";
import type { DatabaseClock } from "./database-clock.ts";
import type { PostgresDatabase } from "./database.ts";

/**
 * @throws {StoreError} from each method: `fenced` if another replica has taken over, `unavailable` while the lease
 * isn't renewed.
 */
export interface Fence {
  /** Asserts that this replica works on an event of the inbox. @param id of the stored event. */
  assertOwner(tx: Queries, id: number): Promise<void>;
  /** The same by the webhook event id; null for what no event caused. */
  assertActor(tx: Queries, account: string, webhookEventId: string | null): Promise<void>;
  /** Asserts that this replica may act, as far as it knows: not once its clock was found to be off. */
  assertActing(): void;
}

/** For an operator's command, which works on no event. */
export const noFence: Fence = {
  assertOwner: () => Promise.resolve(),
  assertActor: () => Promise.resolve(),
  assertActing() {},
};

/** A transaction as the concerns of the store use it. @param clock measures the database's time. */
export const sharedTransaction = (
  queries: Queries,
  fence: Fence,
  clock: DatabaseClock,
): Transaction => ({
  ...queries,
  async lock(name) {
    await queries.rows("select pg_advisory_xact_lock(hashtextextended($1, 0))", [name]);
  },
  async now() {
    await clock.measureOn(queries);
    fence.assertActing();
    return clock.now();
  },
});

/** The database as the concerns of the store use it: a transaction asserts first that this replica works on its cause. */
export const fencedDatabase = (
  db: PostgresDatabase,
  fence: Fence,
  clock: DatabaseClock,
): Database => ({
  rows: db.rows,
  run: db.run,
  transaction: (work, { cause, repeatable = false } = {}) =>
    db.transaction(
      async (queries) => {
        if (cause) await fence.assertActor(queries, cause.account, cause.eventId);
        return work(sharedTransaction(queries, fence, clock));
      },
      { repeatable },
    ),
});
