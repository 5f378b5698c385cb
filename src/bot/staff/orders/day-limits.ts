/** Checks what staff may give, add and burn per day, before a question is asked. */
import type { Message } from "../../../line/messages/prepare-reply.ts";
import { exceededLimit, limitsOf } from "../../../store/day-limits.ts";
import type { Block } from "../../../store/order.ts";
import type { Role } from "../../../store/staff.ts";
import type { RenderContext } from "../../context.ts";
import { endOfDay, startOfDay } from "../../views/dates.ts";
import type { CommandContext, StaffContext } from "../command.ts";
import { text } from "../staff-views.ts";

/** The current day in the business's time zone, with the limits of a role. */
export const dayOf = (
  { now, timeZone }: RenderContext,
  { limits }: Pick<StaffContext, "limits">,
  role: Role,
) => ({
  start: startOfDay(now, timeZone),
  end: endOfDay(now, timeZone),
  limits: limitsOf(role, limits),
});

interface LimitCheck {
  /** What is left of the staff member's limit today; shown with the question. */
  line: string;
  /** Shown in place of the question when a limit would be exceeded. */
  refusal: Message | null;
}

/** Checks an amount against what the staff member and the member have left today. */
export async function checkLimits(
  ctx: CommandContext,
  what: "gifts" | "points",
  memberUuid: string,
  amount: number,
): Promise<LimitCheck> {
  const { staffContext, account, colleague, t, now } = ctx;
  const { orders } = staffContext;
  const { limits, ...day } = dayOf(ctx, staffContext, colleague.role);
  const staff = await orders.usedBy(account, colleague.lineId, day, now);
  const member = await orders.usedFor(account, memberUuid, day, now);
  const order = { gifts: 0, points: 0, [what]: amount };
  const exceeded = exceededLimit(order, { staff, member }, limits);
  const max = limits[what === "gifts" ? "giftsPerStaffDay" : "pointsPerStaffDay"];
  return {
    line: t(`staff.today.${what}`, { left: Math.max(0, max - staff[what]), most: max }),
    refusal: exceeded ? text(limitReachedText(ctx, exceeded)) : null,
  };
}

/** Why an order is blocked now. */
export const limitReachedText = ({ t }: RenderContext, by: Block): string =>
  "limit" in by
    ? t(`staff.limit.${by.limit}`, { left: by.left })
    : t(redemptionTexts[by.redemptions]);

const redemptionTexts = {
  busy: "staff.redeem.busy",
  day: "staff.redeem.limit.day",
  set: "staff.redeem.limit.set",
} as const;
