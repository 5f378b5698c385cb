/** The messages that the bot sends: their types, and the check that each passes before it leaves. */
import type { Message } from "./message-types.ts";
import { truncated, type Walk } from "./rule-builders.ts";
import { checkFlexSize } from "./flex.ts";
import { anyMessage } from "./messages.ts";

export type * from "./message-types.ts";

/** A rule that a message breaks. It names the property, never its value. */
export interface Fault {
  /** Index of the message among those sent together. */
  readonly message: number;
  /** JSON pointer inside that message; empty for the message itself. */
  readonly property: string;
  readonly rule: string;
}

/** Messages that LINE will take, serialised once: a reply can be kept and sent again as it is. */
export interface SerializedMessages {
  /** The messages as a JSON array in UTF-8, with what belongs around them. */
  wrap(before: string, after: string): Buffer;
  /** The messages as a JSON array. */
  readonly json: string;
  /** How many, 0 to 5; LINE refuses 0. */
  readonly count: number;
  /** Why messages were replaced by plain text or left out; empty when all were sound. */
  readonly replaced: readonly Fault[];
}

export interface SerializeOptions {
  /** Lets images come over http, which only an embedded LINE shows. */
  readonly allowHttpImages?: boolean;
  /** What stands for a broken message that has no text of its own. */
  readonly lastResort?: string;
}

const maxMessages = 5;
const lastResortText = "…";

/** The message as JSON if it is sound, else what is wrong with it. Never throws, whatever it is given. */
function serializeMessage(message: unknown, options: SerializeOptions): string | Walk["faults"] {
  const walk: Walk = {
    allowHttpImages: options.allowHttpImages ?? false,
    faults: [],
    depth: 0,
    animatedImages: 0,
  };
  try {
    anyMessage(message, walk, { parent: null, key: "" });
    if (walk.faults.length > 0) return walk.faults;
    const json = JSON.stringify(message);
    const sound = message as Message;
    if (sound.type === "flex") checkFlexSize(sound, json, walk);
    return walk.faults.length > 0 ? walk.faults : json;
  } catch {
    return [{ property: "", rule: "can't be read" }];
  }
}

/** What a message says in words, for where it can't be shown. */
function wordsOf(message: Partial<Record<"type" | "text" | "altText" | "title", unknown>>): string {
  const { type, text, altText, title } = message;
  const words = [text, altText, title].find(
    (value): value is string => typeof value === "string" && value.trim() !== "",
  );
  return (type === "textV2" ? words?.replace(/([{}])\1/g, "$1") : words) ?? "";
}

/** The plain text that takes a broken message's place; its quick reply stays if that is sound. */
function plain(message: unknown, options: SerializeOptions): string {
  let words = "";
  let quickReply: unknown;
  try {
    if (typeof message === "object" && message !== null) {
      words = wordsOf(message);
      if ("quickReply" in message) ({ quickReply } = message);
    }
  } catch {
    // A message that can't even be read has no words.
  }
  const text = truncated(words || options.lastResort || lastResortText, 5000);
  const withButtons = serializeMessage({ type: "text", text, quickReply }, options);
  return typeof withButtons === "string" ? withButtons : JSON.stringify({ type: "text", text });
}

/**
 * Checks messages against LINE's limits and serialises them. One that fails is replaced by its
 * plain text; more than five are cut to five. Never throws.
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
    return plain(message, options);
  });
  return serializedFrom(`[${items.join(",")}]`, items.length, replaced);
}

/** @param json an array of `count` messages that have been checked. */
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

/** Every rule of LINE's that one message breaks; `message` of each fault is 0. */
export function faultsOf(message: unknown, options: SerializeOptions = {}): Fault[] {
  const json = serializeMessage(message, options);
  return typeof json === "string"
    ? []
    : json.map(({ property, rule }) => ({ message: 0, property, rule }));
}
