/** Renders a member's usable coupon with its QR code. */
import type { FlexComponent, Message } from "../../line/messages/prepare-reply.ts";
import type { Coupon, CouponSet } from "../../loyalty/contract.ts";
import { readEnd } from "../../loyalty/platform-time.ts";
import type { RenderContext } from "../context.ts";
import { fitsPostback } from "../routing/postback.ts";
import { ensureContrast } from "./color-contrast.ts";
import { couponName, validUntil, worthText } from "./coupon-text.ts";
import {
  button,
  buttonFooter,
  clip,
  clipboardAction,
  coloredBox,
  flex,
  heroPicture,
  optionalLine,
  palette,
  pictureUrl,
  postbackAction,
  type StyledLine,
  styledLines,
  textLine,
} from "./flex-components.ts";
import { withNextSteps } from "./next-steps.ts";

/** The name of the intent that checks a coupon's code, which the buttons of coupons ask for. */
export const checkIntent = "check";

const maxCodeLength = 100;
const maxDescriptionLength = 300;
const maxTermsLength = 1000;

/** Whether a code fits into a button's data. */
export const isAskable = (text: string) =>
  /[^.\s]/.test(text) &&
  text.isWellFormed() &&
  text.length <= maxCodeLength &&
  fitsPostback(checkIntent, { code: text });

/** The button that opens a coupon with its code, as a list; empty for a code that doesn't fit into a button. */
export const showCouponButton = ({ t, brand }: RenderContext, code: string): FlexComponent[] =>
  isAskable(code)
    ? [button(postbackAction(t("coupons.show"), checkIntent, { code }), brand.accent)]
    : [];

/** The member's usable coupon, with its QR code to scan. */
export function couponView(ctx: RenderContext, coupon: Coupon, set: CouponSetFacts = {}): Message {
  const { t, brand, images, timeZone } = ctx;
  const name = couponName(ctx, coupon);
  const { text: until } = validUntil(ctx, coupon);
  const end = readEnd(coupon.expires_at, timeZone);
  const qr = images.qr(coupon.code, end.kind === "read" ? end.at : null);
  const picture = pictureUrl(images, set.image);
  const conditions = conditionLines(ctx, set);
  const message = flex(t("coupon.alt", { name, code: clip(coupon.code, maxCodeLength), until }), [
    coloredBox(
      brand.color,
      [
        ...couponHeading(ctx, coupon, set, "xl"),
        ...(qr
          ? [
              {
                type: "image" as const,
                url: qr,
                size: "xl",
                aspectMode: "fit" as const,
                margin: "xl",
              },
            ]
          : []),
        ...optionalLine(clip(coupon.code, maxCodeLength), {
          size: "lg",
          weight: "bold",
          align: "center",
          margin: "xl",
        }),
        textLine(t("coupon.hint"), {
          size: "sm",
          color: palette.soft,
          align: "center",
          margin: "sm",
        }),
        ...(conditions.length > 0
          ? [{ type: "separator" as const, margin: "xl", color: palette.line }, ...conditions]
          : []),
      ],
      {
        size: "mega",
        ...(picture && { hero: heroPicture(picture) }),
        ...buttonFooter(
          isAskable(coupon.code)
            ? [button(clipboardAction(t("coupon.copy"), coupon.code), brand.accent)]
            : [],
        ),
      },
    ),
  ]);
  return withNextSteps(ctx, message, ["coupons", "card", "balance", "help"]);
}

/** The description and the terms of use; empty when the set has neither. */
function conditionLines({ t }: RenderContext, set: CouponSetFacts): FlexComponent[] {
  const description = clip(set.description?.trim() ?? "", maxDescriptionLength);
  const terms = clip(set.terms?.trim() ?? "", maxTermsLength);
  const soft = { size: "xs", color: palette.soft };
  return [
    ...optionalLine(description, { size: "sm", margin: "lg" }),
    ...(terms
      ? [
          textLine(t("coupon.terms"), { ...soft, weight: "bold", margin: "lg" }),
          textLine(terms, { ...soft, margin: "sm" }),
        ]
      : []),
  ];
}

// Renders what a coupon is worth and until when it can be used, which every view of a coupon begins with.

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
