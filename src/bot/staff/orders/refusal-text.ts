/** Says to staff why a write was refused. */
import type { Refusal } from "../../../store/order.ts";
import type { RenderContext } from "../../context.ts";
import { couponRefusal, isCouponReason, refusalTextsForStaff } from "../../views/coupon-refusal.ts";

/** Refusal codes with a message of their own; the reasons of coupons have theirs in `couponRefusal`. */
const knownCodes = [
  "MEMBER_INACTIVE",
  "COUPON_SET_NOT_ACTIVE",
  "MEMBER_LIMIT_REACHED",
  "OUT_OF_STOCK",
  "NOT_FOUND",
  "CARD_MOVED",
  "UNCHECKED",
  "SET_CHANGED",
  "REF_NO_TAKEN",
  "POINTS_ALREADY_SPENT",
  "UNREACHED",
  "UNSENDABLE",
  "NOT_CONFIGURED",
  "PERSON",
  "LAST_OWNER",
  "OWNER_BY_SETTINGS",
  "STAFF_AGAIN",
  "PRICE_CHANGED",
  // Of a dry run in the dev channel.
  "TEST",
] as const;

export function refusalText(ctx: RenderContext, { code, detail }: Refusal): string {
  const { t } = ctx;
  const { balance, requested } = detail ?? {};
  if (typeof balance === "number" && typeof requested === "number") {
    return t("staff.tooFewPoints", { balance, wanted: requested });
  }
  if (isCouponReason(code))
    return couponRefusal(refusalTextsForStaff(ctx), code, couponFacts(detail));
  const known = knownCodes.find((one) => one === code);
  return known ? t(`staff.why.${known}`) : t("staff.why.other");
}

/** What the platform tells of the coupon with its refusal. */
function couponFacts(detail: Record<string, unknown> | null) {
  const fact = (key: string) => {
    const value = detail?.[key];
    return typeof value === "string" ? value : undefined;
  };
  return {
    used_at: fact("used_at"),
    used_by: fact("used_by"),
    branch_code: fact("branch_code"),
    starts_at: fact("starts_at"),
    expires_at: fact("expires_at"),
  };
}
