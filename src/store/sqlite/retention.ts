/** Implements the purge of old data in SQLite, in transactions so small that the bot's own never wait for long. */
import type { DatabaseSync } from "node:sqlite";
import { unansweredStates, unresolvedStates } from "../confirmation-rules.ts";
import { unfinishedStates } from "../redemption-rules.ts";
import { dayAt, type Retention } from "../retention.ts";
import { listOf } from "../database.ts";
import type { GroupCommit } from "./group-commit.ts";
import { batch, batchUpdate } from "./batch-update.ts";

/**
 * Orders that are settled or expired. The pluses keep SQLite from using the index on the state, which
 * nearly all rows share, instead of the one on the age.
 */
const settled = `+state not in ${listOf(unresolvedStates)}
  and (+state not in ${listOf(unansweredStates)} or expires_at < :before)`;

const texts = {
  find: `select id from inbox where state = 'parked' and body <> '' and received_at < :before order by id limit :batch`,
  end: "update inbox set body = '', decided = null where id = ? and state = 'parked'",
};
const parked = {
  find: `select id from inbox where state = 'parked' and body = '' and received_at < :before
    limit :batch`,
  end: "delete from inbox where id = ? and state = 'parked' and body = ''",
};
const orders = {
  find: `select account, id from confirmations where asked_at < :before and ${settled} limit :batch`,
  // A settled order never changes again.
  end: "delete from confirmations where account = ? and id = ?",
};
const redemptions = {
  find: `select account, id from redemptions
    where asked_at < :before and +state not in ${listOf(unfinishedStates)} limit :batch`,
  // One that was asked can't be confirmed any more, and an ended one can't be undone.
  end: "delete from redemptions where account = ? and id = ?",
};
const notices = {
  find: "select id from notices where at < :before limit :batch",
  end: "delete from notices where id = ?",
};
const invitations = {
  find: "select account, hash from invites where expires_at < :before limit :batch",
  end: "delete from invites where account = ? and hash = ?",
};

const transactions = {
  find: "select uuid from ledger where at < :before limit :batch",
  end: "delete from ledger where uuid = ?",
};

const counts = {
  find: `select account, day, kind, name, language from daily_counts where day < :before
    limit :batch`,
  end: `delete from daily_counts
    where account = ? and day = ? and kind = ? and name = ? and language = ?`,
};

// The rows of these three may be renewed meanwhile, so their time is part of the key.
const attempts = {
  find: "select secret, guesser, ends_at from failed_attempts where ends_at < :before limit :batch",
  end: "delete from failed_attempts where secret = ? and guesser = ? and ends_at = ?",
};

const menus = {
  find: "select account, line_id, at from menu_links where at < :before limit :batch",
  end: "delete from menu_links where account = ? and line_id = ? and at = ?",
};

const dialogues = {
  find: "select account, line_id, expires_at from dialogues where expires_at < :before limit :batch",
  end: "delete from dialogues where account = ? and line_id = ? and expires_at = ?",
};

const codes = {
  find: "select hash from used_codes where expires_at < :before limit :batch",
  end: "delete from used_codes where hash = ?",
};

const access = {
  find: "select account, hash from studio_access where expires_at < :before limit :batch",
  end: "delete from studio_access where account = ? and hash = ?",
};

export function sqliteRetention(db: DatabaseSync, commit: GroupCommit): Retention {
  const nextRange = db.prepare(
    `select max(id) as last, count(*) filter (where received_at < ?) as old
     from (select id, received_at from event_keys where id > ? order by id limit ${batch})`,
  );
  const deleteRange = db.prepare(
    `delete from event_keys where id > ? and id <= ? and received_at < ?
       and not exists (select 1 from inbox where inbox.id = event_keys.id)`,
  );

  const narrowCoverage = db.prepare(
    "update ledger_coverage set covered_from = ?1 where covered_from < ?1",
  );
  const dropCoverage = db.prepare("delete from ledger_coverage where covered_until < ?");

  /** The coverage is narrowed first, so that nothing counts as mirrored that is being deleted. */
  async function purgeLedger(before: number, rest: () => Promise<void>): Promise<number> {
    await commit.run(() => {
      dropCoverage.run(before);
      narrowCoverage.run(before);
    });
    return batchUpdate({ db, commit }, transactions, { before }, rest);
  }

  /** Ids ascend with the time of arrival, so it needs no index: it ends at the first range without an old key. */
  async function purgeEventKeys(before: number, rest: () => Promise<void>): Promise<number> {
    let from = 0;
    let total = 0;
    for (;;) {
      const row = nextRange.get(before, from);
      const last = row?.["last"];
      if (typeof last !== "number" || row?.["old"] === 0) return total;
      const after = from;
      total += await commit.run(() => Number(deleteRange.run(after, last, before).changes));
      from = last;
      await rest();
    }
  }

  return {
    async purge(before, rest) {
      const store = { db, commit };
      const older = { before: before.traces };
      return {
        texts: await batchUpdate(store, texts, { before: before.texts }, rest),
        // Counted by their keys, which are deleted once the event is no longer in the inbox.
        events: await batchUpdate(store, parked, older, rest).then(() =>
          purgeEventKeys(before.traces, rest),
        ),
        orders: await batchUpdate(store, orders, older, rest),
        redemptions: await batchUpdate(store, redemptions, older, rest),
        notices: await batchUpdate(store, notices, older, rest),
        invitations: await batchUpdate(store, invitations, older, rest),
        dialogues: await batchUpdate(store, dialogues, { before: before.texts }, rest),
        menus: await batchUpdate(store, menus, older, rest),
        attempts: await batchUpdate(store, attempts, { before: before.texts }, rest),
        codes: await batchUpdate(store, codes, { before: before.texts }, rest),
        access: await batchUpdate(store, access, { before: before.texts }, rest),
        transactions: await purgeLedger(before.ledger, rest),
        statistics: await batchUpdate(store, counts, { before: dayAt(before.statistics) }, rest),
      };
    },
  };
}
