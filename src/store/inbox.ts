/** The store port for the inbox: accepted events until they are processed, and parked events; and what is read of them alike on both databases. */
import type { Flag, Queries } from "./database.ts";
import type { StateChange } from "./state-changes.ts";

/** An event as the webhook received it. @template E the parsed event. */
export interface ReceivedEvent<E = unknown> {
  webhookEventId: string;
  /** Events of one chat are processed in order. */
  chat: string;
  /** LINE's message id, by which an unsend event finds the content to delete; null for other events. */
  messageId: string | null;
  /** The event itself, stored as JSON. */
  event: E;
}

/** An accepted event that is not yet processed. */
export interface StoredEvent<E = unknown> {
  id: number;
  account: string;
  chat: string;
  event: E;
  /** When the webhook request arrived, in milliseconds since 1970. */
  receivedAt: number;
  /** Number of attempts, the current one included. */
  attempts: number;
  /** Whether it may have been in progress in a former process or another replica. */
  isRecovered?: boolean;
  /** The stored reply as a JSON array of messages; once set, the event is not handled again, only sent. */
  savedReply: string | null;
}

/** Why an event was parked for the operator. */
export type DeadLetterReason = "too late" | "failed" | "refused" | "unknown" | "restored";

export interface DeadLetter {
  id: number;
  account: string;
  receivedAt: number;
  attempts: number;
  reason: DeadLetterReason;
  /** Whether it can be retried: the text of parked events is purged after a time. */
  hasText: boolean;
}

/** A parked event with its content; `event` is null once that is purged. */
export interface DeadLetterContent<E = unknown> extends StoredEvent<E | null> {
  reason: DeadLetterReason;
}

/** Receives the events of an inbox that `insertNew` did not return. @template E the parsed event. */
export interface EventConsumer<E> {
  /** The events of one chat arrive in order. */
  accept(events: readonly StoredEvent<E>[]): void;
  /** How many more chats it has room for. */
  room(): number;
  /** Reading them failed; it is tried again. */
  failed(reason: unknown): void;
}

/** @template E the parsed event, read back as it was inserted. */
export interface Inbox<E = unknown> {
  /**
   * Stores new events and returns those that this process has to process now, in order, once they are on the
   * disk: all of them in a store with one owner; with replicas, those of chats that had nothing open. Events whose account and
   * `webhookEventId` were stored before are redeliveries, and ignored.
   * @param account the bot's own LINE user id.
   * @throws {StoreError} when nothing was stored.
   */
  insertNew(
    account: string,
    events: readonly ReceivedEvent<E>[],
    receivedAt: number,
  ): Promise<StoredEvent<E>[]>;
  /**
   * Hands the consumer what is unprocessed at the start, and from then on reopened events and those that other
   * replicas stored or left behind. Call it once, before the first insert.
   */
  start(consumer: EventConsumer<E>): Promise<void>;
  /** All unprocessed events, oldest first. */
  open(): Promise<StoredEvent<E>[]>;
  /**
   * Counts another attempt before it begins. `insertNew` counts the first one.
   * @returns the stored reply, also one whose `saveReply` failed only because its answer was lost.
   */
  recordAttempt(id: number): Promise<string | null>;
  /** Stores the reply and the state changes of an event in one transaction. */
  saveReply(event: StoredEvent<E>, messages: string, writes: readonly StateChange[]): Promise<void>;
  /**
   * Deletes a processed event; its id stays known. Written with the next commit: after a crash before
   * that, the reply is sent again, and LINE refuses it.
   */
  markProcessed(id: number): void;
  /** Parks an event for the operator. Written with the next commit, as `markProcessed` is. */
  park(id: number, reason: DeadLetterReason): void;
  /**
   * Call it before what can't be taken back, such as sending a reply.
   * @throws {StoreError} `fenced` when another replica has taken over the event, as far as this one knows;
   * `unavailable` while that can't be known.
   */
  assertHolding(id: number): void;
  /**
   * The same, asked of the store: what this process knows may be out of date, as after its machine was paused.
   * @throws {StoreError} as `assertHolding` does, or `unavailable` when the store can't be read.
   */
  assertOwner(id: number): Promise<void>;
  /** Lets an event go after a `fenced` error: another replica ends it. */
  abandon(id: number): void;
  /** Numbers of open and parked events. `oldestAt`: arrival of the oldest open event, in milliseconds since 1970, or null. */
  counts(): Promise<{ open: number; parked: number; oldestAt: number | null }>;
  /** All parked events, oldest first. */
  parked(): Promise<DeadLetter[]>;
  /**
   * Reopens a parked event as if it had just arrived; it is handed out within seconds. Its stored reply is dropped: who
   * wrote may have another role by now, and its notices may have gone out with a later reply.
   * @returns false if none has that id, or its text is purged.
   */
  retry(id: number): Promise<boolean>;
  /** Deletes a parked event without a reply. @returns false if none has that id. */
  drop(id: number): Promise<boolean>;
  /** A parked event, or null if none has that id. */
  get(id: number): Promise<DeadLetterContent<E> | null>;
}

export const eventColumns = `id, account, chat, body, received_at as "receivedAt", attempts,
  decided as "savedReply"`;
export type EventRow = Omit<StoredEvent, "event" | "isRecovered"> & { body: string };

/** The body was an `E` when it was inserted. */
export const eventOf = <E>({ body, ...row }: EventRow): StoredEvent<E> => ({
  ...row,
  event: JSON.parse(body) as E,
});

/** What doesn't depend on who works on an event. */
export const inboxOn = <E>(
  db: Queries,
): Pick<Inbox<E>, "open" | "counts" | "parked" | "drop" | "get"> => ({
  async open() {
    const sql = `select ${eventColumns} from inbox where state = 'open' order by id`;
    return (await db.rows<EventRow>(sql)).map((row) => eventOf<E>(row));
  },
  async counts() {
    const [counts] = await db.rows<Awaited<ReturnType<Inbox["counts"]>>>(
      `select count(*) filter (where state = 'open') as open,
         count(*) filter (where state <> 'open') as parked,
         min(received_at) filter (where state = 'open') as "oldestAt" from inbox`,
    );
    return counts ?? { open: 0, parked: 0, oldestAt: null };
  },
  async parked() {
    const rows = await db.rows<Omit<DeadLetter, "hasText"> & { hasText: Flag }>(
      `select id, account, received_at as "receivedAt", attempts, park_reason as reason,
         body <> '' as "hasText" from inbox where state = 'parked' order by id`,
    );
    return rows.map((row) => ({ ...row, hasText: Boolean(row.hasText) }));
  },
  drop: async (id) =>
    (await db.run("delete from inbox where id = $1 and state = 'parked'", [id])) > 0,
  async get(id) {
    const [row] = await db.rows<EventRow & Pick<DeadLetterContent, "reason">>(
      `select ${eventColumns}, park_reason as reason from inbox
       where state = 'parked' and id = $1`,
      [id],
    );
    if (!row) return null;
    const { body, ...parked } = row;
    return { ...parked, event: body === "" ? null : (JSON.parse(body) as E) };
  },
});
