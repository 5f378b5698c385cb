/** Validates the messages of a reply against LINE's limits and serialises them. Also exports the message types. */
import type { Message } from "./message-types.ts";
import * as rules from "./rule-builders.ts";
import { shownText, wellFormed } from "../../text/safe-text.ts";
import { checkFlexSize } from "./flex.ts";
import { anyMessage } from "./messages.ts";

export type * from "./message-types.ts";

/** A rule that a message breaks. Names the property and never contains its value. */
export interface Fault {
  /** Index of the message in the reply. */
  readonly message: number;
  /** JSON pointer within the message; empty for the message itself. */
  readonly property: string;
  readonly rule: string;
}

/** Validated messages, serialised once, so that a stored reply can be sent again unchanged. */
export interface SerializedMessages {
  /** The JSON array in UTF-8 between `before` and `after`. */
  wrap(before: string, after: string): Buffer;
  /** The messages as a JSON array. */
  readonly json: string;
  /** Number of messages, 0 to 5; LINE refuses 0. */
  readonly count: number;
  /** Why messages were replaced by plain text or left out; empty if all are valid. */
  readonly replaced: readonly Fault[];
}

export interface SerializeOptions {
  /** Allows http image addresses, which only the LINE emulator accepts. */
  readonly allowHttpImages?: boolean;
}

const maxMessages = 5;
/** The text that replaces an invalid message without a text of its own. */
const lastResort = "…";

/** In JSON: half of a surrogate pair, a control character, or what turns the direction of the text behind it. */
const unsafe = /\\u(?:00[01]|d[89a-f])|[\u007F-\u009F\u202A-\u202E\u2066-\u2069]/i;
/** The properties that people read; names in them may hold what would change the words around them. */
const shownKeys = new Set(["text", "altText", "label", "title", "displayText", "name"]);

/** A copy of a message whose texts LINE takes and shows as they are. */
const safeCopy = (json: string): unknown =>
  JSON.parse(json, (key, value: unknown) => {
    if (typeof value !== "string") return value;
    return shownKeys.has(key) ? shownText(value) : wellFormed(value);
  });

/** The message as JSON, made well-formed where it isn't, or the rules that it breaks. Never throws. */
function serializeMessage(
  message: unknown,
  options: SerializeOptions,
): string | rules.Walk["faults"] {
  const found = checkMessage(message, options);
  if (typeof found !== "string" || !unsafe.test(found)) return found;
  return checkMessage(safeCopy(found), options);
}

/** The message as JSON, or the rules that it breaks. Never throws. */
function checkMessage(message: unknown, options: SerializeOptions): string | rules.Walk["faults"] {
  const walk: rules.Walk = {
    allowHttpImages: options.allowHttpImages ?? false,
    faults: [],
    depth: 0,
    animatedImages: 0,
  };
  try {
    anyMessage(message, walk, { parent: null, key: "" });
    if (walk.faults.length > 0) return walk.faults;
    const json = JSON.stringify(message);
    const valid = message as Message;
    if (valid.type === "flex") checkFlexSize(valid, json, walk);
    return walk.faults.length > 0 ? walk.faults : json;
  } catch {
    return [{ property: "", rule: "can't be read" }];
  }
}

/** The plain text of a message: its text, alternative text or title; may be empty. */
function plainTextOf(
  message: Partial<Record<"type" | "text" | "altText" | "title", unknown>>,
): string {
  const { type, text, altText, title } = message;
  const words = [text, altText, title].find(
    (value): value is string => typeof value === "string" && value.trim() !== "",
  );
  return (type === "textV2" ? words?.replace(/([{}])\1/g, "$1") : words) ?? "";
}

/** A text message as JSON that replaces an invalid message; keeps its quick reply if that is valid. */
function plainTextMessage(message: unknown, options: SerializeOptions): string {
  let words = "";
  let quickReply: unknown;
  try {
    if (typeof message === "object" && message !== null) {
      words = plainTextOf(message);
      if ("quickReply" in message) ({ quickReply } = message);
    }
  } catch {
    // A getter or proxy threw: the message has no readable text.
  }
  const text = rules.truncated(shownText(words) || lastResort, 5000);
  const withButtons = serializeMessage({ type: "text", text, quickReply }, options);
  return typeof withButtons === "string" ? withButtons : JSON.stringify({ type: "text", text });
}

/**
 * Validates messages against LINE's limits and serialises them. An invalid message is replaced by its
 * plain text; messages after the fifth are left out. Never throws.
 */
export function serializeMessages(
  messages: readonly Message[],
  options: SerializeOptions = {},
): SerializedMessages {
  const replaced: Fault[] = [];
  const sent = messages.slice(0, maxMessages);
  if (messages.length === 0 || messages.length > maxMessages) {
    replaced.push({ message: sent.length, property: "", rule: "size must be between 1 and 5" });
  }
  const items = sent.map((message, i) => {
    const json = serializeMessage(message, options);
    if (typeof json === "string") return json;
    for (const found of json) replaced.push({ message: i, ...found });
    return plainTextMessage(message, options);
  });
  return serializedFrom(`[${items.join(",")}]`, items.length, replaced);
}

/** Wraps messages that are serialised already. @param json a JSON array of `count` valid messages. */
export const serializedFrom = (
  json: string,
  count: number,
  replaced: readonly Fault[] = [],
): SerializedMessages => ({
  json,
  count,
  replaced,
  wrap: (before, after) => Buffer.from(before + json + after),
});

/** The rules that one message breaks; `message` of each fault is 0. */
export function faultsOf(message: unknown, options: SerializeOptions = {}): Fault[] {
  const json = checkMessage(message, options);
  return typeof json === "string"
    ? []
    : json.map(({ property, rule }) => ({ message: 0, property, rule }));
}
