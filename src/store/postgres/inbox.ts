/** Implements the inbox in Postgres: events are inserted by any replica, and handed out by their lanes' owners. */
import type { Changes } from "../changes.ts";
import { announceLanguages, type ApplyWrites } from "../line-users.ts";
import type { DeadLetter, DeadLetterContent, Inbox, StoredEvent } from "../inbox.ts";
import type { DatabaseClock } from "./database-clock.ts";
import type { Queries } from "../database.ts";
import type { PostgresDatabase } from "./database.ts";
import { eventColumns, eventOf, type EventRow } from "./events.ts";
import { sharedTransaction, type Fence } from "./fence.ts";
import type { Replica } from "./replica.ts";

/** @param replica null for an operator's command, which inserts and processes nothing. */
export function postgresInbox<E>(options: {
  db: PostgresDatabase;
  fence: Fence;
  replica: Replica<E> | null;
  clock: DatabaseClock;
  changes: Pick<Changes, "announce">;
  apply: ApplyWrites;
}): Inbox<E> {
  const { db, fence, replica, clock, changes, apply } = options;
  const asReplica = () => {
    if (!replica) throw new Error("an operator's command processes no events");
    return replica;
  };
  return {
    insertNew: (account, events, receivedAt) => asReplica().insert({ account, events, receivedAt }),
    start: (consumer) => asReplica().start(consumer),
    open: async () => {
      const sql = `select ${eventColumns} from inbox where state = 'open' order by id`;
      return (await db.rows<EventRow>(sql)).map((row) => eventOf<E>(row));
    },
    recordAttempt: (id) =>
      db.transaction(async (tx) => {
        await fence.assertOwner(tx, id);
        await tx.run("update inbox set attempts = attempts + 1 where id = $1", [id]);
        return savedReply(tx, { id });
      }),
    async saveReply(event, messages, writes) {
      await db.transaction(
        async (tx) => {
          await fence.assertOwner(tx, event.id);
          // Stored by a former attempt whose answer was lost: its writes were, too.
          if ((await savedReply(tx, event)) === messages) return;
          await tx.run("update inbox set decided = $2 where id = $1", [event.id, messages]);
          if (writes.length > 0)
            await apply(sharedTransaction(tx, fence, clock), event.account, writes);
        },
        { repeatable: true },
      );
      await announceLanguages(changes, event.account, writes);
    },
    markProcessed: (id) => asReplica().finish(id, null),
    park: (id, reason) => asReplica().finish(id, reason),
    assertHolding: (id) => asReplica().lanes.assertHolding(id),
    assertOwner: (id) => db.transaction((tx) => fence.assertOwner(tx, id), { repeatable: true }),
    abandon: (id) => asReplica().abandon(id),
    counts: () => countStates(db),
    parked: () =>
      db.rows<DeadLetter>(
        `select id, account, received_at as "receivedAt", attempts, park_reason as reason,
           body <> '' as "hasText"
         from inbox where state = 'parked' order by id`,
      ),
    retry: (id) => db.transaction((tx) => reopen(tx, id, clock.now()), { repeatable: true }),
    drop: async (id) =>
      (await db.run("delete from inbox where id = $1 and state = 'parked'", [id])) > 0,
    get: (id) => getParked<E>(db, id),
  };
}

async function savedReply(tx: Queries, { id }: Pick<StoredEvent, "id">): Promise<string | null> {
  const [row] = await tx.rows<{ decided: string | null }>(
    "select decided from inbox where id = $1",
    [id],
  );
  return row?.decided ?? null;
}

async function countStates(db: PostgresDatabase) {
  const [counts] = await db.rows<Awaited<ReturnType<Inbox["counts"]>>>(
    `select count(*) filter (where state = 'open') as open,
       count(*) filter (where state = 'parked') as parked,
       min(received_at) filter (where state = 'open') as "oldestAt"
     from inbox`,
  );
  return counts ?? { open: 0, parked: 0, oldestAt: null };
}

/** The event gets a lane without an owner unless its chat has one, whose owner finds it. */
async function reopen(tx: Queries, id: number, now: number): Promise<boolean> {
  const condition = "id = $1 and state = 'parked' and body <> ''";
  const lanes = await tx.run(
    `insert into lanes (account, chat, owner, epoch)
     select account, chat, null, nextval('lane_epochs') from inbox where ${condition}
     on conflict (account, chat) do update set epoch = lanes.epoch`,
    [id],
  );
  if (lanes === 0) return false;
  await tx.run(
    `update inbox set state = 'open', attempts = 1, received_at = $2, park_reason = null,
       decided = null
     where ${condition}`,
    [id, now],
  );
  return true;
}

async function getParked<E>(
  db: PostgresDatabase,
  id: number,
): Promise<DeadLetterContent<E> | null> {
  const [row] = await db.rows<EventRow & Pick<DeadLetterContent, "reason">>(
    `select ${eventColumns}, park_reason as reason from inbox where state = 'parked' and id = $1`,
    [id],
  );
  if (!row) return null;
  return row.body === ""
    ? { ...eventOf<null>({ ...row, body: "null" }), reason: row.reason }
    : { ...eventOf<E>(row), reason: row.reason };
}
