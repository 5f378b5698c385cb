/** Reads pages of the platform's profiles for the member index; of profiles that can't be parsed, only whose they are. */
import { deadline, type Clock } from "../clock.ts";
import type { LoyaltyClient } from "../loyalty/client.ts";
import type { MemberProfile, Page } from "../loyalty/contract.ts";
import { textIn, unknownRows, unreadableRows } from "../loyalty/lenient-parse.ts";
import { pageSize } from "../loyalty/read-list.ts";
import { hashId } from "../store/hash-id.ts";
import type { IndexEntry } from "../store/member-index.ts";

/** Pause between two pages: at most five a second, so that members' requests have priority. */
export const pageIntervalMs = 200;
/** Time limit for one page, retries included. */
const budgetMs = 8000;

export interface ProfilePages {
  /** Reads one page. Throws a `LoyaltyError` when it can't be read. */
  read(page: number): Promise<Page<MemberProfile>>;
  /** The same for the crawl: fails where no profile can be read, since the cause isn't a single invalid one then. */
  readForCrawl(page: number): Promise<Page<MemberProfile>>;
}

export function createProfilePages(options: {
  loyalty: Pick<LoyaltyClient, "getProfile">;
  clock: Clock;
  stopping: AbortSignal;
}): ProfilePages {
  const { loyalty, clock, stopping } = options;

  async function read(page: number): Promise<Page<MemberProfile>> {
    using budget = deadline(clock, budgetMs);
    const signal = AbortSignal.any([budget.signal, stopping]);
    return await loyalty.getProfile({ page, size: pageSize }, { signal });
  }

  async function readForCrawl(page: number) {
    const found = await read(page);
    if (unreadableRows(found).length > 0 && found.data.length === 0) {
      throw unknownRows("getProfile", found);
    }
    return found;
  }

  return { read, readForCrawl };
}

/** The index entries of a page's profiles that have a lineId; a profile that can't be read is somebody's, too. */
export function indexEntriesOf(page: number, found: Page<MemberProfile>): IndexEntry[] {
  const unreadable = unreadableRows(found).map((row) => ({
    lineId: textIn(row, "lineId") ?? "",
    uuid: textIn(row, "uuid") ?? "",
  }));
  return [...found.data, ...unreadable]
    .filter(({ lineId, uuid }) => lineId !== "" && uuid !== "")
    .map(({ lineId, uuid }) => ({ hash: hashId(lineId), uuid, page }));
}

/** @returns the page. @throws {LoyaltyError} when a profile on it has this lineId and can't be read. */
export function requireOwnReadable(page: Page<MemberProfile>, lineId: string): Page<MemberProfile> {
  const isOwn = (row: unknown) => textIn(row, "lineId") === lineId;
  if (unreadableRows(page).some(isOwn)) throw unknownRows("getProfile", page);
  return page;
}
