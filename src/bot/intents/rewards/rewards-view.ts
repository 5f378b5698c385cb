/** Renders the rewards that a member can redeem points for, each with its price. */
import type { FlexBubble, FlexComponent, Message } from "../../../line/messages/prepare-reply.ts";
import type { CouponSet } from "../../../loyalty/contract.ts";
import { leftOf } from "../../../loyalty/giveable-sets.ts";
import type { Funds } from "../../../loyalty/points.ts";
import type { RenderContext } from "../../context.ts";
import { fitsPostback } from "../../routing/postback.ts";
import { setNameIn, setValidity } from "../../views/coupon-text.ts";
import { worthLine } from "../../views/coupon-view.ts";
import {
  altEntries,
  button,
  buttonFooter,
  clip,
  coloredBox,
  column,
  flex,
  heroPicture,
  nextPageBubble,
  optionalLine,
  palette,
  pictureUrl,
  postbackAction,
  type StyledLine,
  styledLines,
  textLine,
} from "../../views/flex-components.ts";
import { type NextStep, withNextSteps } from "../../views/next-steps.ts";
import { paginate } from "../../views/paginate.ts";
import { redeemIntent } from "../redeem/views.ts";
import type { OfferedRewards, Reward } from "./offered-rewards.ts";

/** The intent that shows the next page. */
const rewardsIntent = "rewards";
/** Bubbles on a page; LINE's carousel holds 12. */
const pageSize = 10;
/** Coupons that count as few. */
const fewLeft = 10;
const maxDescriptionLength = 120;
const nextSteps: readonly NextStep[] = ["balance", "coupons", "help"];
const nextStepsWithoutRewards: readonly NextStep[] = ["campaigns", "coupons", "balance", "help"];

/**
 * @param funds what the member can pay with; null for who isn't a member, who is shown no more than the prices.
 * @param page from 1; past the end, the last page.
 */
export function rewardsView(
  ctx: RenderContext,
  { rewards, isComplete }: OfferedRewards,
  funds: Funds | null,
  page: number,
): Message[] {
  const { t } = ctx;
  if (rewards.length === 0) {
    const empty: Message = { type: "text", text: t("rewards.empty") };
    return [withNextSteps(ctx, empty, funds ? nextStepsWithoutRewards : [])];
  }
  const { shown, ...pages } = paginate(rewards, page, pageSize);
  const rewardTexts = altEntries(shown.map((reward) => pricedName(ctx, reward)));
  const message = flex(t("rewards.alt", { rewards: rewardTexts }), [
    ...shown.map((reward) => rewardBubble(ctx, reward, funds)),
    ...nextPageBubble(rewardsIntent, (left) => t("rewards.more", left), pages),
  ]);
  const list = withNextSteps(ctx, message, funds ? nextSteps : []);
  return isComplete ? [list] : [{ type: "text", text: t("rewards.partial") }, list];
}

/** A reward in one line, with its price. */
export const pricedName = (ctx: RenderContext, { set, terms }: Reward): string =>
  ctx.t("rewards.alt.one", { reward: setNameIn(ctx, set), points: terms.points });

function rewardBubble(ctx: RenderContext, { set, terms }: Reward, funds: Funds | null): FlexBubble {
  const { t, brand, images } = ctx;
  const picture = pictureUrl(images, set.image);
  const details = { set: set.uuid };
  const price = terms.points;
  const isAffordable = funds !== null && price <= funds.most && fitsPostback(redeemIntent, details);
  const isMissing = funds !== null && price > funds.most && funds.isKnown;
  return coloredBox(
    brand.color,
    [
      ...factLines(ctx, set),
      textLine(setNameIn(ctx, set), { size: "lg", weight: "bold", maxLines: 3, margin: "sm" }),
      ...optionalLine(clip(set.description.trim(), maxDescriptionLength), {
        size: "sm",
        maxLines: 3,
        margin: "md",
      }),
      textLine(t("rewards.price", { points: price }), {
        size: "xl",
        weight: "bold",
        margin: "lg",
      }),
      ...(isMissing
        ? missingPoints(
            ctx,
            { price, points: funds.most },
            t("rewards.missing", { points: price - funds.most }),
          )
        : []),
    ],
    {
      ...(picture && { hero: heroPicture(picture) }),
      ...buttonFooter(
        isAffordable
          ? [button(postbackAction(t("rewards.redeem"), redeemIntent, details), brand.accent)]
          : [],
      ),
    },
  );
}

/** What the coupon is worth, how long it will be valid, and how few are left; nothing where none of it is known. */
function factLines(ctx: RenderContext, set: CouponSet): FlexComponent[] {
  const { t } = ctx;
  const left = leftOf(set);
  const few = left !== null && left <= fewLeft ? t("rewards.left", { count: left }) : "";
  const lines: StyledLine[] = [
    { ...worthLine(ctx, set), weight: "bold" },
    { text: setValidity(ctx, set, (days) => t("rewards.validity", { days })) },
    { text: few, weight: "bold", color: palette.soon },
  ];
  const isKnown = lines.some(({ text }) => text.trim());
  return isKnown ? [styledLines(lines, { size: "xs", color: palette.soft })] : [];
}

// Renders how many points are missing until a reward, as a bar and in words.

/** @param price above `points`. @param points may be below zero. @param words say what is missing. */
export function missingPoints(
  { brand }: RenderContext,
  { price, points }: { price: number; points: number },
  words: string,
): FlexComponent[] {
  const share = Math.floor((100 * Math.max(0, points)) / price);
  const bar = column(
    share > 0
      ? [column([], { backgroundColor: brand.color, height: "6px", width: `${share}%` })]
      : [],
    { backgroundColor: palette.line, height: "6px", cornerRadius: "md", margin: "md" },
  );
  return [bar, textLine(words, { size: "sm", color: palette.soft, maxLines: 3, margin: "sm" })];
}
