/** Builds the member cache on the configured way of finding a member by LINE user id. */
import { startIndexLookup } from "../members/index-lookup.ts";
import { createMemberCache, type MemberCache } from "../members/member-cache.ts";
import type { ProfileCrawler } from "../members/profile-crawler.ts";
import { createSearchLookup } from "../members/search-lookup.ts";
import type { Services } from "./connect-services.ts";
import type { AppContext } from "./context.ts";

export interface Members {
  members: MemberCache;
  /** The profile crawler; null without a member index. */
  crawler: Pick<ProfileCrawler, "onNewProfiles"> | null;
}

export async function createMembers(context: AppContext, services: Services): Promise<Members> {
  const { config, store, clock } = context;
  const index = config.memberLookup === "index" ? await startIndex(context, services) : null;
  const find = index?.find ?? createSearchLookup(services.loyalty);
  const { changes } = store;
  const members = createMemberCache({ find, clock, ...config.memberCache, changes });
  return { members, crawler: index };
}

async function startIndex(
  { store, stack, clock, log }: AppContext,
  { loyalty, platform }: Services,
): ReturnType<typeof startIndexLookup> {
  return stack.use(
    await startIndexLookup({
      loyalty,
      index: store.memberIndex,
      leadership: store.leadership,
      platform: `${platform.baseUrl} ${platform.direct?.businessCode ?? ""}`,
      clock,
      log,
    }),
  );
}
