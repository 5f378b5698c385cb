/** Implements the inbox in SQLite: one process owns it, and each event costs as little as it can. */
import type { Clock, Timer } from "../../clock.ts";
import type { Database } from "../database.ts";
import { batch, type PurgeKeys } from "../retention.ts";
import {
  eventColumns,
  eventOf,
  inboxOn,
  type EventConsumer,
  type EventRow,
  type Inbox,
  type StoredEvent,
} from "../inbox.ts";
import type { ApplyWrites } from "../state-changes.ts";
import type { Statements } from "./database.ts";
import type { GroupCommit } from "./group-commit.ts";

/** Interval at which parked events are looked for that the operator marked for a retry. */
const reopenMs = 10_000;

const sql = {
  insertKey: `insert into event_keys (account, webhook_event_id, received_at) values ($1, $2, $3)
    on conflict do nothing`,
  insert: `insert into inbox (id, account, chat, message_id, body, received_at)
    values ($1, $2, $3, $4, $5, $6)`,
  countAttempt: `update inbox set attempts = attempts + 1 where id = $1 returning decided as "savedReply"`,
  setReply: "update inbox set decided = $2 where id = $1",
  remove: "delete from inbox where id = $1",
  park: "update inbox set state = 'parked', park_reason = $2 where id = $1",
  retry: "update inbox set state = 'retry' where id = $1 and state = 'parked' and body <> ''",
  marked: "select 1 from inbox where state = 'retry' limit 1",
  reopen: `update inbox set state = 'open', attempts = 1, received_at = $1, decided = null
    where state = 'retry' returning ${eventColumns}`,
};

/**
 * @param options `statements`: for what is done at once in a transaction, `database`: for what may wait for one.
 * `apply`: the state changes of a reply.
 */
export function sqliteInbox<E>(options: {
  statements: Statements;
  database: Database;
  commit: GroupCommit;
  apply: ApplyWrites;
  clock: Clock;
}): Inbox<E> & Disposable {
  const { statements, database, commit, apply, clock } = options;
  const insertKey = statements.prepared(sql.insertKey);
  const insert = statements.prepared(sql.insert);
  const setReply = statements.prepared(sql.setReply);
  const remove = statements.prepared(sql.remove);
  let timer: Timer | null = null;

  async function reopenMarked(consumer: EventConsumer<E>): Promise<void> {
    if ((await database.rows(sql.marked)).length === 0) return;
    const rows = await commit.run(() => statements.rows<EventRow>(sql.reopen, [clock.now()]));
    consumer.accept(rows.map((row) => eventOf<E>(row)));
  }

  function pollReopened(consumer: EventConsumer<E>): void {
    timer = clock.after(reopenMs, () => {
      reopenMarked(consumer).catch((error: unknown) => consumer.failed(error));
      pollReopened(consumer);
    });
  }

  const shared = inboxOn<E>(database);
  return {
    ...shared,
    insertNew: (account, events, receivedAt) =>
      commit.run(() =>
        events.flatMap(({ webhookEventId, chat, messageId, event }) => {
          const key = insertKey.run(account, webhookEventId, receivedAt);
          if (key.changes === 0) return [];
          const id = Number(key.lastInsertRowid);
          insert.run(id, account, chat, messageId, JSON.stringify(event), receivedAt);
          return [{ id, account, chat, event, receivedAt, attempts: 1, savedReply: null }];
        }),
      ),
    async start(consumer) {
      consumer.accept((await shared.open()).map((event) => ({ ...event, isRecovered: true })));
      pollReopened(consumer);
    },
    recordAttempt: (id) =>
      commit.run(() => {
        const [row] = statements.rows<Pick<StoredEvent, "savedReply">>(sql.countAttempt, [id]);
        return row?.savedReply ?? null;
      }),
    saveReply: (event, messages, writes) => {
      // Nearly all replies change nothing else, and then nothing waits.
      if (writes.length === 0) {
        return commit.run(() => void setReply.run(event.id, messages));
      }
      return database.transaction(async (tx) => {
        await tx.run(sql.setReply, [event.id, messages]);
        await apply(tx, event.account, writes);
      });
    },
    markProcessed: (id) => commit.enqueueLazy(() => remove.run(id)),
    park: (id, reason) => commit.enqueueLazy(() => statements.run(sql.park, [id, reason])),
    // The one owner of the store is never fenced.
    assertHolding() {},
    assertOwner: () => Promise.resolve(),
    abandon() {},
    retry: async (id) => (await database.run(sql.retry, [id])) > 0,
    [Symbol.dispose]: () => timer?.close(),
  };
}

const nextRange = `select max(id) as last, count(*) as size, count(*) filter (where received_at < $1) as old
  from (select id, received_at from event_keys where id > $2 order by id limit ${batch})`;
const deleteRange = `delete from event_keys where id > $2 and id <= $3 and received_at < $1
  and not exists (select 1 from inbox where inbox.id = event_keys.id)`;

/** Purges the keys of events, range by range: no index is kept on their time. */
export const purgeEventKeys =
  (db: Database): PurgeKeys =>
  async (before, rest) => {
    let total = 0;
    for (let from = 0; ; await rest()) {
      const [range] = await db.rows<{ last: number | null; size: number; old: number }>(nextRange, [
        before,
        from,
      ]);
      if (!range || range.last === null) return total;
      if (range.old > 0) total += await db.run(deleteRange, [before, from, range.last]);
      if (range.size < batch) return total;
      from = range.last;
    }
  };
