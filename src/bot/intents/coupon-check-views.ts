/** Renders the results of a coupon check: the usable coupon, a refusal, or the question for a code. */
import type { Coupon, CouponCheck, CouponSet, MemberProfile } from "../../loyalty/contract.ts";
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { RenderContext, Sample } from "../context.ts";
import { couponRefusal, refusalTextsForMember } from "../views/coupon-refusal.ts";
import { couponName } from "../views/coupon-text.ts";
import { couponView } from "../views/coupon-view.ts";
import { withNextSteps, type NextStep } from "../views/next-steps.ts";
import { sampleCoupons } from "../views/sample-data.ts";

const stepsAfterRefusal: readonly NextStep[] = ["coupons", "check", "campaigns", "contact", "help"];

/** The result of a check. */
export type CheckedCoupon = Pick<CouponCheck, "usable" | "reason" | "coupon"> & {
  coupon_set?: CouponSet | undefined;
};

/** @param found null for a code that the platform doesn't know. */
export function checkView(
  ctx: RenderContext,
  profile: Pick<MemberProfile, "uuid">,
  found: CheckedCoupon | null,
): Message {
  const { t } = ctx;
  const refusal = (text: string) => withNextSteps(ctx, { type: "text", text }, stepsAfterRefusal);
  // The same answer for unknown codes and other members' coupons: it must not reveal that a code exists.
  if (found?.coupon.member_uuid !== profile.uuid) return refusal(t("check.elsewhere"));
  const { usable, reason, coupon, coupon_set } = found;
  if (usable) return couponView(ctx, coupon, coupon_set);
  return refusal(
    couponRefusal(refusalTextsForMember(ctx, couponName(ctx, coupon)), reason, coupon),
  );
}

/** Asks for the code. */
export const codeQuestion = (ctx: RenderContext): Message =>
  withNextSteps(ctx, { type: "text", text: ctx.t("check.ask") }, ["coupons", "contact", "help"]);

/** @param minutes until codes are checked again. */
export function tooManyGuessesView(ctx: RenderContext, minutes: number): Message {
  const text = ctx.t("check.slow", { minutes });
  return withNextSteps(ctx, { type: "text", text }, ["coupons", "contact", "help"]);
}

/** The coupon, the question for a code, and one refusal for each reason. */
export function couponCheckSamples(ctx: RenderContext): Sample[] {
  const [coupon] = sampleCoupons(ctx, 1, "50 THB off");
  const [long] = sampleCoupons(ctx, 1, "Wolfeschlegelstein".repeat(20));
  return [
    {
      name: "ordinary",
      messages: coupon ? [couponView(ctx, coupon, { terms: "One per person." })] : [],
    },
    { name: "empty", messages: [codeQuestion(ctx)] },
    {
      name: "longest",
      messages: long
        ? [couponView(ctx, long, { description: "Long ".repeat(90), terms: "terms ".repeat(800) })]
        : [],
    },
    ...refusalSamples(ctx, coupon),
  ];
}

/** One sample for each reason why a code can't be used. */
function refusalSamples(ctx: RenderContext, coupon: Coupon | undefined): Sample[] {
  if (!coupon) return [];
  const { now } = ctx;
  const owner = { uuid: coupon.member_uuid ?? "" };
  const day = (days: number) => new Date(now + days * 86_400_000).toISOString();
  const refused = (
    reason: NonNullable<CheckedCoupon["reason"]>,
    more: Partial<Coupon> = {},
  ): CheckedCoupon => ({
    usable: false,
    reason,
    coupon: { ...coupon, ...more },
  });
  const cases: Readonly<Record<string, CheckedCoupon | null>> = {
    elsewhere: null,
    "not-given": refused("COUPON_NOT_GIVEN"),
    used: refused("COUPON_USED", { used_at: day(-3) }),
    expired: refused("COUPON_EXPIRED", { expires_at: day(-1) }),
    early: refused("COUPON_NOT_STARTED", { starts_at: day(1) }),
    voided: refused("COUPON_VOIDED"),
  };
  return [
    ...Object.entries(cases).map(([about, checked]) => ({
      name: "ordinary" as const,
      about,
      messages: [checkView(ctx, owner, checked)],
    })),
    { name: "ordinary", about: "too-many", messages: [tooManyGuessesView(ctx, 7)] },
  ];
}
