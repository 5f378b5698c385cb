/** The `/use` command: marks a coupon as used. */
import { couponRefusal, refusalTextsForStaff } from "../../views/coupon-refusal.ts";
import { couponName } from "../../views/coupon-text.ts";
import { cashierAndAbove, type Command } from "../command.ts";
import { askConfirmation } from "../orders/question.ts";
import { couponFacts, couponWithHolder } from "../coupon-search.ts";
import { maskedWho } from "../member-text.ts";
import type { UseCoupon } from "../operations/use-coupon.ts";
import { infoCard } from "../staff-views.ts";

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
    const { usable, reason, coupon } = checked;
    if (!usable) {
      const title = couponRefusal(refusalTextsForStaff(ctx), reason, coupon);
      return { messages: [infoCard(ctx, title, couponFacts(ctx, found))] };
    }
    const order: UseCoupon = {
      code: coupon.code,
      set: couponName(ctx, coupon),
      staffCode: colleague.name,
      memberUuid: coupon.member_uuid ?? "",
      lineId: holder?.lineId ?? "",
      who: holder ? maskedWho(holder) : "–",
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
