/** Implements the inbox in SQLite: one process owns it, and each event costs as little as it can. */
import type { Clock, Timer } from "../../clock.ts";
import type { Database, Flag } from "../database.ts";
import type { DeadLetter, DeadLetterContent, EventConsumer, Inbox, StoredEvent } from "../inbox.ts";
import type { ApplyWrites } from "../line-users.ts";
import type { Statements } from "./database.ts";
import type { GroupCommit } from "./group-commit.ts";

/** Interval at which parked events are looked for that the operator marked for a retry. */
const reopenMs = 10_000;

type EventRow = Omit<StoredEvent, "event" | "isRecovered"> & { body: string };
type DeadLetterRow = Omit<DeadLetterContent, "event"> & { body: string };

const columns = `id, account, chat, body, received_at as "receivedAt", attempts, decided as "savedReply"`;
const sql = {
  insertKey: `insert into event_keys (account, webhook_event_id, received_at) values ($1, $2, $3)
    on conflict do nothing`,
  insert: `insert into inbox (id, account, chat, message_id, body, received_at)
    values ($1, $2, $3, $4, $5, $6)`,
  countAttempt: `update inbox set attempts = attempts + 1 where id = $1 returning decided as "savedReply"`,
  setReply: "update inbox set decided = $2 where id = $1",
  remove: "delete from inbox where id = $1",
  park: "update inbox set state = 'parked', park_reason = $2 where id = $1",
  open: `select ${columns} from inbox where state = 'open' order by id`,
  retry: "update inbox set state = 'retry' where id = $1 and state = 'parked' and body <> ''",
  drop: "delete from inbox where id = $1 and state = 'parked'",
  parked: `select ${columns}, park_reason as reason from inbox where state = 'parked' and id = $1`,
  marked: "select 1 from inbox where state = 'retry' limit 1",
  reopen: `update inbox set state = 'open', attempts = 1, received_at = $1, decided = null
    where state = 'retry' returning ${columns}`,
  listParked: `select id, account, received_at as "receivedAt", attempts, park_reason as reason,
    body <> '' as "hasText" from inbox where state = 'parked' order by id`,
  counts: `select count(*) filter (where state = 'open') as open,
    count(*) filter (where state <> 'open') as parked,
    min(received_at) filter (where state = 'open') as "oldestAt" from inbox`,
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

  const openEvents = async () =>
    (await database.rows<EventRow>(sql.open)).map((row) => eventOf<E>(row));

  return {
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
      consumer.accept((await openEvents()).map((event) => ({ ...event, isRecovered: true })));
      pollReopened(consumer);
    },
    open: openEvents,
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
    async counts() {
      const [counts] = await database.rows<Awaited<ReturnType<Inbox["counts"]>>>(sql.counts);
      return counts ?? { open: 0, parked: 0, oldestAt: null };
    },
    async parked() {
      const rows = await database.rows<Omit<DeadLetter, "hasText"> & { hasText: Flag }>(
        sql.listParked,
      );
      return rows.map((row) => ({ ...row, hasText: Boolean(row.hasText) }));
    },
    retry: async (id) => (await database.run(sql.retry, [id])) > 0,
    drop: async (id) => (await database.run(sql.drop, [id])) > 0,
    async get(id) {
      const [row] = await database.rows<DeadLetterRow>(sql.parked, [id]);
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
