/** Inserts received events in batches, and takes the lanes of chats that had nothing open. */
import { asError } from "../../errors.ts";
import type { ReceivedEvent, StoredEvent } from "../inbox.ts";
import { isRefusedValue, type Database, type Queries } from "./database.ts";
import type { Lanes } from "./lanes.ts";

/** The events of one webhook request. */
export interface Insertion<E> {
  account: string;
  events: readonly ReceivedEvent<E>[];
  receivedAt: number;
}

interface NewEvent<E> extends ReceivedEvent<E> {
  account: string;
  receivedAt: number;
  /** Index of its insertion in the batch. */
  of: number;
}

const keyOf = ({ account, webhookEventId }: { account: string; webhookEventId: string }) =>
  `${account}/${webhookEventId}`;

/**
 * @param hasRoom whether this replica takes new lanes; otherwise they wait for any that has room.
 * @returns for each insertion, its new events in lanes that this replica has taken, in order. New events of
 * other lanes are found by their owners. `wasRepeated`: an attempt before may have taken lanes as well.
 */
async function insertTogether<E>(
  db: Database,
  lanes: Lanes,
  insertions: readonly Insertion<E>[],
  hasRoom: boolean,
): Promise<{ taken: StoredEvent<E>[][]; wasRepeated: boolean }> {
  const events = distinct(insertions);
  const { replica } = lanes;
  let attempts = 0;
  const inserted = await db.statement((on) => {
    attempts += 1;
    return insertRows(on, [...events.values()], hasRoom ? replica : null);
  });
  const taken = insertions.map((): StoredEvent<E>[] => []);
  // The lease was lost meanwhile: the lanes are of a replica that is gone, and anybody's.
  if (lanes.replica !== replica) return { taken, wasRepeated: false };
  for (const row of inserted) {
    const event = events.get(keyOf(row));
    // The owner of a lane that isn't new finds the event, as does whoever takes one without an owner.
    if (!event || row.epoch === null || !hasRoom) continue;
    const { id, webhookEventId, epoch } = row;
    const { account, chat, receivedAt } = event;
    const held = lanes.get(account, chat);
    const lane =
      held?.epoch === epoch ? held : lanes.hold({ account, chat, epoch, recoveredUpTo: 0 });
    lanes.handOut(lane, id, webhookEventId);
    const unprocessed = { attempts: 1, savedReply: null };
    taken[event.of]?.push({ id, account, chat, event: event.event, receivedAt, ...unprocessed });
  }
  return { taken, wasRepeated: attempts > 1 };
}

/** The same for each insertion alone if one of the batch has values that the database refuses. */
export async function insertEvents<E>(
  db: Database,
  lanes: Lanes,
  insertions: readonly Insertion<E>[],
  hasRoom: boolean,
): Promise<{ taken: (StoredEvent<E>[] | Error)[]; wasRepeated: boolean }> {
  try {
    return await insertTogether(db, lanes, insertions, hasRoom);
  } catch (error) {
    if (!isRefusedValue(error)) throw error;
    if (insertions.length === 1) return { taken: [asError(error)], wasRepeated: false };
    const all: (StoredEvent<E>[] | Error)[] = [];
    let wasRepeated = false;
    for (const insertion of insertions) {
      // A failure of one doesn't take the others along, which are stored and held.
      const one = await insertEvents(db, lanes, [insertion], hasRoom).catch((thrown: unknown) => ({
        taken: [asError(thrown)],
        wasRepeated: true,
      }));
      all.push(...one.taken);
      wasRepeated ||= one.wasRepeated;
    }
    return { taken: all, wasRepeated };
  }
}

function distinct<E>(insertions: readonly Insertion<E>[]): Map<string, NewEvent<E>> {
  const events = new Map<string, NewEvent<E>>();
  insertions.forEach(({ account, events: received, receivedAt }, of) => {
    for (const event of received) {
      const one = { ...event, account, receivedAt, of };
      if (!events.has(keyOf(one))) events.set(keyOf(one), one);
    }
  });
  return events;
}

/**
 * One statement, and so one exchange with the database. Its parts run in the order of the locks in every transaction:
 * keys, lanes, events. Ids are given under the lanes' locks, so that their order inside a chat is that of the commits.
 * A lane that exists is locked, and not returned.
 */
const insert = `
  with deadline as (select set_config('lock_timeout', '2s', true)),
  received as (
    select account, chat, webhook_event_id, message_id, body, received_at, place from deadline,
      unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[]) with ordinality
        as event (account, chat, webhook_event_id, message_id, body, received_at, place)),
  new_keys as (
    insert into event_keys (account, webhook_event_id, received_at)
    select account, webhook_event_id, received_at from received order by account, webhook_event_id
    on conflict do nothing returning account, webhook_event_id),
  fresh as (
    select received.* from received join new_keys
      on new_keys.account = received.account
      and new_keys.webhook_event_id = received.webhook_event_id),
  new_lanes as (
    insert into lanes (account, chat, owner, epoch)
    select account, chat, $7::bigint, nextval('lane_epochs')
    from (select distinct account, chat from fresh order by account, chat) as chats
    on conflict (account, chat) do update set owner = lanes.owner where false
    returning account, chat, epoch),
  locked as (select count(*) as lanes from new_lanes),
  inserted as (
    insert into inbox (account, chat, webhook_event_id, message_id, body, received_at)
    select account, chat, webhook_event_id, message_id, body, received_at from locked, fresh
    order by place
    returning id, account, chat, webhook_event_id)
  select id, account, webhook_event_id as "webhookEventId", (
    select epoch from new_lanes
    where new_lanes.account = inserted.account and new_lanes.chat = inserted.chat) as epoch
  from inserted order by id`;

interface Inserted {
  id: number;
  account: string;
  webhookEventId: string;
  /** Of its lane, if that is new. */
  epoch: number | null;
}

/** @returns those that were not stored before, in the order given. */
const insertRows = <E>(db: Queries, events: readonly NewEvent<E>[], owner: number | null) =>
  db.rows<Inserted>(insert, [
    events.map(({ account }) => account),
    events.map(({ chat }) => chat),
    events.map(({ webhookEventId }) => webhookEventId),
    events.map(({ messageId }) => messageId),
    events.map(({ event }) => JSON.stringify(event)),
    events.map(({ receivedAt }) => receivedAt),
    owner,
  ]);
