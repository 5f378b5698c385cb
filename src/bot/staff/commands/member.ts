/** The `/member` command: shows one member's cards and available coupons. */
import type { Coupon } from "../../../loyalty/contract.ts";
import { readList } from "../../../loyalty/paginate.ts";
import { isUnsupported, requireOwnRows } from "../../../loyalty/unsupported-operation.ts";
import { isAvailable, couponName, validUntil } from "../../views/coupon-text.ts";
import { cashierAndAbove, type Command, type CommandContext } from "../command.ts";
import { infoCard } from "../staff-views.ts";
import { oneMember } from "../choose-member.ts";
import { cardName, fullName, maskedPhone } from "../member-text.ts";

const maxCoupons = 15;

export const member: Command = {
  name: "member",
  roles: cashierAndAbove,
  parameters: [{ name: "who", is: "person" }],
  confirm: false,
  helpKey: "staff.help.member",
  async run(ctx) {
    const { t } = ctx;
    const found = await oneMember(ctx, "who");
    if ("reply" in found) return found.reply;
    const { member: one } = found;
    const coupons = await availableCoupons(ctx, one.uuid);
    const state = [
      maskedPhone(one),
      one.active ? "" : t("staff.inactive"),
      one.lineId ? "" : t("staff.unlinked"),
    ];
    const cards = one.cards.map(
      (card) => `${cardName(card)} · ${t("history.balance", { points: card.point })}`,
    );
    const listed = coupons
      .slice(0, maxCoupons)
      .map((coupon) =>
        [couponName(ctx, coupon), coupon.code, validUntil(ctx, coupon).text].join(" · "),
      );
    const left = coupons.length - listed.length;
    return {
      messages: [
        infoCard(ctx, fullName(one), [
          state.filter(Boolean).join(" · "),
          ...(cards.length > 0 ? cards : [t("staff.noCards")]),
          ...(listed.length > 0 ? listed : [t("staff.noCoupons")]),
          ...(left > 0 ? [t("coupons.more", { count: left })] : []),
        ]),
      ],
    };
  },
};

/** The coupons that the member can use now; empty when the platform can't list coupons. */
async function availableCoupons(
  { loyalty, signal, now }: CommandContext,
  member_uuid: string,
): Promise<Coupon[]> {
  try {
    const query = { member_uuid, usable: true, sort: "expires_at" };
    const { rows } = await readList(loyalty.getGiveCouponHistory, query, { signal });
    const own = requireOwnRows("getGiveCouponHistory", rows, member_uuid);
    return own.filter((coupon) => isAvailable(coupon, member_uuid, now));
  } catch (error) {
    if (isUnsupported(error)) return [];
    throw error;
  }
}
