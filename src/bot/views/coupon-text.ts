/** Formats a coupon's name and expiry, and tells whether it can be used. */
import type { Coupon, CouponSet } from "../../loyalty/contract.ts";
import type { RenderContext } from "../context.ts";
import {
  daysBetween,
  endTimeOfDay,
  isSameDay,
  lastInstantBefore,
  noonOf,
  parseInstant,
} from "./dates.ts";
import { clip, palette } from "./flex-components.ts";

const maxNameLength = 100;

export const couponName = ({ t }: RenderContext, coupon: Coupon): string =>
  clip(coupon.coupon_set_name.trim() || t("coupon.name"), maxNameLength);

/** The name of a set as its coupons are called. */
export const setNameIn = ({ t }: RenderContext, { name }: Pick<CouponSet, "name">): string =>
  clip(name.trim() || t("coupon.name"), maxNameLength);

/** Until when it can be used. */
export interface Validity {
  text: string;
  /** How many days are left, as text; empty unless they are few but more than today. */
  left: string;
  /** The colour of both on white: the fewer days, the more it stands out. */
  color: string;
}

/** Days that count as few. */
const fewDays = 7;

export function validUntil(ctx: RenderContext, coupon: Coupon): Validity {
  const { t, now, timeZone } = ctx;
  const last = lastInstantBefore(coupon.expires_at);
  if (last === null) return { text: t("coupon.endless"), left: "", color: palette.soft };
  const days = daysBetween(now, last, timeZone);
  const text = endText(ctx, coupon, last, days === 0);
  if (days > fewDays) return { text, left: "", color: palette.soft };
  const left = days > 0 ? t("coupon.daysLeft", { days }) : "";
  return { text, left, color: days > 1 ? palette.soon : palette.urgent };
}

function endText(
  { t, timeZone }: RenderContext,
  { expires_at }: Coupon,
  last: number,
  today: boolean,
): string {
  const end = endTimeOfDay(expires_at, timeZone);
  if (end !== null) return t(today ? "coupon.todayAt" : "coupon.untilAt", { end });
  return today ? t("coupon.today") : t("coupon.until", { last });
}

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

/** Whether a coupon belongs to the member and can be used now; the platform's filters aren't relied on. */
export function isAvailable(coupon: Coupon, memberUuid: string, now: number): boolean {
  const start = parseInstant(coupon.starts_at);
  const lastInstant = lastInstantBefore(coupon.expires_at);
  return (
    coupon.member_uuid === memberUuid &&
    coupon.status === "GIVEN" &&
    (start === null || start <= now) &&
    (lastInstant === null || now <= lastInstant)
  );
}

type SetValidity = Pick<CouponSet, "validity">;

/** Whether coupons of the set can't be used any more, even if they are given now. */
export function isSetExpired(
  { now, timeZone }: Pick<RenderContext, "now" | "timeZone">,
  { validity }: SetValidity,
): boolean {
  const last = validity.mode === "FIXED" ? noonOf(validity.end_on, timeZone) : null;
  return last !== null && last < now && !isSameDay(last, now, timeZone);
}

/**
 * Until when coupons of the set can be used; empty where the platform tells it in a way that can't be read.
 * @param count says for how many days from when they are given.
 */
export function setValidity(
  { t, now, timeZone }: RenderContext,
  { validity }: SetValidity,
  count: (days: number) => string,
): string {
  const { mode, days, end_on } = validity;
  if (mode === "DAYS_AFTER_GIVE") return days === undefined ? "" : count(days);
  if (end_on === undefined) return t("coupon.endless");
  const last = noonOf(end_on, timeZone);
  if (last === null) return "";
  return isSameDay(last, now, timeZone) ? t("coupon.today") : t("coupon.until", { last });
}
