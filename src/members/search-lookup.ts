/** Looks profiles up by lineId through the platform's search. */
import type { LoyaltyClient } from "../loyalty/client.ts";
import { LoyaltyError } from "../loyalty/errors.ts";
import { readMatching } from "../loyalty/read-list.ts";
import type { FindProfiles } from "./member-cache.ts";

/**
 * The search may match more: all pages are read, and only profiles with exactly this lineId are returned.
 * The function throws a `LoyaltyError` when the platform fails or the result can't be read to its end.
 */
export function createSearchLookup(loyalty: Pick<LoyaltyClient, "getProfile">): FindProfiles {
  return async (lineId, signal) => {
    const { rows, isComplete } = await readMatching(
      loyalty.getProfile,
      { search: lineId },
      {
        operation: "getProfile",
        owner: ["lineId", lineId],
        isWanted: (profile) => profile.lineId === lineId,
        signal,
      },
    );
    if (isComplete) return rows;
    throw new LoyaltyError(
      "UNEXPECTED_ANSWER",
      "the search for one lineId has too many pages, or they change too often, to be read to their end",
      { operation: "getProfile" },
    );
  };
}
