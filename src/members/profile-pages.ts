/** Reads pages of the platform's profiles for the member index; leaves out profiles that can't be parsed. */
import { deadline, type Clock } from "../clock.ts";
import type { LoyaltyClient } from "../loyalty/client.ts";
import type { MemberProfile, Page } from "../loyalty/contract.ts";
import { unknownRows, unreadableRows } from "../loyalty/lenient-parse.ts";
import { pageSize } from "../loyalty/paginate.ts";
import { hashId } from "../store/hash-id.ts";
import type { IndexEntry } from "../store/member-index.ts";

/** Pause between two pages: at most five a second, so that members' requests have priority. */
export const pageIntervalMs = 200;
/** Time limit for one page, retries included. */
const budgetMs = 8000;

export interface ProfilePages {
  /** Reads one page. Throws a `LoyaltyError` when it can't be read. */
  read(page: number): Promise<Page<MemberProfile>>;
  /**
   * The same, but fails where no profile can be read, since the cause isn't a single invalid one then.
   * `lost` counts the profiles left out.
   */
  index(page: number): Promise<Page<MemberProfile> & { lost: number }>;
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

  async function index(page: number) {
    const found = await read(page);
    const lost = unreadableRows(found).length;
    if (lost > 0 && found.data.length === 0) throw unknownRows("getProfile", found);
    return { ...found, lost };
  }

  return { read, index };
}

/** The index entries of a page's profiles that have a lineId. */
export const indexEntriesOf = (page: number, { data }: Page<MemberProfile>): IndexEntry[] =>
  data
    .filter(({ lineId }) => lineId !== "")
    .map(({ lineId, uuid }) => ({ hash: hashId(lineId), uuid, page }));
