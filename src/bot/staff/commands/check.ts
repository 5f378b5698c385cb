/** The `/check` command: shows the state of a coupon, and offers to use it. */
import { couponRefusal, wordsForStaff } from "../../views/coupon-refusal.ts";
import { cashierAndAbove, type Command } from "../command.ts";
import { couponFacts, couponWithHolder } from "../coupon-search.ts";
import { useCouponAction } from "../next-actions.ts";
import { infoCard } from "../staff-views.ts";

export const check: Command = {
  name: "check",
  roles: cashierAndAbove,
  parameters: [{ name: "code", is: "rest" }],
  confirm: false,
  helpKey: "staff.help.check",
  async run(ctx) {
    const { t } = ctx;
    const found = await couponWithHolder(ctx);
    if ("messages" in found) return found;
    const { usable, reason, coupon } = found.checked;
    const facts = couponFacts(ctx, found);
    if (!usable) {
      const title = couponRefusal(wordsForStaff(ctx), reason, coupon);
      return { messages: [infoCard(ctx, title, facts)] };
    }
    const use = useCouponAction(ctx, coupon);
    return { messages: [infoCard(ctx, t("staff.coupon.usable"), facts, use)] };
  },
};
