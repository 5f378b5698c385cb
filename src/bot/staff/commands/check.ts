/** The `/check` command: shows the state of a coupon, and offers to use it. */
import { cashierAndAbove, type Command } from "../command.ts";
import { couponFacts, couponWithHolder, couponRefusal } from "../coupon-search.ts";
import { infoCard } from "../staff-views.ts";
import { commandButton } from "../stored-choices.ts";

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
    const { code } = found.checked.coupon;
    const use = commandButton(ctx, t("staff.yes.use"), "use", { code });
    const title = found.checked.usable
      ? t("staff.coupon.usable")
      : couponRefusal(ctx, found.checked);
    const actions = found.checked.usable ? [use] : [];
    return { messages: [infoCard(ctx, title, couponFacts(ctx, found), actions)] };
  },
};
