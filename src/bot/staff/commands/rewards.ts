/** The `/rewards` command: lists the coupon sets that have a price, and where each price comes from. */
import {
  isGiveable,
  leftOf,
  readCouponSets,
  unreadableDatesOf,
} from "../../../loyalty/giveable-sets.ts";
import { requireKnown } from "../../../loyalty/read-matching.ts";
import { unreadDates } from "../../views/platform-dates.ts";
import { managers, type Command } from "../command.ts";
import { listCard } from "../list-card.ts";
import { setPriceAction } from "../next-actions.ts";
import { priceText } from "../price-text.ts";
import { setName } from "../set-search.ts";
import { text } from "../staff-views.ts";
import { unreadLine } from "../unread.ts";

const maxShown = 30;

export const rewards: Command = {
  name: "rewards",
  roles: managers,
  parameters: [],
  confirm: false,
  helpKey: "staff.help.rewards",
  async run(ctx) {
    const { loyalty, timeZone, signal, t } = ctx;
    const termsOf = await ctx.rewardPrices.read();
    const list = await readCouponSets(
      loyalty,
      {},
      { isWanted: (set) => termsOf(set) !== null, timeZone, signal },
    );
    const sets = requireKnown(list, "getCouponSet");
    if (sets.length === 0) return { messages: [text(t("staff.price.empty"))] };
    const rows = sets.slice(0, maxShown).map((set) => {
      const terms = termsOf(set);
      const facts = [
        setName(set),
        priceText(ctx, terms),
        terms?.hidden ? t("staff.price.hidden") : "",
        isGiveable(set, ctx) && leftOf(set) !== 0 ? "" : t("staff.price.closed"),
        unreadDates(ctx, unreadableDatesOf(set, timeZone)),
      ];
      return { text: facts.filter(Boolean).join(" · "), actions: setPriceAction(ctx, set) };
    });
    const isCut = !list.isComplete || sets.length > maxShown;
    return {
      messages: [
        listCard(ctx, t("staff.price.title"), [
          ...rows,
          ...(isCut ? [{ text: t("staff.price.more") }] : []),
          { text: unreadLine(ctx, list.unreadable) },
        ]),
      ],
    };
  },
};
