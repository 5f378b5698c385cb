/** Caches which member a lineId belongs to; concurrent lookups of one lineId share one call. */
import { LRUCache } from "lru-cache";
import { type Clock, deadline } from "../clock.ts";
import type { MemberProfile } from "../loyalty/contract.ts";
import type { Changes } from "../store/coordination.ts";

/**
 * The result of a lookup. Member data is shown to `member` only: `unknown` has no profile with this lineId,
 * `ambiguous` has several, `inactive` has one that is deactivated. A new lookup of the same member is a new object.
 */
export type MemberLookup =
  | { kind: "member"; profile: MemberProfile }
  | { kind: "unknown" }
  | { kind: "ambiguous" }
  | { kind: "inactive" };

/**
 * Finds every profile with exactly this lineId on the platform.
 * Throws a `LoyaltyError` when the platform fails.
 */
export type FindProfiles = (lineId: string, signal: AbortSignal) => Promise<MemberProfile[]>;

/** A member's profile as last read from the platform. */
export interface LastKnown {
  profile: MemberProfile;
  /** Milliseconds since 1970. */
  at: number;
}

export interface MemberCache {
  /**
   * The cached result, else the platform's.
   * @throws {LoyaltyError} when the platform fails or takes longer than 8 seconds.
   */
  lookup(lineId: string): Promise<MemberLookup>;
  /** The profile of the last successful lookup within a day; null when that found anything but one active member. */
  lastKnown(lineId: string): LastKnown | null;
  /** The cached result; null = a lookup would call the platform. */
  cached(lineId: string): MemberLookup | null;
  /** Drops the cached result, so that the next lookup calls the platform. */
  forget(lineId: string): void;
  /** Drops all cached results, such as after the clock was set. */
  clear(): void;
  /** Drops a member whose data was written, in every replica. @param member `lineId`: empty = not known. */
  invalidate(member: { memberUuid: string; lineId: string }): void;
  /** Drops members whose data another replica has written. `isErased`: what was last known of them, too. */
  drop(members: {
    lineIds: readonly string[];
    memberUuids: readonly string[];
    isErased: boolean;
  }): void;
}

/** Time limit for one lookup, retries and pages included. */
const budgetMs = 8000;
const unknownTtlMs = 10_000;
const lastKnownTtlMs = 24 * 60 * 60_000;

/** @param options `size` in members, `ttlMs` for active members; other results are cached for 10 seconds at most. */
export function createMemberCache(options: {
  find: FindProfiles;
  clock: Clock;
  size: number;
  ttlMs: number;
  changes: Pick<Changes, "announce">;
}): MemberCache {
  const { find, clock, size, ttlMs, changes } = options;
  const cacheOptions = { max: size, ttlResolution: 0, perf: { now: () => clock.monotonic() } };
  const lastProfiles = new LRUCache<string, LastKnown>({ ...cacheOptions, ttl: lastKnownTtlMs });
  /** How often members were dropped by uuid. */
  let drops = 0;
  /** How often members were erased. */
  let erasures = 0;
  const cache = new LRUCache<string, MemberLookup>({
    ...cacheOptions,
    ttl: ttlMs,
    // A lookup that is forgotten while pending still resolves for its callers; it just isn't cached.
    ignoreFetchAbort: true,
    async fetchMethod(lineId, _stale, { options: fetchOptions, signal: forgotten }) {
      using budget = deadline(clock, budgetMs);
      const before = { drops, erasures };
      const found = classify(await find(lineId, budget.signal));
      if (found.kind === "member") {
        // A lookup that was forgotten may end after a newer one.
        if (!forgotten.aborted) {
          lastProfiles.set(lineId, { profile: found.profile, at: clock.now() });
        }
      } else {
        lastProfiles.delete(lineId);
        fetchOptions.ttl = Math.min(ttlMs, unknownTtlMs);
      }
      // Whose lookup is pending isn't known before it ends: it may be the member who was written or erased meanwhile.
      if (drops > before.drops) cache.delete(lineId);
      if (erasures > before.erasures) lastProfiles.delete(lineId);
      return found;
    },
  });
  const drop: MemberCache["drop"] = ({ lineIds, memberUuids, isErased }) => {
    for (const lineId of lineIds) cache.delete(lineId);
    if (memberUuids.length > 0) {
      drops += 1;
      for (const [lineId, found] of cache.entries()) {
        if (found.kind === "member" && memberUuids.includes(found.profile.uuid)) {
          cache.delete(lineId);
        }
      }
    }
    if (!isErased) return;
    erasures += 1;
    for (const [lineId, { profile }] of lastProfiles.entries()) {
      if (lineIds.includes(lineId) || memberUuids.includes(profile.uuid)) {
        lastProfiles.delete(lineId);
      }
    }
  };
  return {
    lastKnown: (lineId) => lastProfiles.get(lineId) ?? null,
    lookup: async (lineId) => cache.get(lineId) ?? cache.forceFetch(lineId),
    cached: (lineId) => cache.get(lineId) ?? null,
    forget: (lineId) => void cache.delete(lineId),
    clear: () => cache.clear(),
    drop,
    invalidate({ memberUuid, lineId }) {
      const written = {
        lineIds: lineId === "" ? [] : [lineId],
        memberUuids: [memberUuid],
        isErased: false,
      };
      drop(written);
      void changes.announce({ kind: "member", ...written });
    },
  };
}

function classify(hits: MemberProfile[]): MemberLookup {
  const [profile, second] = hits;
  if (!profile) return { kind: "unknown" };
  if (second) return { kind: "ambiguous" };
  if (!profile.active) return { kind: "inactive" };
  return { kind: "member", profile };
}
