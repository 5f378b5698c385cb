/** Day limits: which one a further order would exceed. */
import type { LimitName, Limits, LimitUse } from "./order.ts";
import type { Role } from "./staff.ts";

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
