/** Retention: the purge of old data. */
import { type Database, listOf } from "./database.ts";
import { unansweredStates, unfinishedStates } from "./rules/order.ts";
import { deleteRareTexts } from "./unanswered.ts";

/** Milliseconds since 1970: what is older is deleted. */
interface PurgeLimits {
  /** Of the texts of parked events, and of the ends of counters, codes, dialogues and log-ins. */
  texts: number;
  /** Of all that has no limit of its own. */
  traces: number;
  /** Of the mirrored ledger, by the platform's clock. */
  ledger: number;
  /** Of counts of days, and of who was told how to join. */
  statistics: number;
  /** Of what nobody could answer; absent = all is kept. */
  unanswered?: number;
}

export type Retention = ReturnType<typeof createRetention>;

/** The day of a time in UTC, such as `2026-11-22`; a day sooner or later doesn't matter to retention. */
const dayAt = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** Deletes the keys of events that came before a time and are no longer in the inbox; as `purge` does. */
export type PurgeKeys = (before: number, rest: () => Promise<void>) => Promise<number>;

// Deletes many rows in small transactions, so that the bot's own never wait for long.

/** Maximum rows per transaction. */
export const batch = 1000;

const texts = `update inbox set body = '', decided = null where id in (
  select id from inbox where state = 'parked' and body <> '' and received_at < $1
  order by id limit ${batch})`;

/**
 * A delete of at most a batch of rows: each is locked first, and its condition checked again, since it may have changed
 * meanwhile.
 */
export const deleteBatch = (table: string, key: string, where: string): string =>
  `delete from ${table} where (${key}) in (
     select ${key} from ${table} where ${where} limit ${batch} for update)`;

const parked = deleteBatch("inbox", "id", "state = 'parked' and body = '' and received_at < $1");
const isNewcomer = `notice = '{"kind":"newcomer"}'`;
const expired = (table: string, key: string) => deleteBatch(table, key, "expires_at < $1");

/** What is purged: by which statement, before which limit, and what that is bound as. */
const purges = {
  /** Texts of parked events; the events themselves stay listed. */
  texts: [texts, "texts"],
  /** Orders that have ended or expired; their outcome stays in the audit. */
  orders: [
    deleteBatch(
      "orders",
      "account, id",
      `asked_at < $1 and state not in ${listOf(unfinishedStates)}
         and (state not in ${listOf(unansweredStates)} or expires_at < $1)`,
    ),
    "traces",
  ],
  notices: [deleteBatch("notices", "id", `at < $1 and not ${isNewcomer}`), "traces"],
  /** Of people who were told how to join. */
  newcomers: [deleteBatch("notices", "id", `at < $1 and ${isNewcomer}`), "statistics"],
  /** Of what rules have done and may do again. */
  ruleKeys: [deleteBatch("rule_keys", "key, account", "until < $1"), "texts"],
  /** Of what has ended. */
  reminders: [deleteBatch("reminders", "key, account", "ends_at < $1"), "texts"],
  invitations: [expired("invites", "account, hash"), "traces"],
  dialogues: [expired("dialogues", "account, line_id"), "texts"],
  /** Links to rich menus. */
  menus: [deleteBatch("menu_links", "account, line_id", "at < $1"), "traces"],
  /** Counters of failed attempts. */
  attempts: [deleteBatch("failed_attempts", "secret, guesser", "ends_at < $1"), "texts"],
  /** Codes of members that were used, and have expired. */
  codes: [expired("used_codes", "hash"), "texts"],
  /** Links and sessions of the studio that have expired. */
  access: [expired("studio_access", "account, hash"), "texts"],
  /** Entries of the mirrored ledger, which covers less from then on. */
  transactions: [deleteBatch("ledger", "uuid", "at < $1"), "ledger"],
  /** Counts of days. */
  statistics: [
    deleteBatch("daily_counts", "account, day, kind, name, language", "day < $1"),
    "statistics",
    dayAt,
  ],
  /** What people asked and nobody could answer. */
  unanswered: [
    deleteBatch("unanswered", "text_hash, asker_hash, day, account", "day < $1"),
    "unanswered",
    dayAt,
  ],
  /** Who came on which day. */
  people: [deleteBatch("daily_people", "day, kind, person, account", "day < $1"), "traces", dayAt],
} satisfies Record<string, [sql: string, limit: keyof PurgeLimits, as?: (at: number) => string]>;

/** @param purgeKeys the engine's. */
export const createRetention = (db: Database, purgeKeys: PurgeKeys) => ({
  /**
   * Deletes old rows, in one transaction after another.
   * @param rest awaited between two transactions, so that the bot's own can run in between.
   * @returns numbers of rows. `events`: ids of processed events and of parked ones without a text; a redelivery of these
   * would be processed again.
   * @throws {StoreError} when the store can't be written; rows deleted before stay deleted.
   */
  async purge({ unanswered = 0, ...limits }: PurgeLimits, rest: () => Promise<void>) {
    const before = { ...limits, unanswered };
    const report = { events: 0 } as Record<keyof typeof purges | "events", number>;
    await narrowCoverage(db, before.ledger);
    for (const name of Object.keys(purges) as (keyof typeof purges)[]) {
      const [sql, limit, as = Number] = purges[name];
      report[name] = await inBatches(db, sql, [as(before[limit])], rest);
    }
    await deleteRareTexts(db);
    // Events are counted by their keys, which are deleted once the event is no longer in the inbox.
    await inBatches(db, parked, [before.traces], rest);
    report.events = await purgeKeys(before.traces, rest);
    return report;
  },
});

/** Done before the rows are deleted, so that nothing counts as mirrored that is being deleted. */
const narrowCoverage = (db: Database, before: number) =>
  db.transaction(
    async (tx) => {
      await tx.run("delete from ledger_coverage where covered_until < $1", [before]);
      await tx.run("update ledger_coverage set covered_from = $1 where covered_from < $1", [
        before,
      ]);
    },
    { repeatable: true },
  );

/**
 * Runs a statement that changes at most a batch of rows, and doesn't find them again, until it finds none.
 * @param rest awaited between two transactions. @returns the number of rows changed.
 * @throws {StoreError} when the store can't be written; batches before stay committed.
 */
export async function inBatches(
  db: Pick<Database, "run">,
  sql: string,
  values: readonly unknown[],
  rest: () => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  for (let total = 0; ; await rest()) {
    const changed = await db.run(sql, values);
    total += changed;
    if (changed < batch) return total;
  }
}
