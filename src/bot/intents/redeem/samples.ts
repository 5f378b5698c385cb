/** Samples of how redemptions stand: one for each state that members see, and the redemption that staff's samples show. */
import type { Redemption, RedemptionState, StepRecord } from "../../../store/redemptions.ts";
import type { RenderContext, Sample } from "../../context.ts";
import type { CouponSetFacts } from "../../views/coupon-heading.ts";
import { redemptionText } from "./question-view.ts";
import { redemptionView } from "./status-view.ts";

export function redemptionSamples(ctx: RenderContext): Sample[] {
  const { samplePicture: image } = ctx.images;
  const set: CouponSetFacts = { type: "FREE_ITEM", ...(image && { image }) };
  const status = (about: string, state: RedemptionState, code?: string): Sample => ({
    name: "ordinary",
    about,
    messages: [redemptionView(ctx, sampleRedemption(ctx, state, "Free iced latte", code), { set })],
  });
  const done = (name: string) => [
    redemptionView(ctx, sampleRedemption(ctx, "done", name), { set }),
  ];
  return [
    { name: "ordinary", messages: done("Free iced latte") },
    status("checking", "giving"),
    status("too-few", "refused", "INSUFFICIENT_POINTS"),
    status("refunding", "refunding"),
    status("refunded", "refunded", "OUT_OF_STOCK"),
    status("undone", "undone"),
    status("used", "done", "COUPON_USED"),
    status("review", "needs_review"),
    status("closed", "closed"),
    { name: "empty", messages: [redemptionText(ctx, ctx.t("redeem.expired"))] },
    { name: "longest", messages: done("Wolfeschlegelstein".repeat(20)) },
  ];
}

const failureDetails: Readonly<Record<string, Record<string, unknown>>> = {
  INSUFFICIENT_POINTS: { balance: 320, requested: 500 },
};

/** @param code of the failure; absent = none. */
export function sampleRedemption(
  { now }: RenderContext,
  state: RedemptionState,
  set: string,
  code?: string,
): Redemption {
  const step = (done: object): StepRecord => ({
    begunAt: now,
    sends: 1,
    sentAt: now,
    clockDifference: null,
    isUnclear: false,
    done,
  });
  const expires_at = new Date(now + 30 * 86_400_000).toISOString();
  const coupons = [{ uuid: "sample", code: "LATTE-7K2Q", expires_at }];
  return {
    account: "",
    id: "sample",
    asker: "",
    memberUuid: "",
    lineId: "",
    order: { setUuid: "", set, card: "880000100005", points: 500, who: "Olivia B. •••0105" },
    burnRefId: "",
    giveRefId: "",
    askedAt: now,
    expiresAt: now,
    state,
    claimedAt: now,
    doneAt: now,
    steps: { burn: step({ id: 1, balance: 750 }), give: step({ coupons }) },
    failure: code === undefined ? null : { code, detail: failureDetails[code] ?? null },
  };
}
