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
  const insertKey = db.prepare(
    `insert into event_keys (account, webhook_event_id, received_at) values (?, ?, ?)
     on conflict do nothing`,
  );
  const insert = db.prepare(
    "insert into inbox (id, account, chat, message_id, body, received_at) values (?, ?, ?, ?, ?, ?)",
  );
  const countAttempt = db.prepare("update inbox set attempts = attempts + 1 where id = ?");
  const setReply = db.prepare("update inbox set decided = ? where id = ?");
  const remove = db.prepare("delete from inbox where id = ?");
  const park = db.prepare("update inbox set state = 'parked', park_reason = ? where id = ?");
  const open = query<EventRow>(
    db,
    `select id, account, chat, body, received_at as receivedAt, attempts, decided as savedReply
     from inbox where state = 'open' order by id`,
  );
  const retry = db.prepare(
    "update inbox set state = 'retry' where id = ? and state = 'parked' and body <> ''",
  );
  const drop = db.prepare("delete from inbox where id = ? and state = 'parked'");
  const getParked = query<DeadLetterRow>(
    db,
    `select id, account, chat, body, received_at as receivedAt, attempts, park_reason as reason, decided as savedReply
     from inbox where state = 'parked' and id = ?`,
  );
  const hasRetries = db.prepare("select 1 from inbox where state = 'retry' limit 1");
  const reopen = query<EventRow>(
    db,
    `update inbox set state = 'open', attempts = 1, received_at = ?
     where state = 'retry'
     returning id, account, chat, body, received_at as receivedAt, attempts, decided as savedReply`,
  );
  const listParked = query<Omit<DeadLetter, "hasText"> & { hasText: 0 | 1 }>(
    db,
    `select id, account, received_at as receivedAt, attempts, park_reason as reason,
       body <> '' as hasText
     from inbox where state = 'parked' order by id`,
  );
  const countStates = query<Awaited<ReturnType<Inbox["counts"]>>>(
    db,
    `select count(*) filter (where state = 'open') as open,
       count(*) filter (where state <> 'open') as parked,
       min(received_at) filter (where state = 'open') as oldestAt
     from inbox`,
  );
  let timer: Timer | null = null;

  async function reopenMarked(consumer: EventConsumer<E>): Promise<void> {
    if (!hasRetries.get()) return;
    const rows = await commit.run(() => reopen.all(clock.now()));
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
          const { changes, lastInsertRowid } = insertKey.run(account, webhookEventId, receivedAt);
          if (changes === 0) return [];
          const id = Number(lastInsertRowid);
          insert.run(id, account, chat, messageId, JSON.stringify(event), receivedAt);
          return [{ id, account, chat, event, receivedAt, attempts: 1, savedReply: null }];
        }),
      ),
    async start(consumer) {
      consumer.accept(open.all().map((row) => ({ ...eventOf<E>(row), isRecovered: true })));
      pollReopened(consumer);
    },
    open: async () => open.all().map((row) => eventOf<E>(row)),
    recordAttempt: (id) => commit.run(() => void countAttempt.run(id)),
    saveReply: (event, messages, writes) =>
      commit.run(() => {
        setReply.run(messages, event.id);
        apply(event.account, writes);
      }),
    markProcessed: (id) => commit.enqueueLazy(() => remove.run(id)),
    park: (id, reason) => commit.enqueueLazy(() => park.run(reason, id)),
    // The one owner of the store is never fenced.
    abandon() {},
    counts: async () => countStates.get() ?? { open: 0, parked: 0, oldestAt: null },
    parked: async () => listParked.all().map((row) => ({ ...row, hasText: row.hasText === 1 })),
    retry: (id) => commit.run(() => retry.run(id).changes > 0),
    drop: (id) => commit.run(() => drop.run(id).changes > 0),
    async get(id) {
      const row = getParked.get(id);
      if (!row) return null;
      const { body, ...parkedEvent } = row;
      return { ...parkedEvent, event: body === "" ? null : (JSON.parse(body) as E) };
    },
    [Symbol.dispose]: () => timer?.close(),
  };
}

/** The body was an `E` when it was inserted. */
const eventOf = <E>({ body, ...row }: EventRow): StoredEvent<E> => ({
  ...row,
  event: JSON.parse(body) as E,
});
