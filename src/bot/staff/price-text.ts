/** Says to staff what a reward costs, and where the price comes from. */
import type { RewardTerms } from "../../loyalty/reward-prices.ts";
import type { RenderContext } from "../context.ts";

/** @param terms null = the set is no reward. */
export const priceText = ({ t }: RenderContext, terms: RewardTerms | null): string =>
  terms
    ? `${t("rewards.price", { points: terms.points })} · ${t(`staff.price.by.${terms.source}`)}`
    : t("staff.price.none");
