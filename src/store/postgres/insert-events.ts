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
  const stored = await db.transaction(
    (tx) => {
      attempts += 1;
      return insert(tx, events, hasRoom ? replica : null);
    },
    { repeatable: true },
  );
  const taken = insertions.map((): StoredEvent<E>[] => []);
  // The lease was lost meanwhile: the lanes are of a replica that is gone, and anybody's.
  if (lanes.replica !== replica) return { taken, wasRepeated: false };
  for (const lane of stored.lanes) lanes.hold({ ...lane, recoveredUpTo: 0 });
  for (const { id, event } of stored.events) {
    const lane = lanes.get(event.account, event.chat);
    if (!lane || !stored.lanes.some(({ epoch }) => epoch === lane.epoch)) continue;
    lanes.handOut(lane, id, event.webhookEventId);
    const { account, chat, receivedAt } = event;
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

function distinct<E>(insertions: readonly Insertion<E>[]): NewEvent<E>[] {
  const events = new Map<string, NewEvent<E>>();
  insertions.forEach(({ account, events: received, receivedAt }, of) => {
    for (const event of received) {
      const one = { ...event, account, receivedAt, of };
      if (!events.has(keyOf(one))) events.set(keyOf(one), one);
    }
  });
  return [...events.values()];
}

/** The order of the three statements is that of the locks in every transaction: keys, lanes, events. */
async function insert<E>(tx: Queries, events: readonly NewEvent<E>[], owner: number | null) {
  const fresh = await insertKeys(tx, events);
  if (fresh.length === 0) return { lanes: [], events: [] };
  const lanes = await insertLanes(tx, fresh, owner);
  return { lanes: owner === null ? [] : lanes, events: await insertRows(tx, fresh) };
}

/** @returns those that were not stored before, in the order given. */
async function insertKeys<E>(tx: Queries, events: readonly NewEvent<E>[]): Promise<NewEvent<E>[]> {
  const inserted = await tx.rows<{ account: string; webhookEventId: string }>(
    `insert into event_keys (account, webhook_event_id, received_at)
     select * from unnest($1::text[], $2::text[], $3::bigint[]) as key (account, id, at)
     order by account, id
     on conflict do nothing returning account, webhook_event_id as "webhookEventId"`,
    [
      events.map(({ account }) => account),
      events.map(({ webhookEventId }) => webhookEventId),
      events.map(({ receivedAt }) => receivedAt),
    ],
  );
  const fresh = new Set(inserted.map(keyOf));
  return events.filter((event) => fresh.has(keyOf(event)));
}

/**
 * Creates the lanes of chats without one, and locks those that exist: ids are given under the lane's lock,
 * so that their order inside a chat is that of the commits.
 * @returns the new ones only.
 */
async function insertLanes<E>(tx: Queries, events: readonly NewEvent<E>[], owner: number | null) {
  return tx.rows<{ account: string; chat: string; epoch: number }>(
    `insert into lanes (account, chat, owner, epoch)
     select account, chat, $3::bigint, nextval('lane_epochs')
     from (select distinct account, chat from unnest($1::text[], $2::text[]) as c (account, chat)
       order by account, chat) as chats
     on conflict (account, chat) do update set owner = lanes.owner where false
     returning account, chat, epoch`,
    [events.map(({ account }) => account), events.map(({ chat }) => chat), owner],
  );
}

async function insertRows<E>(tx: Queries, events: readonly NewEvent<E>[]) {
  const inserted = await tx.rows<{ id: number; account: string; webhookEventId: string }>(
    `insert into inbox (account, chat, webhook_event_id, message_id, body, received_at)
     select account, chat, event_id, message_id, body, at
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[])
       with ordinality as e (account, chat, event_id, message_id, body, at, place)
     order by place
     returning id, account, webhook_event_id as "webhookEventId"`,
    [
      events.map(({ account }) => account),
      events.map(({ chat }) => chat),
      events.map(({ webhookEventId }) => webhookEventId),
      events.map(({ messageId }) => messageId),
      events.map(({ event }) => JSON.stringify(event)),
      events.map(({ receivedAt }) => receivedAt),
    ],
  );
  const ids = new Map(inserted.map((row) => [keyOf(row), row.id]));
  return events.map((event) => ({ id: ids.get(keyOf(event)) ?? 0, event }));
}
