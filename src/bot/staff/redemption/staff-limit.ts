/** Says how many redemptions a staff member has left today: they count with the coupons that they give. */
import { dayOf, limitReachedText } from "../orders/day-limits.ts";
import type { CommandContext } from "../command.ts";

/** @returns why the staff member can't redeem for anybody now; null when they can. */
export async function redemptionLimitText(ctx: CommandContext): Promise<string | null> {
  const { account, colleague, staffContext, now } = ctx;
  const { limits, ...day } = dayOf(ctx, staffContext, colleague.role);
  const { gifts } = await staffContext.orders.usedBy(account, colleague.lineId, day, now);
  const left = limits.giftsPerStaffDay - gifts;
  return left >= 1
    ? null
    : limitReachedText(ctx, { limit: "giftsPerStaffDay", left: Math.max(0, left) });
}
