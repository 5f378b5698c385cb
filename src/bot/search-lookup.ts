/** Finds who has a LINE user id by the platform's search. */
import type { Connect } from "../connect/client.ts";
import type { MemberProfile } from "../connect/contract.ts";
import { ConnectError } from "../connect/errors.ts";
import type { FindProfiles } from "./members.ts";

const pageSize = 100;
const mostPages = 5;

/** The search is a hint: only an exactly equal lineId counts, over all pages. */
export function createSearchLookup(connect: Pick<Connect, "getProfile">): FindProfiles {
  return async (lineId, signal) => {
    const hits = new Map<string, MemberProfile>();
    for (let page = 1; page <= mostPages; page++) {
      const { pagination, data } = await connect.getProfile(
        { page, size: pageSize, search: lineId },
        { signal },
      );
      for (const profile of data) if (profile.lineId === lineId) hits.set(profile.uuid, profile);
      if (data.length === 0 || pagination.page * pagination.size >= pagination.total) {
        return [...hits.values()];
      }
    }
    throw new ConnectError(
      "UNEXPECTED_ANSWER",
      `the search for one lineId goes on after ${mostPages} pages`,
      { operation: "getProfile" },
    );
  };
}
