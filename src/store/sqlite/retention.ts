/** Forgetting what is old, in SQLite: by pieces so small that the bot's own transactions never wait for long. */
import type { DatabaseSync } from "node:sqlite";
import type { Retention } from "../retention.ts";
import type { GroupCommit } from "./group-commit.ts";

/** Rows of one transaction. */
const batch = 1000;

/** Nothing can become of these any more; what is taken, unknown or a person's to decide stays. */
const over = `(state in ('done', 'undone', 'refused', 'cancelled', 'declined')
  or (state in ('open', 'waiting') and expires_at < :before))`;

export function sqliteRetention(db: DatabaseSync, commit: GroupCommit): Retention {
  /** What is looked for, and how each row that is found goes. */
  const piecemeal = (find: string, each: string) => {
    const found = db.prepare(find);
    const end = db.prepare(each);
    return async (before: number, rest: () => Promise<void>): Promise<number> => {
      let total = 0;
      for (;;) {
        const keys = found.all({ before, batch }).map((row) => Object.values(row));
        if (keys.length === 0) return total;
        await commit.run(() => {
          for (const key of keys) total += Number(end.run(...key).changes);
        });
        if (keys.length < batch) return total;
        await rest();
      }
    };
  };
  const texts = piecemeal(
    `select id from inbox where state <> 'done' and state = 'parked' and body <> ''
       and received_at < :before order by id limit :batch`,
    "update inbox set body = '', decided = null where id = ? and state = 'parked'",
  );
  const orders = piecemeal(
    `select account, id from confirmations where asked_at < :before and ${over} limit :batch`,
    "delete from confirmations where account = ? and id = ?",
  );
  const notices = piecemeal(
    "select id from notices where at < :before limit :batch",
    "delete from notices where id = ?",
  );
  const invitations = piecemeal(
    "select account, hash from invites where expires_at < :before limit :batch",
    "delete from invites where account = ? and hash = ?",
  );

  const stretch = db.prepare(
    `select max(id) as last, count(*) filter (where received_at < ?) as old
     from (select id, received_at from inbox where id > ? order by id limit ${batch})`,
  );
  const forget = db.prepare(
    `delete from inbox where id > ? and id <= ? and received_at < ?
       and (state = 'done' or (state = 'parked' and body = ''))`,
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
      return {
        texts: await texts(before.texts, rest),
        events: await events(before.traces, rest),
        orders: await orders(before.traces, rest),
        notices: await notices(before.traces, rest),
        invitations: await invitations(before.traces, rest),
      };
    },
  };
}
