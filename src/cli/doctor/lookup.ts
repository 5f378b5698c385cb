/** Checks that the platform's search finds a member by LINE user id, on which every lookup relies. */
import type { LoyaltyClient } from "../../loyalty/client.ts";
import type { ApiVersion, MemberProfile } from "../../loyalty/contract.ts";
import { unreadableRows } from "../../loyalty/lenient-parse.ts";
import { fault, hint, ok, type Finding } from "./check.ts";

const maxPages = 25;

const meaning = "members who are linked would be told to join";
const index =
  "npm run cli -- doctor --learn, or set MEMBER_LOOKUP=index: the bot then keeps an index of LINE user ids of its own";

/** Searches for a linked profile by its LINE user id. @param hasIndex whether the bot uses its own index instead of the search. */
export async function checkLineIdSearch(
  loyalty: LoyaltyClient,
  hasIndex: boolean,
): Promise<Finding> {
  const outcome = await searchByLineId(loyalty);
  switch (outcome) {
    case "nobody linked":
      return hint(
        `can't be told: no linked member on the first ${maxPages} pages`,
        "link a member's LINE account and run this again",
      );
    case "found":
      return ok("finds a linked member");
    case "ignored":
    case "not found": {
      const tells =
        outcome === "ignored"
          ? "is ignored: everybody comes back, and the bot would have to read every page"
          : `finds nobody: ${meaning}`;
      return hasIndex ? ok(`${tells}; MEMBER_LOOKUP=index does without it`) : fault(tells, index);
    }
  }
}

/**
 * `ignored`: the search returns all profiles.
 * @param api the group at whose address Get Profile is called; undefined = the configured address.
 */
export async function searchByLineId(
  loyalty: LoyaltyClient,
  api?: ApiVersion,
): Promise<"found" | "not found" | "ignored" | "nobody linked"> {
  const lineId = await firstLinked(loyalty, api);
  if (lineId === null) return "nobody linked";
  const { total: all } = (await loyalty.getProfile({ page: 1 }, { api })).pagination;
  const { pagination } = await loyalty.getProfile({ search: lineId, page: 1 }, { api });
  if (all > 1 && pagination.total >= all) return "ignored";
  const found = await firstWhere(loyalty, { search: lineId }, api, (row) => row.lineId === lineId);
  return found ? "found" : "not found";
}

const firstLinked = async (loyalty: LoyaltyClient, api: ApiVersion | undefined) =>
  (await firstWhere(loyalty, {}, api, ({ lineId }) => lineId !== ""))?.lineId ?? null;

/** The first profile that matches. No size is asked for, since which sizes are taken may not be known. */
async function firstWhere(
  loyalty: LoyaltyClient,
  query: { search?: string },
  api: ApiVersion | undefined,
  matches: (profile: MemberProfile) => boolean,
): Promise<MemberProfile | null> {
  for (let page = 1; page <= maxPages; page += 1) {
    const profiles = await loyalty.getProfile({ ...query, page }, { api });
    const found = profiles.data.find(matches);
    if (found) return found;
    if (profiles.data.length + unreadableRows(profiles).length === 0) break;
  }
  return null;
}
