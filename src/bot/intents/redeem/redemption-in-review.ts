/** Finds the redemption of a member that needs a review: until staff have settled it, nothing else can be redeemed. */
import type { Redemption } from "../../../store/redemptions.ts";
import type { Redeemer } from "../../context.ts";

/** The newest redemptions of a member, among which the one is that hasn't ended. */
const maxRedemptions = 100;

export async function redemptionInReview(
  redeemer: Pick<Redeemer, "ofMember">,
  { account, memberUuid }: Pick<Redemption, "account" | "memberUuid">,
): Promise<Redemption | undefined> {
  const newest = await redeemer.ofMember(account, memberUuid, maxRedemptions);
  return newest.find(({ state }) => state === "needs_review");
}
