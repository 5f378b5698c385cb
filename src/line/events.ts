/** What LINE's webhook brings, read tolerantly: what we don't know is kept or ignored, never refused. */
import { z } from "zod";

const source = z.object({
  type: z.string(),
  userId: z.string().optional(),
  groupId: z.string().optional(),
  roomId: z.string().optional(),
});

const mentionee = z.object({
  type: z.string(),
  index: z.number(),
  length: z.number(),
  userId: z.string().optional(),
  isSelf: z.boolean().optional(),
});

/** A LINE emoji: the text has a name such as `(hello)` in its place. */
const emoji = z.object({ index: z.number(), length: z.number() });

const message = z.object({
  id: z.string(),
  type: z.string(),
  text: z.string().optional(),
  emojis: z.array(emoji).optional(),
  mention: z.object({ mentionees: z.array(mentionee) }).optional(),
});

const lineEvent = z.object({
  type: z.string(),
  webhookEventId: z.string().min(1).max(100),
  timestamp: z.number(),
  mode: z.string().optional(),
  deliveryContext: z.object({ isRedelivery: z.boolean().optional() }).optional(),
  source: source.optional(),
  replyToken: z.string().optional(),
  message: message.optional(),
  postback: z.object({ data: z.string() }).optional(),
  follow: z.object({ isUnblocked: z.boolean().optional() }).optional(),
  unsend: z.object({ messageId: z.string() }).optional(),
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
    // The item itself is kept, with all that LINE may have added to it.
    return lineEvent.safeParse(item).success ? [item as LineEvent] : [];
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
