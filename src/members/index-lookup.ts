/** Looks profiles up by lineId through the local member index, for platforms whose search doesn't match lineIds. */
import { unlessAborted, type Clock } from "../clock.ts";
import type { LoyaltyClient } from "../loyalty/client.ts";
import type { Input, MemberProfile } from "../loyalty/contract.ts";
import { LoyaltyError } from "../loyalty/errors.ts";
import { pageSize } from "../loyalty/read-list.ts";
import { hashId } from "../store/hash-id.ts";
import type { Log } from "../observability/log.ts";
import type { Leadership } from "../store/coordination.ts";
import type { MemberIndex, IndexEntry } from "../store/member-index.ts";
import { type ProfileCrawler, requireOwnReadable, startProfileCrawler } from "./profile-crawler.ts";
import type { FindProfiles } from "./member-cache.ts";

/** Offsets of the pages to read, in this order: profiles shift to nearby pages as new ones are added. */
const pageOffsets = [0, 1, -1, 2];

/**
 * Starts the crawler that maintains the index; it runs until disposed of. The index only says where to
 * look: the profile is always read from the platform, and its current lineId decides.
 * @param platform identifies the platform; each one has an index of its own.
 */
export async function startIndexLookup(options: {
  loyalty: Pick<LoyaltyClient, "getProfile">;
  index: MemberIndex;
  leadership: Leadership;
  platform: string;
  clock: Clock;
  log: Log;
}): Promise<AsyncDisposable & Pick<ProfileCrawler, "onNewProfiles"> & { find: FindProfiles }> {
  const { loyalty, index } = options;
  const crawler = await startProfileCrawler({ ...options, platform: hashId(options.platform) });
  const readProfile = createProfileReader(loyalty, () => crawler.speedUp());

  async function find(lineId: string, signal: AbortSignal): Promise<MemberProfile[]> {
    // An incomplete index may hold only one of several profiles with this lineId.
    if (!(await crawler.isComplete())) throw unavailable("the first profile crawl isn't finished");
    const hits = new Map<string, MemberProfile>();
    for (const entry of await index.find(hashId(lineId))) {
      const profile = await readProfile(entry, lineId, signal);
      if (profile?.lineId === lineId) hits.set(profile.uuid, profile);
    }
    if (hits.size === 0) {
      for (const page of await unlessAborted(signal, crawler.newestPages(), isLate)) {
        for (const profile of requireOwnReadable(page, lineId).data) {
          if (profile.lineId === lineId) hits.set(profile.uuid, profile);
        }
      }
    }
    if (hits.size === 0) crawler.speedUp();
    return [...hits.values()];
  }

  return {
    find,
    onNewProfiles: (listener) => crawler.onNewProfiles(listener),
    [Symbol.asyncDispose]: () => crawler[Symbol.asyncDispose](),
  };
}

/** @param onMissing is called when a profile can't be found where the index has it. */
function createProfileReader(
  loyalty: Pick<LoyaltyClient, "getProfile">,
  onMissing: () => void,
): (
  entry: Pick<IndexEntry, "uuid" | "page">,
  lineId: string,
  signal: AbortSignal,
) => Promise<MemberProfile | null> {
  /** Whether the platform's search matches uuids; null = not known yet. */
  let matchesUuid: boolean | null = null;

  /**
   * Reads a profile from the platform: by uuid if the search matches it, else from the pages near its last one.
   * @returns null when it no longer exists.
   * @throws {LoyaltyError} `UNAVAILABLE` when it isn't on the pages read, `UNEXPECTED_ANSWER` when one of this
   * lineId is, but can't be read.
   */
  return async function readProfile({ uuid, page }, lineId, signal) {
    const isRequested = (profile: MemberProfile) => profile.uuid === uuid;
    const read = async (query: Input<"getProfile">) =>
      requireOwnReadable(
        await loyalty.getProfile({ ...query, size: pageSize }, { signal }),
        lineId,
      );
    if (matchesUuid !== false) {
      const answer = await read({ search: uuid });
      const found = answer.data.find(isRequested);
      if (found && answer.pagination.total === 1) matchesUuid = true;
      if (found) return found;
      if (matchesUuid && answer.data.length === 0) return null;
    }
    const pages = pageOffsets.map((offset) => page + offset).filter((number) => number > 0);
    for (const candidate of pages) {
      const { data } = await read({ page: candidate });
      const found = data.find(isRequested);
      if (!found) continue;
      matchesUuid = false;
      return found;
    }
    onMissing();
    throw unavailable("a profile isn't on the pages near its last known one");
  };
}

const isLate = () => unavailable("the lookup exceeded its time limit");
const unavailable = (reason: string) =>
  new LoyaltyError("UNAVAILABLE", reason, { operation: "getProfile" });
