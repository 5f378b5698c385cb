/** Implements the purge of old data in Postgres, in small transactions. */
import { unansweredStates, unresolvedStates } from "../confirmation-rules.ts";
import { unfinishedStates } from "../redemption-rules.ts";
import { dayAt, type Retention } from "../retention.ts";
import type { PostgresDatabase } from "./database.ts";

/** Maximum rows per transaction. */
const batch = 1000;

/** Each changes at most a batch of rows older than $1, so that it does not find them again. */
const texts = `update inbox set body = '', decided = null where id in (
  select id from inbox where state = 'parked' and body <> '' and received_at < $1
  order by id limit ${batch})`;
const parked = `delete from inbox where id in (
  select id from inbox where state = 'parked' and body = '' and received_at < $1 limit ${batch})`;
/**
 * Neither the events nor the batch are looked for again for each key: a plan from when there were few of them would,
 * which takes longer than the deadline for some thousand.
 */
const keys = `with old as materialized (
  select account, webhook_event_id from event_keys
  where received_at < $1
    and ((account, webhook_event_id) in (select account, webhook_event_id from inbox)) is not true
  limit ${batch})
delete from event_keys using old
where event_keys.account = old.account and event_keys.webhook_event_id = old.webhook_event_id`;
const notices = `delete from notices where id in (
  select id from notices where at < $1 limit ${batch})`;
const invitations = `delete from invites where (account, hash) in (
  select account, hash from invites where expires_at < $1 limit ${batch})`;
const transactions = `delete from ledger where uuid in (
  select uuid from ledger where at < $1 limit ${batch})`;
const counts = `delete from daily_counts where (account, day, kind, name, language) in (
  select account, day, kind, name, language from daily_counts where day < $1 limit ${batch})`;
const dialogues = `delete from dialogues where (account, line_id) in (
  select account, line_id from dialogues where expires_at < $1
  limit ${batch} for update)`;
const menus = `delete from menu_links where (account, line_id) in (
  select account, line_id from menu_links where at < $1
  limit ${batch} for update)`;
const attempts = `delete from failed_attempts where (secret, guesser) in (
  select secret, guesser from failed_attempts where ends_at < $1
  limit ${batch} for update)`;
const codes = `delete from used_codes where hash in (
  select hash from used_codes where expires_at < $1 limit ${batch})`;
const access = `delete from studio_access where (account, hash) in (
  select account, hash from studio_access where expires_at < $1 limit ${batch})`;
/** Orders that are settled or expired. */
const orders = `delete from confirmations where (account, id) in (
  select account, id from confirmations
  where asked_at < $1 and state <> all($2) and (state <> all($3) or expires_at < $1)
  limit ${batch} for update)`;

const redemptions = `delete from redemptions where (account, id) in (
  select account, id from redemptions where asked_at < $1 and state <> all($2)
  limit ${batch} for update)`;

export function postgresRetention(db: PostgresDatabase): Retention {
  return {
    async purge(before, rest) {
      const purgeAll = async (sql: string, ...values: unknown[]): Promise<number> => {
        let total = 0;
        for (;;) {
          const changed = await db.run(sql, values);
          total += changed;
          if (changed < batch) return total;
          await rest();
        }
      };
      const { traces } = before;
      return {
        texts: await purgeAll(texts, before.texts),
        // Counted by their keys, which are deleted once the event is no longer in the inbox.
        events: await purgeAll(parked, traces).then(() => purgeAll(keys, traces)),
        orders: await purgeAll(orders, traces, unresolvedStates, unansweredStates),
        redemptions: await purgeAll(redemptions, traces, unfinishedStates),
        notices: await purgeAll(notices, traces),
        invitations: await purgeAll(invitations, traces),
        dialogues: await purgeAll(dialogues, before.texts),
        menus: await purgeAll(menus, traces),
        attempts: await purgeAll(attempts, before.texts),
        codes: await purgeAll(codes, before.texts),
        access: await purgeAll(access, before.texts),
        transactions: await narrowCoverage(db, before.ledger).then(() =>
          purgeAll(transactions, before.ledger),
        ),
        statistics: await purgeAll(counts, dayAt(before.statistics)),
      };
    },
  };
}

/** Done before the rows are deleted, so that nothing counts as mirrored that is being deleted. */
const narrowCoverage = (db: PostgresDatabase, before: number) =>
  db.transaction(
    async (tx) => {
      await tx.run("delete from ledger_coverage where covered_until < $1", [before]);
      await tx.run("update ledger_coverage set covered_from = $1 where covered_from < $1", [
        before,
      ]);
    },
    { repeatable: true },
  );
