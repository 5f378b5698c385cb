/** Day limits: which one a further order would exceed. */
import type { Role } from "../staff.ts";
import type { LimitName, Limits, LimitUse } from "./order.ts";

/** A day in the business's time zone, in milliseconds since 1970. */
export interface DayRange {
  start: number;
  /** Exclusive. Orders may be later than that: a clock is set back at times, as that of the demo. */
  end: number;
}

/** Maxima of redemptions of one member. */
export interface RedemptionLimits {
  perDay: number;
  /** Of the coupon set, over all that the store still knows; null = none. */
  perSet: number | null;
}

/** What an order is confirmed against, on this day. */
export interface DayLimits extends DayRange {
  /** Of staff and of the member; null where a member asks for themselves. */
  limits: Limits | null;
  /** Null for what isn't a redemption, and for the undo of one. */
  redemptions: RedemptionLimits | null;
}

/** The limits of all roles. */
export interface StaffLimits extends Limits {
  /** Points that a cashier may add in a day; 0 = none. */
  pointsPerCashierDay: number;
}

/** The limits of one role: a cashier's points have the lower of two. */
export function limitsOf(role: Role, { pointsPerCashierDay, ...limits }: StaffLimits): Limits {
  if (role !== "cashier") return limits;
  const pointsPerStaffDay = Math.min(limits.pointsPerStaffDay, pointsPerCashierDay);
  return { ...limits, pointsPerStaffDay };
}

/**
 * The first limit that an order would exceed, and what is left of it; null if none.
 * @param used what counts today for the staff member, and for the member; null where no limit of theirs applies.
 */
export function exceededLimit(
  order: LimitUse,
  used: { staff: LimitUse; member: LimitUse | null },
  limits: Limits,
): { limit: LimitName; left: number } | null {
  const checks: readonly [LimitName, number, number | undefined][] = [
    ["giftsPerStaffDay", order.gifts, used.staff.gifts],
    ["giftsPerMemberDay", order.gifts, used.member?.gifts],
    ["pointsPerStaffDay", order.points, used.staff.points],
    ["pointsPerMemberDay", order.points, used.member?.points],
  ];
  for (const [limit, amount, before] of checks) {
    if (before !== undefined && amount > 0 && before + amount > limits[limit]) {
      return { limit, left: Math.max(0, limits[limit] - before) };
    }
  }
  return null;
}

/** A limit that one more redemption would exceed, or null. @param counts of those that count already. */
export const exceededRedemptionLimit = (
  counts: { day: number; set: number },
  { perDay, perSet }: { perDay: number; perSet: number | null },
): "day" | "set" | null =>
  counts.day >= perDay ? "day" : perSet !== null && counts.set >= perSet ? "set" : null;
