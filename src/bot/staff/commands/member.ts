/** `/member` shows one member's cards and coupons. */
import type { Coupon } from "../../../loyalty/contract.ts";
import { readList } from "../../../loyalty/paginate.ts";
import { isAbsent, mustBeOwn } from "../../../loyalty/unsupported-operation.ts";
import { isInHand, nameOf, untilOf } from "../../views/coupon-text.ts";
import { till, type Command, type Order } from "../command.ts";
import { sheet } from "../staff-views.ts";
import { cardName, fullName, maskedPhone, oneMember } from "../member-search.ts";

const mostCoupons = 15;

export const member: Command = {
  name: "member",
  roles: till,
  parameters: [{ name: "who", is: "person" }],
  confirm: false,
  told: "staff.help.member",
  async run(order) {
    const { say } = order;
    const found = await oneMember(order, "who");
    if ("said" in found) return found.said;
    const { member: one } = found;
    const coupons = await inHand(order, one.uuid);
    const state = [
      maskedPhone(one),
      one.active ? "" : say("staff.inactive"),
      one.lineId ? "" : say("staff.unlinked"),
    ];
    const cards = one.cards.map(
      (card) => `${cardName(card)} · ${say("history.balance", { points: card.point })}`,
    );
    const listed = coupons
      .slice(0, mostCoupons)
      .map((coupon) =>
        [nameOf(order, coupon), coupon.code, untilOf(order, coupon).words].join(" · "),
      );
    const left = coupons.length - listed.length;
    return {
      messages: [
        sheet(order, fullName(one), [
          state.filter(Boolean).join(" · "),
          ...(cards.length > 0 ? cards : [say("staff.noCards")]),
          ...(listed.length > 0 ? listed : [say("staff.noCoupons")]),
          ...(left > 0 ? [say("coupons.more", { count: left })] : []),
        ]),
      ],
    };
  },
};

/** What the member can use now; none where the platform can't list coupons. */
async function inHand({ connect, signal, now }: Order, member_uuid: string): Promise<Coupon[]> {
  try {
    const query = { member_uuid, usable: true, sort: "expires_at" };
    const { rows } = await readList(connect.getGiveCouponHistory, query, { signal });
    const own = mustBeOwn("getGiveCouponHistory", rows, member_uuid);
    return own.filter((coupon) => isInHand(coupon, member_uuid, now));
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}
