/** A coupon as it is shown: its name and worth, its QR code, and why it can't be used. */
import type { FlexComponent, Message } from "../../line/messages/prepare-reply.ts";
import {
  type Coupon,
  type CouponReason,
  couponReasons,
  type CouponSet,
} from "../../loyalty/contract.ts";
import { usingWindow } from "../../loyalty/coupon-sets.ts";
import { momentOf, readEnd, standing } from "../../loyalty/platform-time.ts";
import type { RenderContext } from "../context.ts";
import { fitsPostback } from "../routing/postback.ts";
import { ensureContrast } from "./color-contrast.ts";
import { couponWindow, validUntil } from "./coupon-expiry.ts";
import { endTimeOfDay, isSameDay, lastInstantBefore } from "./dates.ts";
import * as ui from "./flex-components.ts";
import { withNextSteps } from "./next-steps.ts";

// Renders a member's usable coupon with its QR code.

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
    ? [ui.button(ui.postbackAction(t("coupons.show"), checkIntent, { code }), brand.accent)]
    : [];

/** The member's usable coupon, with its QR code to scan. */
export function couponView(ctx: RenderContext, coupon: Coupon, set: CouponSetFacts = {}): Message {
  const { t, brand, images, timeZone } = ctx;
  const name = couponName(ctx, coupon);
  const { text: until } = validUntil(ctx, coupon);
  const end = readEnd(coupon.expires_at, timeZone);
  const qr = images.qr(coupon.code, end.kind === "read" ? end.at : null);
  const picture = ui.pictureUrl(images, set.image);
  const conditions = conditionLines(ctx, set);
  const message = ui.flex(
    t("coupon.alt", { name, code: ui.clip(coupon.code, maxCodeLength), until }),
    [
      ui.coloredBox(
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
          ...ui.optionalLine(ui.clip(coupon.code, maxCodeLength), {
            size: "lg",
            weight: "bold",
            align: "center",
            margin: "xl",
          }),
          ui.textLine(t("coupon.hint"), {
            size: "sm",
            color: ui.palette.soft,
            align: "center",
            margin: "sm",
          }),
          ...(conditions.length > 0
            ? [{ type: "separator" as const, margin: "xl", color: ui.palette.line }, ...conditions]
            : []),
        ],
        {
          size: "mega",
          ...(picture && { hero: ui.heroPicture(picture) }),
          ...ui.buttonFooter(
            isAskable(coupon.code)
              ? [ui.button(ui.clipboardAction(t("coupon.copy"), coupon.code), brand.accent)]
              : [],
          ),
        },
      ),
    ],
  );
  return withNextSteps(ctx, message, ["coupons", "card", "balance", "help"]);
}

/** The description and the terms of use; empty when the set has neither. */
function conditionLines({ t }: RenderContext, set: CouponSetFacts): FlexComponent[] {
  const description = ui.clip(set.description?.trim() ?? "", maxDescriptionLength);
  const terms = ui.clip(set.terms?.trim() ?? "", maxTermsLength);
  const soft = { size: "xs", color: ui.palette.soft };
  return [
    ...ui.optionalLine(description, { size: "sm", margin: "lg" }),
    ...(terms
      ? [
          ui.textLine(t("coupon.terms"), { ...soft, weight: "bold", margin: "lg" }),
          ui.textLine(terms, { ...soft, margin: "sm" }),
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
export const worthLine = (ctx: RenderContext, set: CouponSetFacts): ui.StyledLine => ({
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
  ui.textLine(couponName(ctx, coupon), { size, weight: "bold", maxLines: 3, margin: "sm" }),
];

/** The first part of the heading alone, for views that name the coupon otherwise. */
export function worthAndEnd(
  ctx: RenderContext,
  coupon: Pick<Coupon, "starts_at" | "expires_at">,
  set: CouponSetFacts,
): FlexComponent {
  const { text, left, color } = validUntil(ctx, coupon);
  const until = [text, left].filter(Boolean).join("\n");
  return ui.styledLines([worthLine(ctx, set), { text: until }], {
    size: "xs",
    weight: "bold",
    color,
  });
}

// Formats a coupon's name, and tells whether it can be used.

const maxNameLength = 100;

export const couponName = ({ t }: RenderContext, coupon: Coupon): string =>
  ui.clip(coupon.coupon_set_name.trim() || t("coupon.name"), maxNameLength);

/** The name of a set as its coupons are called. */
export const setNameIn = ({ t }: RenderContext, { name }: Pick<CouponSet, "name">): string =>
  ui.clip(name.trim() || t("coupon.name"), maxNameLength);

/** What a coupon of the set is worth, as far as the platform tells; empty = it doesn't. */
export function worthText({ t }: RenderContext, { type, value }: SetWorth): string {
  if (type === "FREE_ITEM") return t("coupon.free");
  if (value === undefined || value <= 0) return "";
  if (type === "DISCOUNT_PERCENT") {
    return t("coupon.percent", { value, tenths: tenthsLeft(value) });
  }
  return type === "DISCOUNT_AMOUNT" ? t("coupon.amount", { value }) : "";
}

/** What is left to pay of a percentage off, as Chinese writes it: in tenths, or in hundredths where they aren't whole. */
export function tenthsLeft(percent: number): number {
  const left = Math.max(Math.round((100 - percent) * 100) / 100, 0);
  return left % 10 === 0 || left < 10 ? left / 10 : left;
}

type SetWorth = Partial<Pick<CouponSet, "type" | "value">>;

type Moment = Pick<RenderContext, "now" | "timeZone">;

/**
 * Whether a coupon belongs to the member and can be used now, or isn't known to be unusable; the platform's filters
 * aren't relied on.
 */
export function isAvailable(
  coupon: Coupon,
  memberUuid: string,
  { now, timeZone }: Moment,
): boolean {
  const stands = standing(couponWindow(coupon, timeZone), now);
  return (
    coupon.member_uuid === memberUuid &&
    coupon.status === "GIVEN" &&
    (stands === "within" || stands === "unknown")
  );
}

type SetValidity = Pick<CouponSet, "validity">;

/** Whether coupons of the set can't be used any more, even if they are given now. */
export const isSetExpired = ({ now, timeZone }: Moment, set: SetValidity): boolean =>
  standing(usingWindow(set, timeZone), now) === "after";

/**
 * Until when coupons of the set can be used; empty where the platform tells it in a way that can't be read.
 * @param count says for how many days from when they are given.
 */
export function setValidity(
  { t, now, timeZone }: RenderContext,
  set: SetValidity,
  count: (days: number) => string,
): string {
  const { mode, days } = set.validity;
  if (mode === "DAYS_AFTER_GIVE" && days !== undefined) return count(days);
  const { end } = usingWindow(set, timeZone);
  if (end.kind === "none") return t("coupon.endless");
  if (end.kind === "unreadable") return "";
  const last = lastInstantBefore(end.at);
  return isSameDay(last, now, timeZone) ? t("coupon.today") : t("coupon.until", { last });
}

// Why a coupon can't be used, and since or until when, in words for its member and for staff.

const maxPlaceLength = 100;

/** What the words tell of the coupon; the platform may leave out any of it. */
type CouponFacts = Partial<
  Pick<Coupon, "used_at" | "used_by" | "branch_code" | "starts_at" | "expires_at">
>;

/** The words for each reason; times are in milliseconds since 1970, null = not known. */
interface RefusalTexts {
  /** The business's IANA time zone. */
  timeZone: string;
  used(at: number | null, place: string): string;
  /** @param last the last instant at which it could be used. @param end its end if that isn't the end of a day. */
  expired(last: number | null, end: number | null): string;
  notStarted(start: number | null): string;
  voided(): string;
  notGiven(): string;
  otherMember(): string;
  unspecified(): string;
}

/** For the member who holds the coupon. @param name the coupon's. */
export const refusalTextsForMember = (
  { t, timeZone }: RenderContext,
  name: string,
): RefusalTexts => ({
  timeZone,
  used: (at) => (at === null ? t("check.used", { name }) : t("check.usedAt", { name, at })),
  expired(last, end) {
    if (end !== null) return t("check.expiredAt", { name, end });
    return last === null ? t("check.expired", { name }) : t("check.expiredOn", { name, last });
  },
  notStarted: (start) =>
    start === null ? t("check.early", { name }) : t("check.earlyUntil", { name, start }),
  voided: () => t("check.voided", { name }),
  notGiven: () => t("check.notGiven"),
  otherMember: () => t("check.unusable", { name }),
  unspecified: () => t("check.unusable", { name }),
});

export const refusalTextsForStaff = ({ t, timeZone }: RenderContext): RefusalTexts => ({
  timeZone,
  used(at, place) {
    const when = at === null ? t("staff.why.COUPON_USED") : t("staff.coupon.used", { at });
    return place ? t("staff.coupon.place", { when, place: ui.clip(place, maxPlaceLength) }) : when;
  },
  expired(last, end) {
    if (end !== null) return t("staff.coupon.expiredAt", { end });
    return last === null ? t("staff.why.COUPON_EXPIRED") : t("staff.coupon.expired", { last });
  },
  notStarted: (start) =>
    start === null ? t("staff.why.COUPON_NOT_STARTED") : t("staff.coupon.early", { start }),
  voided: () => t("staff.why.COUPON_VOIDED"),
  notGiven: () => t("staff.why.COUPON_NOT_GIVEN"),
  otherMember: () => t("staff.why.COUPON_OTHER_MEMBER"),
  unspecified: () => t("staff.why.other"),
});

export const isCouponReason = (code: string): code is CouponReason =>
  couponReasons.some((reason) => reason === code);

/** @param reason the platform's; undefined = it gives none. */
export function couponRefusal(
  wording: RefusalTexts,
  reason: CouponReason | undefined,
  coupon: CouponFacts,
): string {
  const { timeZone } = wording;
  switch (reason) {
    case "COUPON_USED": {
      const place = [coupon.branch_code, coupon.used_by].filter(Boolean).join(", ");
      return wording.used(momentOf(coupon.used_at, timeZone), place);
    }
    case "COUPON_EXPIRED": {
      const end = readEnd(coupon.expires_at, timeZone);
      return end.kind === "read"
        ? wording.expired(lastInstantBefore(end.at), endTimeOfDay(end.at, timeZone))
        : wording.expired(null, null);
    }
    case "COUPON_NOT_STARTED":
      return wording.notStarted(momentOf(coupon.starts_at, timeZone));
    case "COUPON_VOIDED":
      return wording.voided();
    case "COUPON_NOT_GIVEN":
      return wording.notGiven();
    case "COUPON_OTHER_MEMBER":
      return wording.otherMember();
    case undefined:
      return wording.unspecified();
  }
}
