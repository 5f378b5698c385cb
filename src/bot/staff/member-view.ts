/** Shows one member to staff: cards and available coupons, each with what comes next. */
import type { Coupon, MemberProfile } from "../../loyalty/contract.ts";
import { readAvailableCoupons } from "../../loyalty/available-coupons.ts";
import { isUnsupported } from "../../loyalty/errors.ts";
import type { Reply } from "../context.ts";
import { factLine } from "../views/card.ts";
import { couponName, isAvailable } from "../views/coupon.ts";
import { validUntilForStaff } from "../views/coupon-expiry.ts";
import * as ui from "../views/flex-components.ts";
import type { CommandContext } from "./command.ts";
import { listCard, type ListRow } from "./staff-views.ts";
import { balanceText, cardName, listedName, maskedPhone } from "./member-text.ts";
import { cardActions, giveToMember, redeemForMember, useCouponAction } from "./next-actions.ts";

const maxCards = 10;
const maxCoupons = 15;
const maxCodeLength = 60;

/** @param reference the argument that names this very member. @throws {LoyaltyError} */
export async function memberReply(
  ctx: CommandContext,
  member: MemberProfile,
  reference: string,
): Promise<Reply> {
  const { t } = ctx;
  const { coupons, isComplete } = await availableCoupons(ctx, member.uuid);
  const state = [
    maskedPhone(member),
    member.active ? "" : t("staff.inactive"),
    member.lineId ? "" : t("staff.unlinked"),
  ];
  const cards = member.cards.slice(0, maxCards).flatMap((card): ListRow[] => [
    {
      text: `${cardName(card)} · ${balanceText(ctx, card)}`,
      actions: cardActions(ctx, card),
    },
    { text: factLine(ctx, { card }) },
  ]);
  const listed = (coupons ?? []).slice(0, maxCoupons).map((coupon): ListRow => ({
    text: [
      ui.clip(couponName(ctx, coupon), maxCodeLength),
      ui.clip(coupon.code, maxCodeLength),
      validUntilForStaff(ctx, coupon),
    ].join(" · "),
    actions: useCouponAction(ctx, coupon),
  }));
  const cardsLeft = member.cards.length - maxCards;
  const left = (coupons ?? []).length - listed.length;
  const rows: ListRow[] = [
    { text: ui.dotted(state) },
    { text: factLine(ctx, { profile: member }) },
    ...(cards.length > 0 ? cards : [{ text: t("staff.noCards") }]),
    ...(cardsLeft > 0 ? [{ text: t("staff.more", { count: cardsLeft }) }] : []),
    ...(listed.length > 0
      ? listed
      : [{ text: t(coupons ? "staff.noCoupons" : "staff.couponsUnknown") }]),
    ...(left > 0 ? [{ text: t("coupons.more", { count: left }) }] : []),
    ...(isComplete ? [] : [{ text: t("staff.partial") }]),
  ];
  const next = member.active
    ? [...giveToMember(ctx, reference), ...redeemForMember(ctx, reference)]
    : [];
  return { messages: [listCard(ctx, listedName(member), rows, next)] };
}

/** The coupons that the member can use now; null when the platform can't tell any. */
async function availableCoupons(
  ctx: CommandContext,
  member_uuid: string,
): Promise<{ coupons: Coupon[] | null; isComplete: boolean }> {
  const { loyalty, timeZone, signal } = ctx;
  try {
    return await readAvailableCoupons(loyalty, member_uuid, {
      isAvailable: (coupon) => isAvailable(coupon, member_uuid, ctx),
      timeZone,
      signal,
    });
  } catch (error) {
    if (isUnsupported(error)) return { coupons: null, isComplete: true };
    throw error;
  }
}
