/** The `/check` and `/use` commands: show the state of a coupon, and mark it as used. */
import type { Reply } from "../../context.ts";
import { couponName, couponRefusal, refusalTextsForStaff } from "../../views/coupon-text.ts";
import { cashierAndAbove, type Command, type CommandContext } from "../command.ts";
import { askConfirmation } from "../orders/question.ts";
import { couponFacts, couponWithHolder, type CouponWithHolder } from "../coupon-search.ts";
import { affected } from "../member-text.ts";
import { useCouponAction } from "../next-actions.ts";
import type { UseCoupon } from "../operations/use-coupon.ts";
import { infoCard } from "../staff-views.ts";

export const check: Command = {
  name: "check",
  roles: cashierAndAbove,
  parameters: [{ name: "code", is: "rest", ask: "staff.which.coupon" }],
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

export const use: Command = {
  name: "use",
  roles: cashierAndAbove,
  parameters: [{ name: "code", is: "rest", ask: "staff.which.coupon" }],
  confirm: true,
  helpKey: "staff.help.use",
  async run(ctx) {
    const { colleague, t } = ctx;
    const found = await couponWithHolder(ctx);
    if ("messages" in found) return found;
    const { checked, holder } = found;
    const { usable, coupon } = checked;
    if (!usable) return couponReply(ctx, found);
    const order: UseCoupon = {
      code: coupon.code,
      set: couponName(ctx, coupon),
      staffCode: colleague.name,
      ...affected(holder, coupon.member_uuid ?? ""),
    };
    return askConfirmation(
      ctx,
      { operation: "use_coupon", order },
      {
        title: t("staff.ask.use"),
        facts: [...couponFacts(ctx, found), t("staff.final")],
        yes: "staff.yes.use",
      },
    );
  },
};
