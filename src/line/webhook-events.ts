/** Parses the body of a LINE webhook. Unknown fields are kept; invalid optional fields are left out instead of rejecting the event. */
import { z } from "zod";

/** An optional field; an invalid value reads as undefined. */
const optional = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

/** A list; invalid entries are dropped. */
const listOf = <T extends z.ZodType>(entry: T) =>
  z
    .array(entry.nullable().catch(null))
    .transform((entries) => entries.filter((item) => item !== null));

const textIndex = z.int().nonnegative();

/**
 * An id of printable characters. Of others a database may refuse one (Postgres: U+0000), or store another than it was
 * given (half of a surrogate pair), so that the event would not be found again.
 */
const id = z.string().regex(/^\P{C}+$/u);

const source = z.looseObject({
  type: z.string(),
  userId: optional(id),
  groupId: optional(id),
  roomId: optional(id),
});

/** A mentioned user; `index` and `length` are absent if the mention isn't part of the text. In UTF-16 units. */
const mentionee = z.looseObject({
  index: optional(textIndex),
  length: optional(textIndex),
  userId: optional(z.string()),
  isSelf: optional(z.boolean()),
});

/** A LINE emoji; the text contains a name such as `(hello)` at its position. */
const emoji = z.looseObject({ index: textIndex, length: textIndex });

const message = z.looseObject({
  id,
  type: z.string(),
  text: optional(z.string()),
  /** Where the content of an image is: kept by LINE (`line`), or at an address of the sender's (`external`). */
  contentProvider: optional(z.looseObject({ type: z.string() })),
  markAsReadToken: optional(z.string()),
  emojis: optional(listOf(emoji)),
  mention: optional(z.looseObject({ mentionees: listOf(mentionee) })),
});

const lineEvent = z.looseObject({
  type: z.string(),
  webhookEventId: id.max(100),
  timestamp: z.number(),
  mode: optional(z.string()),
  deliveryContext: optional(z.looseObject({ isRedelivery: optional(z.boolean()) })),
  source: optional(source),
  replyToken: optional(z.string()),
  message: optional(message),
  postback: optional(z.looseObject({ data: z.string() })),
  follow: optional(z.looseObject({ isUnblocked: optional(z.boolean()) })),
  unsend: optional(z.looseObject({ messageId: id })),
});

/** One webhook event. `type` decides which of `message`, `postback`, `follow`, `unsend` is present. */
export type LineEvent = z.infer<typeof lineEvent>;

const envelope = z.looseObject({
  destination: z.string().optional(),
  events: z.array(z.unknown()),
});

/** A parsed webhook body: the valid events, and the number of invalid ones. */
export interface Envelope {
  destination: string | undefined;
  events: LineEvent[];
  unreadable: number;
}

/**
 * Parses a webhook body. An invalid event is counted and skipped.
 * @throws {SyntaxError} when the body isn't JSON.
 * @throws {z.ZodError} when it has no list of events.
 */
export function parseEnvelope(body: Buffer): Envelope {
  const read = envelope.parse(JSON.parse(body.toString("utf8")));
  const events = read.events.flatMap((item) => {
    const { data } = lineEvent.safeParse(item);
    return data ? [data] : [];
  });
  return {
    destination: read.destination,
    events,
    unreadable: read.events.length - events.length,
  };
}

/** The id of the event's group, room or user, by which events are ordered; unique to the event if it has none. */
export function chatOf(event: LineEvent): string {
  const { groupId, roomId, userId } = event.source ?? {};
  return groupId ?? roomId ?? userId ?? `event:${event.webhookEventId}`;
}
