/** Reads pages of the platform's profiles for the member index; leaves out profiles that can't be parsed. */
import { deadline, pause, type Clock } from "../clock.ts";
import type { LoyaltyClient } from "../loyalty/client.ts";
import type { MemberProfile, Page } from "../loyalty/contract.ts";
import { LoyaltyError } from "../loyalty/errors.ts";
import { pageSize } from "../loyalty/paginate.ts";
import { hashId } from "../store/hash-id.ts";
import type { IndexEntry } from "../store/member-index.ts";

/** Pause between two pages: at most five a second, so that members' requests have priority. */
export const pageIntervalMs = 200;
/** Time limit for one page, retries included. */
const budgetMs = 8000;
const partsPerPage = 10;

export interface ProfilePages {
  /** Reads one page. Throws a `LoyaltyError` when it can't be read. */
  read(page: number): Promise<Page<MemberProfile>>;
  /**
   * The same, but a page that can't be parsed is read in smaller parts, down to single profiles, so that one
   * invalid profile doesn't keep the others out of the index. `lost` counts the profiles left out.
   */
  index(page: number): Promise<Page<MemberProfile> & { lost: number }>;
}

export function createProfilePages(options: {
  loyalty: Pick<LoyaltyClient, "getProfile">;
  clock: Clock;
  stopping: AbortSignal;
}): ProfilePages {
  const { loyalty, clock, stopping } = options;
  /** Whether the platform returns other page sizes than asked for: then parts don't add up to the page. */
  let sizesDiffer = false;

  async function read(page: number, size = pageSize): Promise<Page<MemberProfile>> {
    using budget = deadline(clock, budgetMs);
    const signal = AbortSignal.any([budget.signal, stopping]);
    const found = await loyalty.getProfile({ page, size }, { signal });
    const remaining = Math.max(0, found.pagination.total - (page - 1) * size);
    sizesDiffer ||= found.data.length !== Math.min(size, remaining);
    return found;
  }

  async function readOrSplit(
    page: number,
    size = pageSize,
  ): Promise<Page<MemberProfile> & { lost: number }> {
    try {
      return { ...(await read(page, size)), lost: 0 };
    } catch (error) {
      const isInvalid = error instanceof LoyaltyError && error.code === "UNEXPECTED_ANSWER";
      if (!isInvalid || sizesDiffer || size === 1) throw error;
      return readInParts(page, size, error);
    }
  }

  async function readInParts(page: number, size: number, failure: LoyaltyError) {
    const partSize = size / partsPerPage;
    const data: MemberProfile[] = [];
    let total: number | null = null;
    let lost = 0;
    for (let part = 1; part <= partsPerPage; part += 1) {
      await pause(clock, pageIntervalMs, stopping);
      try {
        const found = await readOrSplit((page - 1) * partsPerPage + part, partSize);
        data.push(...found.data);
        lost += found.lost;
        total = found.pagination.total;
      } catch (error) {
        if (!(error instanceof LoyaltyError) || error.code !== failure.code) throw error;
        lost += partSize;
      }
    }
    // No part can be parsed: the cause isn't a single invalid profile.
    if (total === null) throw failure;
    return { pagination: { total, page, size }, data, lost };
  }

  return { read: (page) => read(page), index: (page) => readOrSplit(page) };
}

/** The index entries of a page's profiles that have a lineId. */
export const indexEntriesOf = (page: number, { data }: Page<MemberProfile>): IndexEntry[] =>
  data
    .filter(({ lineId }) => lineId !== "")
    .map(({ lineId, uuid }) => ({ hash: hashId(lineId), uuid, page }));
