/** The `/check` command: shows the state of a coupon, and offers to use it. */
import type { Reply } from "../../context.ts";
import { couponRefusal, refusalTextsForStaff } from "../../views/coupon-refusal.ts";
import { cashierAndAbove, type Command, type CommandContext } from "../command.ts";
import { couponFacts, couponWithHolder, type CouponWithHolder } from "../coupon-search.ts";
import { useCouponAction } from "../next-actions.ts";
import { infoCard } from "../staff-views.ts";

export const check: Command = {
  name: "check",
  roles: cashierAndAbove,
  parameters: [{ name: "code", is: "rest", ask: "staff.which.coupon" }],
  confirm: false,
  helpKey: "staff.help.check",
  async run(ctx) {
    const found = await couponWithHolder(ctx);
    return "messages" in found ? found : couponReply(ctx, found);
  },
};

/** The state of a coupon, with a button to use it. */
export function couponReply(ctx: CommandContext, found: CouponWithHolder): Reply {
  const { usable, reason, coupon } = found.checked;
  const facts = couponFacts(ctx, found);
  if (!usable) {
    const title = couponRefusal(refusalTextsForStaff(ctx), reason, coupon);
    return { messages: [infoCard(ctx, title, facts)] };
  }
  const use = useCouponAction(ctx, coupon);
  return { messages: [infoCard(ctx, ctx.t("staff.coupon.usable"), facts, use)] };
}
