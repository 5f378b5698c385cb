/** Whether the platform's search finds a member by LINE user id, on which every answer to a member stands. */
import type { Connect } from "../../connect/client.ts";
import { pages } from "../../connect/pages.ts";
import { fault, hint, ok, type Finding } from "./check.ts";

const size = 100;
const mostPages = 5;

const meaning = "members who are linked would be told to join";
const index = "set MEMBER_LOOKUP=index: the bot then keeps an index of LINE user ids of its own";

/** Takes a linked profile and looks it up. @param hasIndex whether the bot does without the search. */
export async function foundByLineId(connect: Connect, hasIndex: boolean): Promise<Finding> {
  const linked = await firstLinked(connect);
  if (linked === null) {
    return hint(
      `can't be told: no linked member among the first ${size * mostPages}`,
      "link a member's LINE account and run this again",
    );
  }
  const { lineId, all } = linked;
  const { data, pagination } = await connect.getProfile({ search: lineId, size, page: 1 });
  const isFound = data.some((profile) => profile.lineId === lineId);
  // Everybody, the wanted one among them, is no find.
  const isIgnored = all > 1 && pagination.total >= all;
  if (isFound && !isIgnored) {
    return ok("finds a linked member");
  }
  const tells = isIgnored
    ? "is ignored: everybody comes back, and the bot would have to read every page"
    : `finds nobody: ${meaning}`;
  return hasIndex ? ok(`${tells}; MEMBER_LOOKUP=index does without it`) : fault(tells, index);
}

async function firstLinked(connect: Connect): Promise<{ lineId: string; all: number } | null> {
  let read = 0;
  for await (const { data, pagination } of pages(connect.getProfile, { size })) {
    const profile = data.find(({ lineId }) => lineId !== "");
    if (profile) return { lineId: profile.lineId, all: pagination.total };
    if (++read === mostPages) break;
  }
  return null;
}
