/** Finds the redemption of a member that needs a review: until staff have settled it, nothing else can be redeemed. */
import type { Redeemer } from "../../context.ts";
import type { Redemption } from "../../redemption.ts";

/** The newest redemptions of a member, among which the one is that hasn't ended. */
const maxRedemptions = 100;

export async function redemptionInReview(
  redeemer: Pick<Redeemer, "ofMember" | "find">,
  { account, memberUuid }: Pick<Redemption, "account" | "memberUuid">,
): Promise<Redemption | null> {
  const newest = await redeemer.ofMember(account, memberUuid, maxRedemptions);
  const stuck = newest.find(({ state }) => state === "needs_review");
  return stuck ? redeemer.find(account, stuck.id) : null;
}
