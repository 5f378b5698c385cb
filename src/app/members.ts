/** Builds the member cache on the configured way of finding a member by LINE user id. */
import { startIndexLookup } from "../members/index-lookup.ts";
import { createMemberCache, type FindProfiles, type MemberCache } from "../members/member-cache.ts";
import { createSearchLookup } from "../members/search-lookup.ts";
import type { Services } from "./connect-services.ts";
import type { AppContext } from "./context.ts";

export async function createMembers(context: AppContext, services: Services): Promise<MemberCache> {
  const { config, clock } = context;
  const find =
    config.memberLookup === "index"
      ? await findByIndex(context, services)
      : createSearchLookup(services.loyalty);
  return createMemberCache({ find, clock, ...config.memberCache });
}

async function findByIndex(
  { store, stack, clock, log }: AppContext,
  { loyalty, platform }: Services,
): Promise<FindProfiles> {
  const { find } = stack.use(
    await startIndexLookup({
      loyalty,
      index: store.memberIndex,
      platform: `${platform.baseUrl} ${platform.direct?.businessCode ?? ""}`,
      clock,
      log,
    }),
  );
  return find;
}
