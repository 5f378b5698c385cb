/** Inserts received events in batches, and takes the lanes of chats that had nothing open. */
import { asError } from "../../errors.ts";
import type { ReceivedEvent, StoredEvent } from "../inbox.ts";
import type { Queries } from "../database.ts";
import { isRefusedValue, type PostgresDatabase } from "./database.ts";
import type { Lane, Lanes } from "./lanes.ts";

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
  db: PostgresDatabase,
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
  // The lease was lost meanwhile: the lanes are of a replica that is gone, and anybody's.
  const isLost = lanes.replica !== replica;
  const taken = insertions.map((): StoredEvent<E>[] => []);
  if (hasRoom && !isLost) {
    for (const { of, stored } of handOutNew(lanes, events, inserted)) taken[of]?.push(stored);
  }
  return { taken, wasRepeated: !isLost && attempts > 1 };
}

/** The owner of a lane that isn't new finds its events, as does whoever takes one without an owner. */
function* handOutNew<E>(
  lanes: Lanes,
  events: ReadonlyMap<string, NewEvent<E>>,
  inserted: readonly Inserted[],
): Generator<{ of: number; stored: StoredEvent<E> }> {
  const newLanes = new Set<Lane>();
  for (const row of inserted.filter((one) => one.epoch !== null)) {
    const { account, chat, epoch, hasNotices, language, following } = row;
    const user = { hasNotices, state: { language, following: following ?? true } };
    newLanes.add(lanes.hold({ account, chat, epoch, recoveredUpTo: 0, user }));
  }
  for (const row of inserted.filter((one) => one.epoch === null)) {
    const { id, webhookEventId } = row;
    const received = events.get(keyOf(row));
    const lane = received && lanes.get(received.account, received.chat);
    if (!received || !lane || !newLanes.has(lane)) continue;
    const { account, chat, event, receivedAt, of } = received;
    lanes.handOut(lane, id, webhookEventId);
    const stored = { id, account, chat, event, receivedAt, attempts: 1, savedReply: null };
    yield { of, stored };
  }
}

/** The same for each insertion alone if one of the batch has values that the database refuses. */
export async function insertEvents<E>(
  db: PostgresDatabase,
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
 * A lane that exists is locked, and not returned; one that is new comes with what the answer to its first event needs
 * of the chat's user, which saves an exchange or two for most events.
 *
 * `is true` keeps the planner from making a join of the condition: it expects few rows of any array, so its join would
 * compare each event with each other one. What it makes instead is one look into a hash table for each event.
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
    select * from received where
      ((account, webhook_event_id) in (select account, webhook_event_id from new_keys)) is true),
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
    returning id, account, webhook_event_id)
  select id, account, webhook_event_id as "webhookEventId",
    null as chat, null as epoch, null as "hasNotices", null as language, null as following
  from inserted
  union all
  select null as id, account, null as "webhookEventId", chat, epoch,
    (select id from notices where notices.account = new_lanes.account
       and line_id = chat and carrier is null limit 1) is not null,
    (select language from line_users where line_users.account = new_lanes.account and line_id = chat),
    (select following from line_users where line_users.account = new_lanes.account and line_id = chat)
  from new_lanes
  order by id`;

/** An event that was not stored before, or a lane that is new. */
type Inserted = { id: number; account: string; webhookEventId: string; epoch: null } | NewLane;

/** With what is stored of the chat's user; null: nothing. */
interface NewLane {
  account: string;
  chat: string;
  epoch: number;
  hasNotices: boolean;
  language: string | null;
  following: boolean | null;
}

/** @returns the events in the order given. */
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
