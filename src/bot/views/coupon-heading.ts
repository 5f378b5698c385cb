/** Renders what a coupon is worth and until when it can be used, which every view of a coupon begins with. */
import type { Coupon, CouponSet } from "../../loyalty/contract.ts";
import type { FlexComponent } from "../../line/messages/prepare-reply.ts";
import type { RenderContext } from "../context.ts";
import { ensureContrast } from "./color-contrast.ts";
import { couponName, validUntil, worthText } from "./coupon-text.ts";
import { styledLines, textLine, type StyledLine } from "./flex-components.ts";

/** What is known of a coupon's set. */
export type CouponSetFacts = Partial<
  Pick<CouponSet, "description" | "terms" | "image" | "type" | "value">
>;

/** What a coupon of the set is worth, in the brand's colour; blank where the platform doesn't tell. */
export const worthLine = (ctx: RenderContext, set: CouponSetFacts): StyledLine => ({
  text: worthText(ctx, set),
  size: "md",
  color: ensureContrast(ctx.brand.accent),
});

/** @param size of the coupon's name. */
export const couponHeading = (
  ctx: RenderContext,
  coupon: Coupon,
  set: CouponSetFacts,
  size: "lg" | "xl",
): FlexComponent[] => [
  worthAndEnd(ctx, coupon, set),
  textLine(couponName(ctx, coupon), { size, weight: "bold", maxLines: 3, margin: "sm" }),
];

/** The first part of the heading alone, for views that name the coupon otherwise. */
export function worthAndEnd(
  ctx: RenderContext,
  coupon: Pick<Coupon, "starts_at" | "expires_at">,
  set: CouponSetFacts,
): FlexComponent {
  const { text, left, color } = validUntil(ctx, coupon);
  const until = [text, left].filter(Boolean).join("\n");
  return styledLines([worthLine(ctx, set), { text: until }], { size: "xs", weight: "bold", color });
}
