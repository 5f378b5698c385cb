/** A coupon's expiry as members and staff read it: its date or time, the days that are left, and how much it stands out. */
import type { Coupon } from "../../loyalty/contract.ts";
import {
  type PlatformTime,
  type PlatformWindow,
  readWindow,
  unreadableIn,
} from "../../loyalty/platform-time.ts";
import type { RenderContext } from "../context.ts";
import { daysBetween, endTimeOfDay, lastInstantBefore, unreadDates } from "./dates.ts";
import * as ui from "./flex-components.ts";

/** Until when a coupon can be used. */
interface Validity {
  text: string;
  /** How many days are left, as text; empty unless they are few but more than today. */
  left: string;
  /** The colour of both on white: the fewer days, the more it stands out. */
  color: string;
}

/** Days that count as few. */
const fewDays = 7;

export type CouponTimes = Pick<Coupon, "starts_at" | "expires_at">;

/** When a coupon can be used, as far as the platform's times can be read. */
export const couponWindow = (
  { starts_at, expires_at }: CouponTimes,
  timeZone: string,
): PlatformWindow => readWindow({ start: starts_at, end: expires_at }, timeZone);

/** For members, who are told where a date can't be read: that isn't the same as none. */
export function validUntil(ctx: RenderContext, coupon: CouponTimes): Validity {
  const { start, end } = couponWindow(coupon, ctx.timeZone);
  const { text, ...rest } = untilEnd(ctx, end);
  if (start.kind !== "unreadable") return { text, ...rest };
  return { ...rest, text: `${text} · ${ctx.t("coupon.startUnread")}` };
}

const plain = (text: string): Validity => ({ text, left: "", color: ui.palette.soft });

function untilEnd(ctx: RenderContext, end: PlatformTime): Validity {
  const { t, now, timeZone } = ctx;
  if (end.kind === "none") return plain(t("coupon.endless"));
  if (end.kind === "unreadable") return plain(t("coupon.endUnread"));
  const days = daysBetween(now, lastInstantBefore(end.at), timeZone);
  const text = endText(ctx, end.at, days === 0);
  if (days > fewDays) return plain(text);
  const left = days > 0 ? t("coupon.daysLeft", { days }) : "";
  return { text, left, color: days > 1 ? ui.palette.soon : ui.palette.urgent };
}

/** Until when staff are told that it can be used, with dates that can't be read as the platform writes them. */
export function validUntilForStaff(ctx: RenderContext, coupon: CouponTimes): string {
  const window = couponWindow(coupon, ctx.timeZone);
  const until = window.end.kind === "unreadable" ? "" : untilEnd(ctx, window.end).text;
  return [until, unreadDates(ctx, unreadableIn(window))].filter(Boolean).join(" · ");
}

/** The words are in the catalogues, `coupon.until` and those beside it; dates are written by each language's own calendar. */
function endText({ t, timeZone }: RenderContext, exclusiveEnd: number, today: boolean): string {
  const end = endTimeOfDay(exclusiveEnd, timeZone);
  if (end !== null) return t(today ? "coupon.todayAt" : "coupon.untilAt", { end });
  return today ? t("coupon.today") : t("coupon.until", { last: lastInstantBefore(exclusiveEnd) });
}
