/** Renders how a redemption stands, for the member: done, not done, being checked, or undone. */
import type { Message } from "../../../line/messages/prepare-reply.ts";
import { isOffered } from "../../../store/order.ts";
import type { RenderContext } from "../../context.ts";
import type { Redemption } from "../../redemption.ts";
import { worthAndEnd, type CouponSetFacts } from "../../views/coupon-heading.ts";
import { validUntil } from "../../views/coupon-text.ts";
import { showCouponButton } from "../../views/coupon-view.ts";
import {
  button,
  buttonFooter,
  coloredBox,
  flex,
  heroPicture,
  optionalLine,
  palette,
  pictureUrl,
  postbackAction,
  textLine,
} from "../../views/flex-components.ts";
import { withNextSteps } from "../../views/next-steps.ts";
import { redemptionText, rewardName } from "./question-view.ts";
import { redemptionIntent } from "./redemption-intent.ts";

/**
 * @param options `isRepeated`: whether it is shown to somebody who taps again. `set`: what is known of the coupon's set.
 * `balance`: of the card after an undo; null = nothing is said of it.
 */
export function redemptionView(
  ctx: RenderContext,
  redemption: Redemption,
  {
    isRepeated = false,
    set = {},
    balance = null,
  }: { isRepeated?: boolean; set?: CouponSetFacts; balance?: number | null } = {},
): Message {
  const { t } = ctx;
  const { points } = redemption.terms;
  const reward = rewardName(ctx, redemption.terms.set);
  const text = (words: string) => redemptionText(ctx, words);
  switch (redemption.state) {
    case "asked":
    case "cancelled":
      return text(t("redeem.cancelled"));
    // Only another version knows how that stands.
    case "foreign":
    case "checking":
      return text(t("redeem.checking", { reward }));
    case "refused":
      return text(sentences(refusalText(ctx, redemption), t("redeem.untouched")));
    case "done":
      return doneView(ctx, redemption, isRepeated, set);
    case "undoing":
      return text(t("redeem.undoing", { reward, points }));
    case "refunding":
      return text(t("redeem.refunding", { reward, points }));
    case "refunded":
      return text(sentences(refusalText(ctx, redemption), t("redeem.refunded", { points })));
    case "undone":
      return text(
        sentences(
          t("redeem.undone", { reward, points }),
          balance === null ? "" : t("redeem.balance.after", { balance }),
        ).trim(),
      );
    case "needs_review":
      return text(t("redeem.review", { reward }));
    case "closed":
      return text(t("redeem.closed", { reward }));
  }
}

/** Two sentences as one text; after a full-width full stop there is no space. */
const sentences = (first: string, second: string) =>
  first.endsWith("。") ? first + second : `${first} ${second}`;

/** Why it couldn't be redeemed, as far as the member can do something about it. */
function refusalText(ctx: RenderContext, { refusal, terms }: Redemption): string {
  const { t } = ctx;
  const reward = rewardName(ctx, terms.set);
  const { code = "" } = refusal ?? {};
  if (code === "INSUFFICIENT_POINTS") return t("redeem.tooFew", { reward });
  if (code === "MEMBER_LIMIT_REACHED") return t("redeem.limit.set", { reward });
  if (code === "MEMBER_INACTIVE") return t("service.inactive");
  // It would fail again in the same way.
  if (code === "UNSENDABLE" || code === "NOT_CONFIGURED") return t("redeem.impossible", { reward });
  const isGone = code === "OUT_OF_STOCK" || code === "COUPON_SET_NOT_ACTIVE";
  return t(isGone ? "redeem.gone" : "redeem.failed", { reward });
}

/** Why an undo left everything as it was, and whether it can be tried again; empty when none was tried. */
function undoFailure({ t }: RenderContext, { refusal }: Redemption): string {
  if (refusal === null) return "";
  if (refusal.code === "COUPON_USED") return t("redeem.used");
  return t(refusal.code === "UNREACHED" ? "redeem.notUndone" : "redeem.undo.expired");
}

/** The coupon that was redeemed, as a coupon is shown, with what it has cost and the way back. */
function doneView(
  ctx: RenderContext,
  redemption: Redemption,
  isRepeated: boolean,
  set: CouponSetFacts,
): Message {
  const { t, images, now } = ctx;
  const { order, terms, coupon, undo: back } = redemption;
  const { balance } = redemption.burn ?? {};
  const reward = rewardName(ctx, terms.set);
  const failure = undoFailure(ctx, redemption);
  const title = failure || `✓ ${t(isRepeated ? "redeem.already" : "redeem.done", { reward })}`;
  const spent =
    balance === undefined
      ? t("redeem.spent", { points: terms.points })
      : t("redeem.left", { points: terms.points, balance });
  const isUsed = redemption.refusal?.code === "COUPON_USED";
  const usable = isUsed ? null : coupon;
  const canUndo = back !== null && isOffered(back, now);
  const lines = [spent, canUndo && failure === "" ? t("redeem.undoable") : ""].filter(Boolean);
  const color = failure ? palette.soon : palette.done;
  const picture = usable ? pictureUrl(images, set.image) : null;
  const undo = postbackAction(t("redeem.undo"), redemptionIntent, { undo: order.id });
  const validity = usable ? validUntil(ctx, usable).text : "";
  const altText = [title, coupon?.code ?? "", validity, ...lines].filter(Boolean).join("\n");
  const message = flex(altText, [
    coloredBox(
      color,
      [
        ...(usable ? [worthAndEnd(ctx, usable, set)] : []),
        textLine(title, { size: "lg", weight: "bold", color, margin: "sm" }),
        ...(failure ? [textLine(reward, { weight: "bold", margin: "sm" })] : []),
        ...optionalLine(coupon?.code ?? "", { size: "lg", weight: "bold", margin: "md" }),
        ...lines.map((line) => textLine(line, { size: "sm", color: palette.soft, margin: "sm" })),
      ],
      {
        size: "mega",
        ...(picture && { hero: heroPicture(picture) }),
        ...buttonFooter([
          ...(usable ? showCouponButton(ctx, usable.code) : []),
          ...(canUndo ? [button(undo)] : []),
        ]),
      },
    ),
  ]);
  return withNextSteps(ctx, message, ["coupons", "rewards", "balance", "history", "help"]);
}
