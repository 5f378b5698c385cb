/** Takes lanes that nobody works on: of replicas that are gone, without an owner, or missed by this one. */
import { eventColumns, eventOf, type EventRow, type StoredEvent } from "../inbox.ts";
import type { Queries } from "../database.ts";
import type { PostgresDatabase } from "./database.ts";
import type { Lane, Lanes } from "./lanes.ts";

/**
 * The statements are planned for the tables as they are, which takes about 0.3 ms for each: with a plan from a quiet
 * night, taking 200 chats over took 3 s beside 20,000 events, until autovacuum had seen that there are so many.
 */
const planAnew = "set local plan_cache_mode = force_custom_plan";

interface TakenLane extends Pick<Lane, "account" | "chat" | "epoch"> {
  /** Whether a former owner may have begun with its events. */
  wasOwned: boolean;
}

/** Lanes that were taken. */
interface Taken<E> {
  /** Their first events. */
  events: StoredEvent<E>[];
  /** Whether an attempt before may have taken lanes as well, which this process doesn't know of. */
  wasRepeated: boolean;
}

/** Takes up to `max` lanes. */
export const takeOverLanes = <E>(
  db: PostgresDatabase,
  lanes: Lanes,
  max: number,
): Promise<Taken<E>> =>
  take(db, lanes, (tx, replica) => {
    const { accounts, chats } = lanes.busy();
    return tx.rows<TakenLane>(
      `with free as (
         select account, chat, owner from lanes
         where (owner in (select id from replicas where until > clock_timestamp())) is not true
           and ((account, chat) in (select * from unnest($3::text[], $4::text[]))) is not true
           and exists (select from replicas where id = $1 and until > clock_timestamp())
         limit $2 for update of lanes skip locked)
       update lanes set owner = $1, epoch = nextval('lane_epochs') from free
       where lanes.account = free.account and lanes.chat = free.chat
       returning lanes.account, lanes.chat, lanes.epoch, free.owner is not null as "wasOwned"`,
      [replica, max, accounts, chats],
    );
  });

/**
 * Takes lanes that belong to this replica without its knowledge: the answer to a commit was lost. A former owner
 * may have begun with their events. @returns their first events.
 */
export async function adoptLanes<E>(db: PostgresDatabase, lanes: Lanes): Promise<StoredEvent<E>[]> {
  const { events } = await take<E>(db, lanes, (tx, replica) => {
    const { accounts, chats } = lanes.busy();
    return tx.rows<TakenLane>(
      `update lanes set epoch = nextval('lane_epochs')
       where owner = $1
         and ((account, chat) in (select * from unnest($2::text[], $3::text[]))) is not true
       returning account, chat, epoch, true as "wasOwned"`,
      [replica, accounts, chats],
    );
  });
  return events;
}

/** Gives each chat with open events and no lane one without an owner. @returns their number. */
export const restoreLanes = (db: PostgresDatabase): Promise<number> =>
  db.statement((on) =>
    on.run(
      `insert into lanes (account, chat, owner, epoch)
       select account, chat, null, nextval('lane_epochs')
       from (select account, chat from inbox where state = 'open'
         except select account, chat from lanes) as chats
       order by account, chat on conflict do nothing`,
    ),
  );

/** Forgets replicas that ended long ago. */
export const forgetReplicas = (db: PostgresDatabase): Promise<number> =>
  db.run(
    `delete from replicas where until < clock_timestamp() - interval '1 hour'
     and not exists (select from lanes where lanes.owner = replicas.id)`,
  );

async function take<E>(
  db: PostgresDatabase,
  lanes: Lanes,
  claim: (tx: Queries, replica: number) => Promise<TakenLane[]>,
): Promise<Taken<E>> {
  const { replica } = lanes;
  let attempts = 0;
  const taken = await db.transaction(
    async (tx) => {
      attempts += 1;
      const claimed = await claim(tx, replica);
      if (claimed.length === 0) return { kept: [], rows: [] };
      const last = await lastEvents(tx, claimed);
      const kept = claimed.flatMap((lane) => {
        const lastId = last.get(`${lane.account}/${lane.chat}`);
        return lastId === undefined ? [] : [{ ...lane, lastId }];
      });
      return { kept, rows: await nextEvents(tx, claimed) };
    },
    { repeatable: true, settings: planAnew },
  );
  // The lease was lost meanwhile: the lanes are of a replica that is gone, and anybody's.
  if (lanes.replica !== replica) return { events: [], wasRepeated: false };
  for (const { account, chat, epoch, wasOwned, lastId } of taken.kept) {
    lanes.hold({ account, chat, epoch, recoveredUpTo: wasOwned ? lastId : 0, user: null });
  }
  return { events: handOut<E>(lanes, taken.rows), wasRepeated: attempts > 1 };
}

/** The newest open event of each lane that has any. */
async function lastEvents(tx: Queries, taken: readonly TakenLane[]): Promise<Map<string, number>> {
  const rows = await tx.rows<Pick<Lane, "account" | "chat"> & { id: number }>(
    `select lane.account, lane.chat, last_event.id
     from unnest($1::text[], $2::text[]) as lane (account, chat)
     cross join lateral (
       select id from inbox
       where inbox.account = lane.account and inbox.chat = lane.chat and state = 'open'
       order by id desc limit 1
     ) last_event`,
    [taken.map(({ account }) => account), taken.map(({ chat }) => chat)],
  );
  return new Map(rows.map(({ account, chat, id }) => [`${account}/${chat}`, id]));
}

/** Registers events of held lanes as pending, and returns them for the dispatcher. */
export function handOut<E>(lanes: Lanes, rows: readonly LaneEventRow[]): StoredEvent<E>[] {
  return rows.flatMap(({ webhookEventId, ...row }) => {
    const lane = lanes.get(row.account, row.chat);
    if (!lane || lane.pending.has(row.id)) return [];
    lanes.handOut(lane, row.id, webhookEventId);
    const event = eventOf<E>(row);
    return [row.id <= lane.recoveredUpTo ? { ...event, isRecovered: true } : event];
  });
}

export type LaneEventRow = EventRow & { webhookEventId: string };

/** How many events of a chat are read at once. */
const maxNext = 10;

/**
 * The oldest open events of each lane, in order; lanes without any are deleted. Lock the lanes with a statement before,
 * so that no insert is missed, and set how it is planned: a plan that was kept from when the inbox was nearly empty
 * reads the whole inbox for each chat.
 */
export const nextEvents = (
  tx: Queries,
  lanes: readonly { account: string; chat: string; epoch: number }[],
): Promise<LaneEventRow[]> =>
  tx.rows<LaneEventRow>(
    `with next_events as (
       select e.* from unnest($1::text[], $2::text[]) as lane (account, chat)
       cross join lateral (
         select ${eventColumns}, webhook_event_id as "webhookEventId" from inbox
         where inbox.account = lane.account and inbox.chat = lane.chat and state = 'open'
         order by id limit ${maxNext}
       ) e),
     let_go as (
       delete from lanes
       using unnest($1::text[], $2::text[], $3::bigint[]) as lane (account, chat, epoch)
       where lanes.epoch = lane.epoch and lanes.account = lane.account and lanes.chat = lane.chat
         and ((lanes.account, lanes.chat) in (select account, chat from next_events)) is not true)
     select * from next_events order by id`,
    [
      lanes.map(({ account }) => account),
      lanes.map(({ chat }) => chat),
      lanes.map(({ epoch }) => epoch),
    ],
  );
