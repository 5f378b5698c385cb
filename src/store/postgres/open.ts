/** Opens the Postgres store, which any number of replicas share. */
import { settingsKeys } from "../../config/settings-keys.ts";
import type { Clock } from "../../clock.ts";
import type { Log } from "../../observability/log.ts";
import { createAudit } from "../audit.ts";
import type { Changes } from "../changes.ts";
import { createSettings } from "../settings.ts";
import { createStaffPrices } from "../staff-prices.ts";
import type { Store } from "../store.ts";
import { postgresChanges } from "./changes.ts";
import { postgresConfirmations } from "./confirmations.ts";
import { createDatabaseClock } from "./database-clock.ts";
import { connectDatabase, type PostgresDatabase } from "./database.ts";
import { postgresDialogues } from "./dialogues.ts";
import { postgresDrafts } from "./drafts.ts";
import { postgresFailedAttempts } from "./failed-attempts.ts";
import { postgresExclusive } from "./exclusive.ts";
import { fencedDatabase, noFence } from "./fence.ts";
import { postgresInbox } from "./inbox.ts";
import { noLeader, PostgresLeadership } from "./leadership.ts";
import { postgresLedger } from "./ledger.ts";
import { postgresLineUsers } from "./line-users.ts";
import { postgresMemberIndex } from "./member-index.ts";
import { postgresMenuLinks } from "./menu-links.ts";
import { migrate, requireSchema } from "./migrations.ts";
import { postgresNotices } from "./notices.ts";
import { postgresPersonalData } from "./personal-data.ts";
import { postgresPublications } from "./publications.ts";
import { postgresRedemptions } from "./redemptions.ts";
import { startReplica } from "./replica.ts";
import { postgresRetention } from "./retention.ts";
import { postgresStatistics } from "./statistics.ts";
import { postgresStaff } from "./staff.ts";
import { postgresStudioAccess } from "./studio-access.ts";
import { postgresUsedCodes } from "./used-codes.ts";

interface OpenOptions {
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
  const db = opening.adopt(connected, (it) => it.close());
  await (attach ? requireSchema(db) : migrate(db));
  const clock = createDatabaseClock(own, databaseTime);
  await clock.measureOn(db);
  const replica = attach
    ? null
    : opening.adopt(await startReplica<E>({ db, clock, log }), (it) => it.close());
  const opened = opening.move();
  const fence = replica?.lanes ?? noFence;
  const shared = fencedDatabase(db, fence, clock);
  const settings = createSettings(shared, postgresExclusive(db));
  return {
    clock,
    inbox: postgresInbox<E>({ db, fence, replica, clock, changes }),
    lineUsers: postgresLineUsers(db, replica?.lanes ?? null, clock, changes),
    settings,
    staff: postgresStaff(db, fence, changes),
    confirmations: postgresConfirmations(db, fence, clock),
    redemptions: postgresRedemptions(db, fence, clock),
    audit: createAudit(shared),
    dialogues: postgresDialogues(db, clock),
    failedAttempts: postgresFailedAttempts(db, clock),
    notices: postgresNotices(db, replica),
    memberIndex: postgresMemberIndex(db),
    menuLinks: postgresMenuLinks(db),
    ledger: postgresLedger(db),
    publications: postgresPublications(db),
    drafts: postgresDrafts(db, clock),
    studioAccess: postgresStudioAccess(db, fence),
    staffPrices: createStaffPrices(shared),
    statistics: postgresStatistics(db),
    usedCodes: postgresUsedCodes(db),
    retention: postgresRetention(db),
    leadership: replica
      ? new PostgresLeadership({
          db,
          replica: () => replica.id,
          mayAct: () => replica.mayAct,
          clock,
          log,
        })
      : noLeader,
    changes,
    personalData: postgresPersonalData(db),
    check: () => settings.set(settingsKeys.checkedAt, String(clock.now())),
    replicaStatus: () => replica?.status() ?? null,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
