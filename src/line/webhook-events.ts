/** What LINE's webhook brings, read tolerantly: what we don't know is kept or ignored, never refused. */
import { z } from "zod";

/** An optional part: left out where it isn't what we know of it, so that it never costs the event. */
const optional = <T extends z.ZodType>(part: T) => part.optional().catch(undefined);

/** A list without the entries that can't be read. */
const listOf = <T extends z.ZodType>(entry: T) =>
  z
    .array(entry.nullable().catch(null))
    .transform((entries) => entries.filter((item) => item !== null));

const place = z.int().nonnegative();

const source = z.looseObject({
  type: z.string(),
  userId: optional(z.string()),
  groupId: optional(z.string()),
  roomId: optional(z.string()),
});

/** Somebody called by name; without a place there is nothing to cut out of the text. */
const mentionee = z.looseObject({
  index: optional(place),
  length: optional(place),
  userId: optional(z.string()),
  isSelf: optional(z.boolean()),
});

/** A LINE emoji: the text has a name such as `(hello)` in its place. */
const emoji = z.looseObject({ index: place, length: place });

const message = z.looseObject({
  id: z.string(),
  type: z.string(),
  text: optional(z.string()),
  emojis: optional(listOf(emoji)),
  mention: optional(z.looseObject({ mentionees: listOf(mentionee) })),
});

const lineEvent = z.looseObject({
  type: z.string(),
  webhookEventId: z.string().min(1).max(100),
  timestamp: z.number(),
  mode: optional(z.string()),
  deliveryContext: optional(z.looseObject({ isRedelivery: optional(z.boolean()) })),
  source: optional(source),
  replyToken: optional(z.string()),
  message: optional(message),
  postback: optional(z.looseObject({ data: z.string() })),
  follow: optional(z.looseObject({ isUnblocked: optional(z.boolean()) })),
  unsend: optional(z.looseObject({ messageId: z.string() })),
});

/** One event. `type` decides which of `message`, `postback`, `follow`, `unsend` is there. */
export type LineEvent = z.infer<typeof lineEvent>;

const envelope = z.looseObject({
  destination: z.string().optional(),
  events: z.array(z.unknown()),
});

/** A webhook's body: the events that could be read, and how many could not. */
export interface Envelope {
  destination: string | undefined;
  events: LineEvent[];
  unreadable: number;
}

/**
 * Reads a webhook's body. An event that can't be read doesn't spoil its neighbours.
 * @throws {SyntaxError} when the body isn't JSON, {z.ZodError} when it isn't an envelope.
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

/** The chat that an event belongs to: events of one chat keep their order. */
export function chatOf(event: LineEvent): string {
  const { groupId, roomId, userId } = event.source ?? {};
  return groupId ?? roomId ?? userId ?? `event:${event.webhookEventId}`;
}
