/** Parses the body of a LINE webhook. Unknown fields are kept; invalid optional fields are left out instead of rejecting the event. */

interface Source {
  type: string;
  userId?: string | undefined;
  groupId?: string | undefined;
  roomId?: string | undefined;
}

/** A mentioned user; `index` and `length` are absent if the mention isn't part of the text. In UTF-16 units. */
interface Mentionee {
  index?: number | undefined;
  length?: number | undefined;
  userId?: string | undefined;
  isSelf?: boolean | undefined;
}

interface EventMessage {
  id: string;
  type: string;
  text?: string | undefined;
  /** Where the content of an image is: kept by LINE (`line`), or at an address of the sender's (`external`). */
  contentProvider?: { type: string } | undefined;
  markAsReadToken?: string | undefined;
  /** LINE emoji: at each position, the text contains a name such as `(hello)`. */
  emojis?: { index: number; length: number }[] | undefined;
  mention?: { mentionees: Mentionee[] } | undefined;
}

/** One webhook event. `type` decides which of `message`, `postback`, `follow`, `unsend` is present. */
export interface LineEvent {
  type: string;
  webhookEventId: string;
  timestamp: number;
  mode?: string | undefined;
  deliveryContext?: { isRedelivery?: boolean | undefined } | undefined;
  source?: Source | undefined;
  replyToken?: string | undefined;
  message?: EventMessage | undefined;
  postback?: { data: string } | undefined;
  follow?: { isUnblocked?: boolean | undefined } | undefined;
  unsend?: { messageId: string } | undefined;
}

/** Whether a parsed value is what it must be; takes out of it what it may have, but not so. */
type Check = (value: unknown) => boolean;
type Checks = Readonly<Record<string, Check>>;

const isString: Check = (value) => typeof value === "string";
const isBoolean: Check = (value) => typeof value === "boolean";
const isTextIndex: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;

/**
 * An id of printable characters. Of others a database may refuse one (Postgres: U+0000), or store another than it was
 * given (half of a surrogate pair), so that the event would not be found again.
 */
const isId: Check = (value) => typeof value === "string" && /^\P{C}+$/u.test(value);

/**
 * An object with these fields. It stands in for a schema of zod's, which copies what it checks: that takes 10 % more CPU
 * for an event (2026-11-28).
 */
function objectOf(required: Checks, optional: Checks = {}): Check {
  const requiredChecks = Object.entries(required);
  const optionalChecks = Object.entries(optional);
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    const fields = value as Record<string, unknown>;
    for (const [key, isValid] of requiredChecks) if (!isValid(fields[key])) return false;
    for (const [key, isValid] of optionalChecks) {
      if (fields[key] !== undefined && !isValid(fields[key])) delete fields[key];
    }
    return true;
  };
}

/** A list; invalid entries are taken out. */
const listOf =
  (isValid: Check): Check =>
  (value) => {
    if (!Array.isArray(value)) return false;
    const valid = value.filter(isValid);
    value.length = 0;
    for (const entry of valid) value.push(entry);
    return true;
  };

const isEvent = objectOf(
  {
    type: isString,
    webhookEventId: (value) => isId(value) && String(value).length <= 100,
    timestamp: Number.isFinite,
  },
  {
    mode: isString,
    deliveryContext: objectOf({}, { isRedelivery: isBoolean }),
    source: objectOf({ type: isString }, { userId: isId, groupId: isId, roomId: isId }),
    replyToken: isString,
    message: objectOf(
      { id: isId, type: isString },
      {
        text: isString,
        contentProvider: objectOf({ type: isString }),
        markAsReadToken: isString,
        emojis: listOf(objectOf({ index: isTextIndex, length: isTextIndex })),
        mention: objectOf({
          mentionees: listOf(
            objectOf(
              {},
              { index: isTextIndex, length: isTextIndex, userId: isString, isSelf: isBoolean },
            ),
          ),
        }),
      },
    ),
    postback: objectOf({ data: isString }),
    follow: objectOf({}, { isUnblocked: isBoolean }),
    unsend: objectOf({ messageId: isId }),
  },
) as (value: unknown) => value is LineEvent;

const isEnvelope = objectOf({ events: Array.isArray }, { destination: isString }) as (
  value: unknown,
) => value is { destination?: string; events: unknown[] };

/** A parsed webhook body: the valid events, and the number of invalid ones. */
export interface Envelope {
  destination: string | undefined;
  events: LineEvent[];
  unreadable: number;
}

/**
 * Parses a webhook body. An invalid event is counted and skipped.
 * @throws {SyntaxError} when the body isn't JSON.
 * @throws {TypeError} when it has no list of events.
 */
export function parseEnvelope(body: Buffer): Envelope {
  const envelope: unknown = JSON.parse(body.toString("utf8"));
  if (!isEnvelope(envelope)) throw new TypeError("no list of events");
  const events = envelope.events.filter(isEvent);
  return {
    destination: envelope.destination,
    events,
    unreadable: envelope.events.length - events.length,
  };
}

/** The id of the event's group, room or user, by which events are ordered; unique to the event if it has none. */
export function chatOf(event: LineEvent): string {
  const { groupId, roomId, userId } = event.source ?? {};
  return groupId ?? roomId ?? userId ?? `event:${event.webhookEventId}`;
}
