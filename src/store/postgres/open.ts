/** Opens the Postgres store, which any number of replicas share. */
import type { Clock } from "../../clock.ts";
import type { Log } from "../../observability/log.ts";
import type { Changes } from "../coordination.ts";
import { createConcerns } from "../concerns.ts";
import type { Store } from "../store.ts";
import { postgresChanges } from "./changes.ts";
import { createDatabaseClock } from "./database-clock.ts";
import { connectDatabase, type PostgresDatabase } from "./database.ts";
import { noLeader, postgresExclusive, postgresLeadership } from "./leadership.ts";
import { fencedDatabase, noFence } from "./lanes.ts";
import { postgresInbox, purgeEventKeys } from "./inbox.ts";
import { migrate, requireSchema } from "./migrations.ts";
import { answerNotices, readUser } from "./reads.ts";
import { startReplica } from "./replica.ts";

export interface OpenOptions {
  /** For a CLI command, which processes no events and is no replica. */
  attach?: boolean;
  clock: Clock;
  /** Stands for the database's time, in milliseconds since 1970, where a test turns the time by hand. */
  databaseTime?: (() => number) | undefined;
  log: Log;
}

/**
 * @param url `postgres://…`, of the writer.
 * @throws {StoreError} `unavailable` when the database can't be reached, or its schema not used.
 */
export const openPostgresStore = <E = unknown>(
  url: string,
  options: OpenOptions,
): Promise<Store<E>> => {
  const db = connectDatabase(url, options);
  return openStoreOn<E>(db, options, postgresChanges(url, db, options));
};

/** The store on a connected database, which it closes. @throws as `openPostgresStore` does. */
export async function openStoreOn<E>(
  connected: PostgresDatabase,
  { attach = false, clock: own, databaseTime, log }: OpenOptions,
  changes: Changes,
): Promise<Store<E>> {
  await using opening = new AsyncDisposableStack();
  const db = opening.use(connected);
  await (attach ? requireSchema(db) : migrate(db));
  const clock = createDatabaseClock(own, databaseTime);
  await clock.measureOn(db);
  const replica = attach ? null : opening.use(await startReplica<E>({ db, clock, log }));
  const opened = opening.move();
  const fence = replica?.lanes ?? noFence;
  const { apply, ...concerns } = createConcerns({
    db: fencedDatabase(db, fence, clock),
    clock,
    changes,
    exclusive: postgresExclusive(db),
    watch: { addressed() {}, claimed() {} },
    answers: answerNotices(db, replica),
    readUser: readUser(db, replica?.lanes ?? null),
    purgeKeys: purgeEventKeys(db),
  });
  return {
    ...concerns,
    clock,
    inbox: postgresInbox<E>({ db, fence, replica, clock, changes, apply }),
    leadership: replica ? postgresLeadership({ db, replica, clock, log }) : noLeader,
    changes,
    replicaStatus: () => replica?.status() ?? null,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
