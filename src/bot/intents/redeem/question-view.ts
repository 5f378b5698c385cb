/** Renders the question before a redemption: what, price, balance before and after, and that it can be undone. */
import type { CouponSet, MemberCard } from "../../../loyalty/contract.ts";
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { RenderContext } from "../../context.ts";
import { cardTitleIn, groupedNumber } from "../../views/card-text.ts";
import {
  button,
  buttonFooter,
  clip,
  coloredBox,
  flex,
  heroPicture,
  optionalLine,
  palette,
  pictureUrl,
  postbackAction,
  textLine,
} from "../../views/flex-components.ts";
import { fitsPostback } from "../../routing/postback.ts";
import { withNextSteps } from "../../views/next-steps.ts";
import type { PayingCard } from "./paying-cards.ts";
import { redeemIntent, redemptionIntent } from "./redemption-intent.ts";

const maxNameLength = 100;
/** Buttons to choose a card by; a bubble holds more, but nobody has more cards. */
const maxCards = 10;

export const rewardName = ({ t }: RenderContext, name: string): string =>
  clip(name.trim() || t("coupon.name"), maxNameLength);

export interface RedemptionTerms {
  /** Of the stored question. */
  id: string;
  set: Pick<CouponSet, "name" | "image">;
  points: number;
  card: Pick<PayingCard, "card_no" | "card_nickname" | "card_type" | "point">;
  /** Whether the member has other cards, so that this one is named. */
  isOneOfSeveral: boolean;
  /** How long the coupon will be valid. */
  validity: string;
  /** Whether it is asked again because the price has changed. */
  isRepriced: boolean;
}

export function redemptionQuestion(ctx: RenderContext, terms: RedemptionTerms): Message {
  const { t, brand, images } = ctx;
  const { id, set, points, card, validity, isRepriced } = terms;
  const picture = pictureUrl(images, set.image);
  const title = t("redeem.ask", { reward: rewardName(ctx, set.name) });
  const price = t("redeem.price", { points });
  const balance = t("redeem.balance", { before: card.point, after: card.point - points });
  const from = terms.isOneOfSeveral ? t("redeem.from", { card: cardName(ctx, card) }) : "";
  const lines = [from, validity, t("redeem.undoable")].filter(Boolean);
  const notice = isRepriced ? t("redeem.repriced") : "";
  return flex([notice, title, price, balance, ...lines].filter(Boolean).join("\n"), [
    coloredBox(
      brand.color,
      [
        ...optionalLine(notice, { size: "sm", color: palette.soon }),
        textLine(title, { size: "lg", weight: "bold", margin: "md" }),
        textLine(price, { size: "xl", weight: "bold", margin: "md" }),
        textLine(balance, { size: "md", margin: "sm" }),
        ...lines.map((line) => textLine(line, { size: "sm", color: palette.soft, margin: "sm" })),
      ],
      {
        size: "mega",
        ...(picture && { hero: heroPicture(picture) }),
        ...buttonFooter([
          button(postbackAction(t("redeem.yes"), redemptionIntent, { yes: id }), brand.accent),
          button(postbackAction(t("redeem.no"), redemptionIntent, { no: id })),
        ]),
      },
    ),
  ]);
}

/** Asks with which of several cards to pay; those with too few points aren't offered. */
export function cardQuestion(
  ctx: RenderContext,
  set: Pick<CouponSet, "uuid" | "name">,
  cards: readonly PayingCard[],
): Message {
  const { t, brand } = ctx;
  const title = t("redeem.cards", { reward: rewardName(ctx, set.name) });
  // A button carries the card's uuid or number, whichever fits into its data.
  const choices = cards
    .flatMap((card) => {
      const ways = [card.uuid, card.card_no].map((one) => ({ set: set.uuid, card: one }));
      const details = ways.find((way) => fitsPostback(redeemIntent, way));
      return details ? [{ card, details }] : [];
    })
    .slice(0, maxCards);
  const lines = choices.map(({ card }) =>
    [cardName(ctx, card), t("redeem.price", { points: card.point })].join(" · "),
  );
  return flex([title, ...lines].join("\n"), [
    coloredBox(
      brand.color,
      [
        textLine(title, { size: "lg", weight: "bold" }),
        ...choices.flatMap(({ card, details }) => [
          { type: "separator" as const, margin: "lg", color: palette.line },
          textLine(t("redeem.price", { points: card.point }), {
            weight: "bold",
            align: "center",
            margin: "lg",
          }),
          button(postbackAction(cardName(ctx, card), redeemIntent, details)),
        ]),
      ],
      { size: "mega" },
    ),
  ]);
}

const cardName = (
  ctx: RenderContext,
  card: Pick<MemberCard, "card_no" | "card_nickname" | "card_type">,
): string =>
  [cardTitleIn(ctx, card), groupedNumber(card.card_no)].filter((part) => part.trim()).join(" · ");

/** A short answer after which nothing is redeemed. */
export const redemptionText = (ctx: RenderContext, text: string): Message =>
  withNextSteps(ctx, { type: "text", text }, [
    "rewards",
    "balance",
    "coupons",
    "history",
    "contact",
    "help",
  ]);
