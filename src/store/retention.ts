/** Retention: the purge of old data. */
import { type Database, listOf } from "./database.ts";
import { unansweredStates, unfinishedStates } from "./rules/order.ts";
import { deleteRareTexts } from "./unanswered.ts";

/** Numbers of purged rows. */
interface PurgeReport {
  /** Texts of parked events; the events themselves stay listed. */
  texts: number;
  /** Ids of processed events and parked events without a text; a redelivery of these would be processed again. */
  events: number;
  /** Ended orders; their outcome stays in the audit. */
  orders: number;
  notices: number;
  /** Of people who were told how to join. */
  newcomers: number;
  /** Of what rules have done and may do again. */
  ruleKeys: number;
  /** Of what has ended. */
  reminders: number;
  invitations: number;
  /** Counters of failed attempts. */
  attempts: number;
  dialogues: number;
  /** Links to rich menus. */
  menus: number;
  /** Codes of members that were used, and have expired. */
  codes: number;
  /** Links and sessions of the studio that have expired. */
  access: number;
  /** Entries of the mirrored ledger, which covers less from then on. */
  transactions: number;
  /** Counts of days. */
  statistics: number;
  /** What people asked and nobody could answer. */
  unanswered: number;
  /** Who came on which day. */
  people: number;
}

interface PurgeLimits {
  texts: number;
  traces: number;
  ledger: number;
  statistics: number;
  /** Absent = all is kept. */
  unanswered?: number;
}

export interface Retention {
  /**
   * Deletes old rows, in one transaction after another.
   * @param before milliseconds since 1970; `texts` for the texts of parked events and
   * for the ends of counters, codes, dialogues and log-ins, `ledger` for
   * the mirrored ledger, by the platform's clock, `statistics` for counts of days and for who was told how to join,
   * `unanswered` for what nobody could answer, `traces` for the rest.
   * @param rest awaited between two transactions, so that the bot's own can run in between.
   * @throws {StoreError} when the store can't be written; rows deleted before stay deleted.
   */
  purge(before: PurgeLimits, rest: () => Promise<void>): Promise<PurgeReport>;
}

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
/** Orders that have ended or expired. */
const orders = deleteBatch(
  "orders",
  "account, id",
  `asked_at < $1 and state not in ${listOf(unfinishedStates)}
     and (state not in ${listOf(unansweredStates)} or expires_at < $1)`,
);
const isNewcomer = `notice = '{"kind":"newcomer"}'`;
const counts = deleteBatch("daily_counts", "account, day, kind, name, language", "day < $1");
const asked = deleteBatch("unanswered", "text_hash, asker_hash, day, account", "day < $1");
const people = deleteBatch("daily_people", "day, kind, person, account", "day < $1");
const expired = (table: string, key: string) => deleteBatch(table, key, "expires_at < $1");

/** @param purgeKeys the engine's. */
export const createRetention = (db: Database, purgeKeys: PurgeKeys): Retention => ({
  async purge({ texts: short, traces, ledger, statistics, unanswered = 0 }, rest) {
    const purge = (sql: string, before: number | string) => inBatches(db, sql, [before], rest);
    return {
      texts: await purge(texts, short),
      // Counted by their keys, which are deleted once the event is no longer in the inbox.
      events: await purge(parked, traces).then(() => purgeKeys(traces, rest)),
      orders: await purge(orders, traces),
      notices: await purge(deleteBatch("notices", "id", `at < $1 and not ${isNewcomer}`), traces),
      newcomers: await purge(deleteBatch("notices", "id", `at < $1 and ${isNewcomer}`), statistics),
      ruleKeys: await purge(deleteBatch("rule_keys", "key, account", "until < $1"), short),
      reminders: await purge(deleteBatch("reminders", "key, account", "ends_at < $1"), short),
      invitations: await purge(expired("invites", "account, hash"), traces),
      dialogues: await purge(expired("dialogues", "account, line_id"), short),
      menus: await purge(deleteBatch("menu_links", "account, line_id", "at < $1"), traces),
      attempts: await purge(
        deleteBatch("failed_attempts", "secret, guesser", "ends_at < $1"),
        short,
      ),
      codes: await purge(expired("used_codes", "hash"), short),
      access: await purge(expired("studio_access", "account, hash"), short),
      transactions: await narrowCoverage(db, ledger).then(() =>
        purge(deleteBatch("ledger", "uuid", "at < $1"), ledger),
      ),
      statistics: await purge(counts, dayAt(statistics)),
      unanswered: await purge(asked, dayAt(unanswered)).then(async (count) => {
        await deleteRareTexts(db);
        return count;
      }),
      people: await purge(people, dayAt(traces)),
    };
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
