/** Who a LINE user is on the platform, looked up once for however many ask and kept for a while. */
import { LRUCache } from "lru-cache";
import type { Clock } from "../clock.ts";
import { deadline } from "../clock.ts";
import type { MemberProfile } from "../loyalty/contract.ts";
import type { Language } from "../config/environment-schema.ts";
import type { SerializedMessages } from "../line/messages/prepare-reply.ts";

/**
 * What a lookup found. Only `member` may be shown anything: `unknown` has no profile with this lineId,
 * `ambiguous` several, `inactive` one that is out of service.
 */
export type MemberLookup =
  | { kind: "member"; profile: MemberProfile; replies: RenderedReply[] }
  | { kind: "unknown" }
  | { kind: "ambiguous" }
  | { kind: "inactive" };

/** A reply that was made for a profile, and all else that it depends on. */
export interface RenderedReply {
  intent: string;
  page: number;
  language: Language;
  wordsVersion: string;
  reply: SerializedMessages;
}

/**
 * Every profile with exactly this lineId, as the platform tells of it now.
 * Throws a `ConnectError` when that can't be told.
 */
export type FindProfiles = (lineId: string, signal: AbortSignal) => Promise<MemberProfile[]>;

/** A member as the platform last told of them. */
export interface LastKnown {
  profile: MemberProfile;
  /** Milliseconds since 1970. */
  at: number;
}

export interface MemberCache {
  /** @throws {ConnectError} when the platform can't tell within the time budget. */
  lookup(lineId: string): Promise<MemberLookup>;
  /** What the last lookup told within a day; null when it told of anything but one active member. */
  lastKnown(lineId: string): LastKnown | null;
  /** What a lookup would be answered with at once; null where it would have to be asked. */
  cached(lineId: string): MemberLookup | null;
  /** Drops what is kept about a member, so that the next lookup asks the platform. */
  forget(lineId: string): void;
  /** The same, where only the platform's id is known. */
  forgetProfile(uuid: string): void;
}

/** One budget for a lookup with its retries and pages. */
const budgetMs = 8000;
const unknownTtlMs = 10_000;
const lastKnownTtlMs = 24 * 60 * 60_000;

export function createMemberCache(options: {
  find: FindProfiles;
  clock: Clock;
  size: number;
  ttlMs: number;
}): MemberCache {
  const { find, clock, size, ttlMs } = options;
  const timed = { max: size, ttlResolution: 0, perf: { now: () => clock.now() } };
  const last = new LRUCache<string, LastKnown>({ ...timed, ttl: lastKnownTtlMs });
  const cache = new LRUCache<string, MemberLookup>({
    ...timed,
    ttl: ttlMs,
    // Whoever waits for a lookup while its member is forgotten still gets it; it just isn't kept.
    ignoreFetchAbort: true,
    async fetchMethod(lineId, _stale, { options: entry }) {
      using budget = deadline(clock, budgetMs);
      const found = classify(await find(lineId, budget.signal));
      if (found.kind === "member") {
        last.set(lineId, { profile: found.profile, at: clock.now() });
      } else {
        last.delete(lineId);
        entry.ttl = Math.min(ttlMs, unknownTtlMs);
      }
      return found;
    },
  });
  return {
    lastKnown: (lineId) => last.get(lineId) ?? null,
    lookup: async (lineId) => cache.get(lineId) ?? cache.forceFetch(lineId),
    cached: (lineId) => cache.get(lineId) ?? null,
    forget: (lineId) => void cache.delete(lineId),
    forgetProfile(uuid) {
      for (const [lineId, found] of cache.entries()) {
        if (found.kind === "member" && found.profile.uuid === uuid) cache.delete(lineId);
      }
    },
  };
}

function classify(hits: MemberProfile[]): MemberLookup {
  const [profile, second] = hits;
  if (!profile) return { kind: "unknown" };
  if (second) return { kind: "ambiguous" };
  if (!profile.active) return { kind: "inactive" };
  return { kind: "member", profile, replies: [] };
}
