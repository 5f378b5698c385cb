/** Renders what a coupon is worth and until when it can be used, which every view of a coupon begins with. */
import type { Coupon, CouponSet } from "../../loyalty/contract.ts";
import type { FlexComponent } from "../../line/messages/prepare-reply.ts";
import type { RenderContext } from "../context.ts";
import { badge } from "./card-face.ts";
import { surface } from "./color-contrast.ts";
import { couponName, validUntil, worthText } from "./coupon-text.ts";
import { palette, row, textLine } from "./flex-components.ts";

/** What is known of a coupon's set. */
export type CouponSetFacts = Partial<
  Pick<CouponSet, "description" | "terms" | "image" | "type" | "value">
>;

/** @param size of the coupon's name. */
export function couponHeading(
  ctx: RenderContext,
  coupon: Coupon,
  set: CouponSetFacts,
  size: "lg" | "xl",
): FlexComponent[] {
  const { text, left, color } = validUntil(ctx, coupon);
  const worth = worthText(ctx, set);
  const { fill, text: onFill } = surface(ctx.brand.color, palette.strong);
  const until = [text, left].filter(Boolean).join("\n");
  return [
    row(
      [
        textLine(until, { size: "xs", weight: "bold", color }),
        ...(worth ? [badge(worth, { fill: onFill, text: fill })] : []),
      ],
      {
        spacing: "md",
        alignItems: "center",
      },
    ),
    textLine(couponName(ctx, coupon), { size, weight: "bold", maxLines: 3, margin: "sm" }),
  ];
}
