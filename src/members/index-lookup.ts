/** Finds who has a LINE user id by an index of our own, where the platform's search doesn't match it. */
import type { Clock } from "../clock.ts";
import type { LoyaltyClient } from "../loyalty/client.ts";
import type { MemberProfile } from "../loyalty/contract.ts";
import { LoyaltyError } from "../loyalty/errors.ts";
import { pageSize } from "../loyalty/paginate.ts";
import { hashed, type Log } from "../observability/log.ts";
import type { MemberIndex, IndexEntry } from "../store/member-index.ts";
import { startProfileCrawler } from "./profile-crawler.ts";
import type { FindProfiles } from "./member-cache.ts";

/** Profiles move to other pages as new ones come: those beside are looked at, too. */
const nearby = [0, 1, -1, 2];

/**
 * Keeps the index until it is disposed of. It only says where to look: what the platform tells of a
 * profile now decides whose it is.
 * @param platform whose profiles these are; those of another one make another index.
 */
export async function startIndexLookup(options: {
  loyalty: Pick<LoyaltyClient, "getProfile">;
  index: MemberIndex;
  platform: string;
  clock: Clock;
  log: Log;
}): Promise<AsyncDisposable & { find: FindProfiles }> {
  const { loyalty, index } = options;
  const walk = await startProfileCrawler({ ...options, platform: hashed(options.platform) });
  /** Whether the platform's search matches a profile's uuid; null = not known yet. */
  let matchesUuid: boolean | null = null;

  /** A profile as it is now; null = it's gone. */
  async function profileOf(
    { uuid, page }: Pick<IndexEntry, "uuid" | "page">,
    signal: AbortSignal,
  ): Promise<MemberProfile | null> {
    if (matchesUuid !== false) {
      const answer = await loyalty.getProfile({ size: pageSize, search: uuid }, { signal });
      const found = answer.data.find((profile) => profile.uuid === uuid);
      if (found && answer.pagination.total === 1) matchesUuid = true;
      if (found) return found;
      if (matchesUuid && answer.data.length === 0) return null;
    }
    for (const at of nearby.map((step) => page + step).filter((number) => number > 0)) {
      const { data } = await loyalty.getProfile({ page: at, size: pageSize }, { signal });
      const found = data.find((profile) => profile.uuid === uuid);
      if (!found) continue;
      matchesUuid = false;
      return found;
    }
    walk.speedUp();
    throw untold("a profile isn't where the last walk saw it");
  }

  async function find(lineId: string, signal: AbortSignal): Promise<MemberProfile[]> {
    // One profile found in half an index may not be the only one.
    if (!walk.isComplete()) throw untold("the first walk through the members isn't over");
    const hits = new Map<string, MemberProfile>();
    for (const sighting of await index.of(hashed(lineId))) {
      const profile = await profileOf(sighting, signal);
      if (profile?.lineId === lineId) hits.set(profile.uuid, profile);
    }
    if (hits.size === 0) {
      for (const profile of await within(signal, walk.newestPages())) {
        if (profile.lineId === lineId) hits.set(profile.uuid, profile);
      }
    }
    if (hits.size === 0) walk.speedUp();
    return [...hits.values()];
  }

  return { find, [Symbol.asyncDispose]: () => walk[Symbol.asyncDispose]() };
}

const untold = (reason: string) =>
  new LoyaltyError("UNAVAILABLE", reason, { operation: "getProfile" });

/** Waits for something that others wait for, too, until one's own time is up. */
async function within<Value>(signal: AbortSignal, shared: Promise<Value>): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(untold("the time for one lookup is over"));
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([shared, promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
