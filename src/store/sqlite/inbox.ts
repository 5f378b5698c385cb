/** Implements the inbox in SQLite. */
import type { DatabaseSync } from "node:sqlite";
import type { Clock, Timer } from "../../clock.ts";
import type { DeadLetter, DeadLetterContent, EventConsumer, Inbox, StoredEvent } from "../inbox.ts";
import type { GroupCommit } from "./group-commit.ts";
import type { applyWrites } from "./line-users.ts";
import { query } from "./query.ts";

/** Interval at which parked events are looked for that the operator marked for a retry. */
const reopenMs = 10_000;

type EventRow = Omit<StoredEvent, "event" | "isRecovered"> & { body: string };
type DeadLetterRow = Omit<DeadLetterContent, "event"> & { body: string };

export function sqliteInbox<E>(
  db: DatabaseSync,
  commit: GroupCommit,
  apply: ReturnType<typeof applyWrites>,
  clock: Clock,
): Inbox<E> & Disposable {
  const sql = prepareStatements(db);
  let timer: Timer | null = null;

  async function reopenMarked(consumer: EventConsumer<E>): Promise<void> {
    if (!sql.hasRetries.get()) return;
    const rows = await commit.run(() => sql.reopen.all(clock.now()));
    consumer.accept(rows.map((row) => eventOf<E>(row)));
  }

  function pollReopened(consumer: EventConsumer<E>): void {
    timer = clock.after(reopenMs, () => {
      reopenMarked(consumer).catch((error: unknown) => consumer.failed(error));
      pollReopened(consumer);
    });
  }

  return {
    insertNew: (account, events, receivedAt) =>
      commit.run(() =>
        events.flatMap(({ webhookEventId, chat, messageId, event }) => {
          const { changes, lastInsertRowid } = sql.insertKey.run(
            account,
            webhookEventId,
            receivedAt,
          );
          if (changes === 0) return [];
          const id = Number(lastInsertRowid);
          sql.insert.run(id, account, chat, messageId, JSON.stringify(event), receivedAt);
          return [{ id, account, chat, event, receivedAt, attempts: 1, savedReply: null }];
        }),
      ),
    async start(consumer) {
      consumer.accept(sql.open.all().map((row) => ({ ...eventOf<E>(row), isRecovered: true })));
      pollReopened(consumer);
    },
    open: async () => sql.open.all().map((row) => eventOf<E>(row)),
    recordAttempt: (id) => commit.run(() => sql.countAttempt.get(id)?.savedReply ?? null),
    saveReply: (event, messages, writes) =>
      commit.run(() => {
        sql.setReply.run(messages, event.id);
        apply(event.account, writes);
      }),
    markProcessed: (id) => commit.enqueueLazy(() => sql.remove.run(id)),
    park: (id, reason) => commit.enqueueLazy(() => sql.park.run(reason, id)),
    // The one owner of the store is never fenced.
    assertHolding() {},
    assertOwner: () => Promise.resolve(),
    abandon() {},
    counts: async () => sql.countStates.get() ?? { open: 0, parked: 0, oldestAt: null },
    parked: async () => sql.listParked.all().map((row) => ({ ...row, hasText: row.hasText === 1 })),
    retry: (id) => commit.run(() => sql.retry.run(id).changes > 0),
    drop: (id) => commit.run(() => sql.drop.run(id).changes > 0),
    async get(id) {
      const row = sql.getParked.get(id);
      if (!row) return null;
      const { body, ...parkedEvent } = row;
      return { ...parkedEvent, event: body === "" ? null : (JSON.parse(body) as E) };
    },
    [Symbol.dispose]: () => timer?.close(),
  };
}

/** The inbox's statements, prepared once. */
function prepareStatements(db: DatabaseSync) {
  return {
    insertKey: db.prepare(
      `insert into event_keys (account, webhook_event_id, received_at) values (?, ?, ?)
       on conflict do nothing`,
    ),
    insert: db.prepare(
      "insert into inbox (id, account, chat, message_id, body, received_at) values (?, ?, ?, ?, ?, ?)",
    ),
    countAttempt: query<Pick<StoredEvent, "savedReply">>(
      db,
      "update inbox set attempts = attempts + 1 where id = ? returning decided as savedReply",
    ),
    setReply: db.prepare("update inbox set decided = ? where id = ?"),
    remove: db.prepare("delete from inbox where id = ?"),
    park: db.prepare("update inbox set state = 'parked', park_reason = ? where id = ?"),
    open: query<EventRow>(
      db,
      `select id, account, chat, body, received_at as receivedAt, attempts, decided as savedReply
       from inbox where state = 'open' order by id`,
    ),
    retry: db.prepare(
      "update inbox set state = 'retry' where id = ? and state = 'parked' and body <> ''",
    ),
    drop: db.prepare("delete from inbox where id = ? and state = 'parked'"),
    getParked: query<DeadLetterRow>(
      db,
      `select id, account, chat, body, received_at as receivedAt, attempts, park_reason as reason, decided as savedReply
       from inbox where state = 'parked' and id = ?`,
    ),
    hasRetries: db.prepare("select 1 from inbox where state = 'retry' limit 1"),
    reopen: query<EventRow>(
      db,
      `update inbox set state = 'open', attempts = 1, received_at = ?, decided = null
       where state = 'retry'
       returning id, account, chat, body, received_at as receivedAt, attempts, decided as savedReply`,
    ),
    listParked: query<Omit<DeadLetter, "hasText"> & { hasText: 0 | 1 }>(
      db,
      `select id, account, received_at as receivedAt, attempts, park_reason as reason,
         body <> '' as hasText
       from inbox where state = 'parked' order by id`,
    ),
    countStates: query<Awaited<ReturnType<Inbox["counts"]>>>(
      db,
      `select count(*) filter (where state = 'open') as open,
         count(*) filter (where state <> 'open') as parked,
         min(received_at) filter (where state = 'open') as oldestAt
       from inbox`,
    ),
  };
}

/** The body was an `E` when it was inserted. */
const eventOf = <E>({ body, ...row }: EventRow): StoredEvent<E> => ({
  ...row,
  event: JSON.parse(body) as E,
});
