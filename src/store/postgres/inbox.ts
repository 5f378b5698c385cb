/** Implements the inbox in Postgres: events are inserted by any replica, and handed out by their lanes' owners. */
import type { Changes } from "../coordination.ts";
import { announceLanguages, type ApplyWrites } from "../state-changes.ts";
import { inboxOn, type Inbox, type StoredEvent } from "../inbox.ts";
import type { DatabaseClock } from "./database-clock.ts";
import { firstRow, type Queries } from "../database.ts";
import { batch, inBatches, type PurgeKeys } from "../retention.ts";
import type { PostgresDatabase } from "./database.ts";
import { sharedTransaction, type Fence } from "./lanes.ts";
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
    ...inboxOn<E>(db),
    insertNew: (account, events, receivedAt) => asReplica().insert({ account, events, receivedAt }),
    start: (consumer) => asReplica().start(consumer),
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
    abandon: (id) => asReplica().lanes.letGo(id),
    retry: (id) => db.transaction((tx) => reopen(tx, id, clock.now()), { repeatable: true }),
  };
}

async function savedReply(tx: Queries, { id }: Pick<StoredEvent, "id">): Promise<string | null> {
  const sql = "select decided from inbox where id = $1";
  return (await firstRow<{ decided: string | null }>(tx, sql, [id]))?.decided ?? null;
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

/** Purges the keys of events. */
export const purgeEventKeys =
  (db: PostgresDatabase): PurgeKeys =>
  (before, rest) =>
    inBatches(db, keys, [before], rest);
