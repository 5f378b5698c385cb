/** Checks that the platform's search finds a member by LINE user id, on which every lookup relies. */
import type { LoyaltyClient } from "../../loyalty/client.ts";
import type { MemberProfile } from "../../loyalty/contract.ts";
import { pageSize, readList } from "../../loyalty/paginate.ts";
import { fault, hint, ok, type Finding } from "./check.ts";

const maxPages = 5;

const meaning = "members who are linked would be told to join";
const index = "set MEMBER_LOOKUP=index: the bot then keeps an index of LINE user ids of its own";

/** Searches for a linked profile by its LINE user id. @param hasIndex whether the bot uses its own index instead of the search. */
export async function checkLineIdSearch(
  loyalty: LoyaltyClient,
  hasIndex: boolean,
): Promise<Finding> {
  const lineId = await firstLinked(loyalty);
  if (lineId === null) {
    return hint(
      `can't be told: no linked member among the first ${pageSize * maxPages}`,
      "link a member's LINE account and run this again",
    );
  }
  const { total: all } = (await loyalty.getProfile({ size: 1, page: 1 })).pagination;
  const searched = await loyalty.getProfile({ search: lineId, size: pageSize, page: 1 });
  const { data, pagination } = searched;
  const isFound = data.some((profile) => profile.lineId === lineId);
  // A platform that ignores the search returns all profiles.
  const isIgnored = all > 1 && pagination.total >= all;
  if (isFound && !isIgnored) {
    return ok("finds a linked member");
  }
  const tells = isIgnored
    ? "is ignored: everybody comes back, and the bot would have to read every page"
    : `finds nobody: ${meaning}`;
  return hasIndex ? ok(`${tells}; MEMBER_LOOKUP=index does without it`) : fault(tells, index);
}

const isLinked = ({ lineId }: MemberProfile) => lineId !== "";

async function firstLinked(loyalty: LoyaltyClient): Promise<string | null> {
  const { rows } = await readList(
    loyalty.getProfile,
    {},
    { maxPages, enough: (read) => read.some(isLinked) },
  );
  return rows.find(isLinked)?.lineId ?? null;
}
