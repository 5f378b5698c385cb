/** The `/ungift` command: takes a given coupon back. */
import { couponName, couponRefusal, refusalTextsForStaff } from "../../views/coupon-text.ts";
import { clip } from "../../views/flex-components.ts";
import { managers, type Command } from "../command.ts";
import { askConfirmation } from "../orders/question.ts";
import { givenCoupon } from "../coupon-search.ts";
import { affected } from "../member-text.ts";
import { memberBy } from "../member-search.ts";
import type { VoidCoupons } from "../operations/void-coupons.ts";
import { textReply } from "../staff-views.ts";

/** Statuses of coupons that can't be taken back. */
const refusedStatuses = {
  USED: "COUPON_USED",
  VOIDED: "COUPON_VOIDED",
  PENDING: "COUPON_NOT_GIVEN",
} as const;
const isRefusedStatus = (status: string): status is keyof typeof refusedStatuses =>
  Object.hasOwn(refusedStatuses, status);

export const ungift: Command = {
  name: "ungift",
  roles: managers,
  parameters: [{ name: "coupon", is: "rest", ask: "staff.which.coupon" }],
  confirm: true,
  helpKey: "staff.help.ungift",
  async run(ctx) {
    const { loyalty, signal, args, t } = ctx;
    const written = args["coupon"] ?? "";
    const coupon = await givenCoupon(ctx, written);
    if (!coupon) {
      return textReply(t("staff.coupon.none", { code: clip(written, 60) }));
    }
    if (isRefusedStatus(coupon.status)) {
      const reason = refusedStatuses[coupon.status];
      return textReply(couponRefusal(refusalTextsForStaff(ctx), reason, {}));
    }
    const uuid = coupon.member_uuid ?? "";
    const holder = uuid ? await memberBy(loyalty, uuid, signal) : null;
    const order: VoidCoupons = {
      coupons: [{ uuid: coupon.uuid, code: coupon.code }],
      set: couponName(ctx, coupon),
      ...affected(holder, uuid),
    };
    return askConfirmation(
      ctx,
      { operation: "void_coupons", order },
      {
        title: t("staff.ask.takeBack"),
        facts: [`${order.set} · ${clip(coupon.code, 60)}`, order.who],
        yes: "staff.yes.takeBack",
      },
    );
  },
};
