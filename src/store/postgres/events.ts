/** Reads stored events of the inbox, and the next ones of a lane. */
import type { StoredEvent } from "../inbox.ts";
import type { Queries } from "../database.ts";

export const eventColumns = `id, account, chat, webhook_event_id as "webhookEventId", body,
  received_at as "receivedAt", attempts, decided as "savedReply"`;

export type EventRow = Omit<StoredEvent, "event" | "isRecovered"> & {
  webhookEventId: string;
  body: string;
};

/** The body was an `E` when it was inserted. */
export function eventOf<E>(row: EventRow): StoredEvent<E> {
  const { id, account, chat, receivedAt, attempts, savedReply } = row;
  const event = JSON.parse(row.body) as E;
  return { id, account, chat, event, receivedAt, attempts, savedReply };
}

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
): Promise<EventRow[]> =>
  tx.rows<EventRow>(
    `with next_events as (
       select e.* from unnest($1::text[], $2::text[]) as lane (account, chat)
       cross join lateral (
         select ${eventColumns} from inbox
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
