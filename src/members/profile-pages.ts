/** Reads pages of the platform's profiles for the index of members. */
import { deadline, pause, type Clock } from "../clock.ts";
import type { LoyaltyClient } from "../loyalty/client.ts";
import type { MemberProfile, Page } from "../loyalty/contract.ts";
import { LoyaltyError } from "../loyalty/errors.ts";
import { pageSize } from "../loyalty/paginate.ts";
import { hashed } from "../observability/log.ts";
import type { IndexEntry } from "../store/member-index.ts";

/** At most five pages a second: the platform is there for members first. */
export const everyMs = 200;
const budgetMs = 8000;
const piecesOfOne = 10;

export interface ProfilePages {
  /** A page as it is now. Throws a `ConnectError` when it can't be read. */
  read(page: number): Promise<Page<MemberProfile>>;
  /**
   * The same, slowly and piece by piece where the whole can't be understood: one odd profile keeps
   * no other out of the index. `lost` profiles stay out.
   */
  index(page: number): Promise<Page<MemberProfile> & { lost: number }>;
}

export function createProfilePages(options: {
  loyalty: Pick<LoyaltyClient, "getProfile">;
  clock: Clock;
  stopping: AbortSignal;
}): ProfilePages {
  const { loyalty, clock, stopping } = options;
  /** Whether the platform's pages are of other sizes than asked: then pieces don't make up a whole. */
  let sizesDiffer = false;

  async function read(page: number, size = pageSize): Promise<Page<MemberProfile>> {
    using budget = deadline(clock, budgetMs);
    const signal = AbortSignal.any([budget.signal, stopping]);
    const found = await loyalty.getProfile({ page, size }, { signal });
    const left = Math.max(0, found.pagination.total - (page - 1) * size);
    sizesDiffer ||= found.data.length !== Math.min(size, left);
    return found;
  }

  async function gather(
    page: number,
    size = pageSize,
  ): Promise<Page<MemberProfile> & { lost: number }> {
    try {
      return { ...(await read(page, size)), lost: 0 };
    } catch (error) {
      const isOdd = error instanceof LoyaltyError && error.code === "UNEXPECTED_ANSWER";
      if (!isOdd || sizesDiffer || size === 1) throw error;
      return inPieces(page, size, error);
    }
  }

  async function inPieces(page: number, size: number, failure: LoyaltyError) {
    const smaller = size / piecesOfOne;
    const data: MemberProfile[] = [];
    let total: number | null = null;
    let lost = 0;
    for (let piece = 1; piece <= piecesOfOne; piece += 1) {
      await pause(clock, everyMs, stopping);
      try {
        const found = await gather((page - 1) * piecesOfOne + piece, smaller);
        data.push(...found.data);
        lost += found.lost;
        total = found.pagination.total;
      } catch (error) {
        if (!(error instanceof LoyaltyError) || error.code !== failure.code) throw error;
        lost += smaller;
      }
    }
    // Nothing of it can be understood: that isn't about one profile.
    if (total === null) throw failure;
    return { pagination: { total, page, size }, data, lost };
  }

  return { read: (page) => read(page), index: (page) => gather(page) };
}

/** What the index keeps of a page. */
export const indexEntriesOf = (page: number, { data }: Page<MemberProfile>): IndexEntry[] =>
  data
    .filter(({ lineId }) => lineId !== "")
    .map(({ lineId, uuid }) => ({ hash: hashed(lineId), uuid, page }));
