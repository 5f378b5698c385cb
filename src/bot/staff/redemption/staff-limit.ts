/** Says how many redemptions a staff member has left today: they count with the coupons that they give. */
import { dayOf, limitReachedText } from "../orders/day-limits.ts";
import type { CommandContext } from "../command.ts";

/** @returns why the staff member can't redeem for anybody now; null when they can. */
export async function redemptionLimitText(ctx: CommandContext): Promise<string | null> {
  const { account, colleague, staffContext, now } = ctx;
  const { confirmations } = staffContext;
  const { limits, ...day } = dayOf(ctx, staffContext, colleague.role);
  const { gifts } = await confirmations.usedBy(account, colleague.lineId, day, now);
  const left = limits.giftsPerStaffDay - gifts;
  return left >= 1 ? null : limitReachedText(ctx, "giftsPerStaffDay", Math.max(0, left));
}
