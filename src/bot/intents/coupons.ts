/** "coupons": what the member can use now, soonest expiry first. */
import type { Coupon, MemberProfile } from "../../connect/contract.ts";
import type { FlexBubble, Message } from "../../line/messages.ts";
import { mustBeOwn } from "../absent.ts";
import type { Context, Intent, Look } from "../context.ts";
import { isInHand, nameOf, untilOf } from "../coupon.ts";
import { ask, button, column, flex, ink, line, onward, panel, withQuickReplies } from "../flex.ts";
import { pageIn } from "../route.ts";
import { sampleCoupons } from "../samples.ts";
import { check, isAskable } from "./check.ts";
import { asks } from "./help.ts";

/** Bubbles on a page; LINE's carousel holds 12. */
const pageSize = 10;

export const coupons: Intent = {
  name: "coupons",
  access: "member",
  kept: false,
  phrases: {
    en: ["coupons", "coupon", "my coupons", "vouchers"],
    th: ["คูปอง", "คูปองของฉัน", "ดูคูปอง", "คูปองส่วนลด"],
    ja: ["クーポン", "クーポン一覧"],
    "zh-TW": ["優惠券", "優惠卷", "我的優惠券", "折價券"],
  },
  answer: async (context, profile) => ({
    messages: [view(context, await shelf(context, profile))],
  }),
  samples: (look) => [
    { name: "ordinary", messages: [view(look, sample(look, 3, 3, "50 THB off"))] },
    { name: "empty", messages: [view(look, sample(look, 0, 0, ""))] },
    {
      name: "longest",
      messages: [view(look, sample(look, 10, 99, "Wolfeschlegelstein".repeat(20)))],
    },
  ],
};

interface Shelf {
  coupons: readonly Coupon[];
  page: number;
  /** How many come after this page. */
  left: number;
}

async function shelf(
  { connect, details, now, signal }: Context,
  { uuid }: MemberProfile,
): Promise<Shelf> {
  const page = pageIn(details);
  const { data, pagination } = await connect.getGiveCouponHistory(
    { member_uuid: uuid, usable: true, sort: "expires_at", page, size: pageSize },
    { signal },
  );
  return {
    coupons: mustBeOwn("getGiveCouponHistory", data, uuid)
      .filter((coupon) => isInHand(coupon, uuid, now))
      .slice(0, pageSize),
    page,
    left: Math.max(0, pagination.total - page * pageSize),
  };
}

function view(look: Look, { coupons: shown, page, left }: Shelf): Message {
  const { say } = look;
  if (shown.length === 0) {
    return withQuickReplies({ type: "text", text: say("coupons.empty") }, asks(say));
  }
  const spoken = shown
    .map((coupon) =>
      say("coupons.alt.one", { coupon: nameOf(look, coupon), until: untilOf(look, coupon).words }),
    )
    .join(" · ");
  return flex(say("coupons.alt", { coupons: spoken }), [
    ...shown.map((coupon) => couponBubble(look, coupon)),
    ...(left > 0
      ? [
          onward(
            ask(say("coupons.more", { count: left }), coupons.name, { page: String(page + 1) }),
          ),
        ]
      : []),
  ]);
}

function couponBubble(look: Look, coupon: Coupon): FlexBubble {
  const { say, brand } = look;
  const { words, today } = untilOf(look, coupon);
  return panel(
    brand.color,
    [
      line(words, { size: "xs", weight: "bold", color: today ? brand.color : ink.soft }),
      line(nameOf(look, coupon), { size: "lg", weight: "bold", maxLines: 3, margin: "sm" }),
    ],
    isAskable(coupon.code)
      ? {
          footer: column(
            [button(ask(say("coupons.show"), check.name, { code: coupon.code }), brand.color)],
            { paddingAll: "12px" },
          ),
        }
      : {},
  );
}

function sample(look: Look, shown: number, total: number, name: string): Shelf {
  return { coupons: sampleCoupons(look, shown, name), page: 1, left: total - shown };
}
