/** Reads stored events of the inbox, and the next ones of a lane. */
import type { StoredEvent } from "../inbox.ts";
import type { Queries } from "./database.ts";

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

/** The oldest open events of each chat, in order. Lock the lanes before, so that no insert is missed. */
export const nextEvents = (
  tx: Queries,
  chats: readonly { account: string; chat: string }[],
): Promise<EventRow[]> =>
  tx.rows<EventRow>(
    `select e.* from unnest($1::text[], $2::text[]) as lane (account, chat)
     cross join lateral (
       select ${eventColumns} from inbox
       where inbox.account = lane.account and inbox.chat = lane.chat and state = 'open'
       order by id limit ${maxNext}
     ) e order by e.id`,
    [chats.map(({ account }) => account), chats.map(({ chat }) => chat)],
  );

/** Deletes lanes without open events; their rows have to be locked. */
export async function deleteLanes(tx: Queries, epochs: readonly number[]): Promise<void> {
  if (epochs.length > 0)
    await tx.run("delete from lanes where epoch = any($1::bigint[])", [epochs]);
}
