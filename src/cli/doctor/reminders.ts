/** Checks that members can be reminded of what ends, as the settings say. */
import type { CardFact } from "../../bot/context.ts";
import { pointsFactsIn } from "../../bot/staff/rules/ending-points.ts";
import type { Config } from "../../config/config.ts";
import { fault, ok, skipped, type Finding } from "./check.ts";

/** @param facts of `CARD_FACTS`. */
export function reminders(
  { coupon, points }: Config["reminderDays"],
  facts: readonly CardFact[],
): Finding {
  if (coupon === null && points === null) return skipped("members are reminded of nothing");
  if (points !== null && pointsFactsIn(facts).length === 0) {
    return fault(
      "REMIND_POINTS_DAYS: CARD_FACTS has no fact of kind expiry beside one of kind points",
      "put the two of a card, or of the member, one after the other, and not for staff alone",
    );
  }
  const told = [
    ...(coupon === null ? [] : [`coupons, ${coupon} days before they end`]),
    ...(points === null ? [] : [`points, ${points} days`]),
  ];
  return ok(told.join("; "));
}
