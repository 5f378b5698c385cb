/** Caches rendered replies with the member lookup that they were rendered from; they are dropped together. */
import type { Language } from "../config/environment-schema.ts";
import type { SerializedMessages } from "../line/messages/prepare-reply.ts";
import type { MemberLookup } from "../members/member-cache.ts";
import { createReplyTemplates } from "./reply-template.ts";

/** Everything that a cached reply depends on besides the profile. */
export interface ReplyKey {
  intent: string;
  page: number;
  /** The uuid of the card that was asked for; empty = none. */
  card: string;
  language: Language;
  /** Changes with any text of the message catalogues. */
  translationsVersion: string;
}

interface CachedReply extends ReplyKey {
  reply: SerializedMessages;
}

export interface ReplyCache {
  /** The reply that was rendered from this lookup; null = none. */
  find(lookup: MemberLookup, key: ReplyKey): SerializedMessages | null;
  /** Caches a reply for as long as its lookup is cached. */
  add(lookup: MemberLookup, key: ReplyKey, reply: SerializedMessages): void;
}

export function createReplyCache(): ReplyCache {
  const compact = createReplyTemplates();
  // By identity of the lookup: a new lookup of the same member starts without replies.
  const repliesOf = new WeakMap<MemberLookup, CachedReply[]>();
  return {
    find(lookup, key) {
      const cached = repliesOf.get(lookup)?.find((entry) => isSameKey(entry, key));
      return cached?.reply ?? null;
    },
    add(lookup, key, reply) {
      const entry = { ...key, reply: compact(reply) };
      const entries = repliesOf.get(lookup);
      if (entries) entries.push(entry);
      else repliesOf.set(lookup, [entry]);
    },
  };
}

const isSameKey = (one: ReplyKey, other: ReplyKey): boolean =>
  one.intent === other.intent &&
  one.page === other.page &&
  one.card === other.card &&
  one.language === other.language &&
  one.translationsVersion === other.translationsVersion;
