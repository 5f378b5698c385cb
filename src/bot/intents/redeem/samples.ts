/** Samples of how redemptions stand: one for each state that members see, and the redemption that staff's samples show. */
import { newStep, openOrder, type Step } from "../../../store/rules/order.ts";
import type { RenderContext, Sample } from "../../context.ts";
import { redemptionOf, type Redemption, type RedemptionState } from "../../redemption.ts";
import type { CouponSetFacts } from "../../views/coupon.ts";
import { redemptionText, redemptionView } from "./views.ts";

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
    status("checking", "checking"),
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

const refusalDetails: Readonly<Record<string, Record<string, unknown>>> = {
  INSUFFICIENT_POINTS: { balance: 320, requested: 500 },
};

/** @param code of the refusal; absent = none. */
export function sampleRedemption(
  { now }: RenderContext,
  state: RedemptionState,
  set: string,
  code?: string,
): Redemption {
  const expires_at = new Date(now + 30 * 86_400_000).toISOString();
  const coupons = [{ uuid: "sample", code: "LATTE-7K2Q", expires_at }];
  const done = (step: Pick<Step, "operation" | "input">, result: object): Step => ({
    ...newStep({ ...step, refId: "5f0c6f0e-8f0b-4c52-9c1e-2f4f8b9d7a11" }),
    state: "done",
    begunAt: now,
    sends: 1,
    sentAt: now,
    result,
  });
  const price = { card: "880000100005", points: 500, who: "Olivia B. •••0105" };
  const burn = done({ operation: "adjust_points", input: price }, { id: 1, balance: 750 });
  const given = done({ operation: "give_coupons", input: { set } }, { coupons });
  // Nobody knows whether it was given.
  const give: Step =
    state === "needs_review" ? { ...given, state: "unknown", sends: 2, result: null } : given;
  const question = {
    id: "sample",
    kind: "redeeming",
    command: "redeem",
    asker: "",
    memberUuid: "",
    lineId: "",
    subject: "",
    approval: false,
    undoes: null,
    gifts: 0,
    points: 0,
    askedAt: now,
    expiresAt: now + 900_000,
  };
  const order = openOrder("", { ...question, steps: [burn, give] });
  const undo = openOrder("", { ...question, kind: "unredeeming", undoes: "sample", steps: [] });
  const isUndoable = state === "done" && code === undefined;
  const refusal = code === undefined ? null : { code, detail: refusalDetails[code] ?? null };
  return { ...redemptionOf(order, isUndoable ? undo : null), state, refusal };
}
