/** Forgetting what is old, in SQLite: by pieces so small that the bot's own transactions never wait for long. */
import type { DatabaseSync } from "node:sqlite";
import type { Retention } from "../retention.ts";
import type { GroupCommit } from "./group-commit.ts";
import { batch, batchUpdate } from "./batch-update.ts";

/**
 * Nothing can become of these any more; what is taken, unknown or a person's to decide stays.
 * The pluses keep SQLite from going through a state, which nearly all have: few are old.
 */
const over = `+state not in ('taken', 'unknown', 'person')
  and (+state not in ('open', 'waiting') or expires_at < :before)`;

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
  find: `select account, id from confirmations where asked_at < :before and ${over} limit :batch`,
  // It can't have become anything else since.
  end: "delete from confirmations where account = ? and id = ?",
};
const notices = {
  find: "select id from notices where at < :before limit :batch",
  end: "delete from notices where id = ?",
};
const invitations = {
  find: "select account, hash from invites where expires_at < :before limit :batch",
  end: "delete from invites where account = ? and hash = ?",
};

export function sqliteRetention(db: DatabaseSync, commit: GroupCommit): Retention {
  const stretch = db.prepare(
    `select max(id) as last, count(*) filter (where received_at < ?) as old
     from (select id, received_at from event_keys where id > ? order by id limit ${batch})`,
  );
  const forget = db.prepare(
    `delete from event_keys where id > ? and id <= ? and received_at < ?
       and not exists (select 1 from inbox where inbox.id = event_keys.id)`,
  );

  /** Ids follow the time of arrival, so it ends at the first stretch without anything old, and needs no index. */
  async function events(before: number, rest: () => Promise<void>): Promise<number> {
    let from = 0;
    let total = 0;
    for (;;) {
      const row = stretch.get(before, from);
      const last = row?.["last"];
      if (typeof last !== "number" || row?.["old"] === 0) return total;
      const after = from;
      total += await commit.run(() => Number(forget.run(after, last, before).changes));
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
        // Counted by their keys, which go when nothing of theirs is left in the inbox.
        events: await batchUpdate(store, parked, older, rest).then(() =>
          events(before.traces, rest),
        ),
        orders: await batchUpdate(store, orders, older, rest),
        notices: await batchUpdate(store, notices, older, rest),
        invitations: await batchUpdate(store, invitations, older, rest),
      };
    },
  };
}
