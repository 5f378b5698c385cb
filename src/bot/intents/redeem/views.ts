/** What a member sees of a redemption: the question before it, and how it stands. */
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { CouponSet, MemberCard } from "../../../loyalty/contract.ts";
import { isOffered } from "../../../store/rules/order.ts";
import type { RenderContext } from "../../context.ts";
import type { Redemption } from "../../redemption.ts";
import { fitsPostback } from "../../routing/postback.ts";
import { cardTitleIn, groupedNumber } from "../../views/card.ts";
import { type CouponSetFacts, showCouponButton, worthAndEnd } from "../../views/coupon.ts";
import { validUntil } from "../../views/coupon-expiry.ts";
import * as ui from "../../views/flex-components.ts";
import { withNextSteps } from "../../views/next-steps.ts";

// Renders the question before a redemption: what, price, balance before and after, and that it can be undone.

const maxNameLength = 100;
/** Buttons to choose a card by; a bubble holds more, but nobody has more cards. */
const maxCards = 10;

export const rewardName = ({ t }: RenderContext, name: string): string =>
  ui.clip(name.trim() || t("coupon.name"), maxNameLength);

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
  const picture = ui.pictureUrl(images, set.image);
  const title = t("redeem.ask", { reward: rewardName(ctx, set.name) });
  const price = t("redeem.price", { points });
  const balance = t("redeem.balance", { before: card.point, after: card.point - points });
  const from = terms.isOneOfSeveral ? t("redeem.from", { card: cardName(ctx, card) }) : "";
  const lines = [from, validity, t("redeem.undoable")].filter(Boolean);
  const notice = isRepriced ? t("redeem.repriced") : "";
  return ui.flex([notice, title, price, balance, ...lines].filter(Boolean).join("\n"), [
    ui.coloredBox(
      brand.color,
      [
        ...ui.optionalLine(notice, { size: "sm", color: ui.palette.soon }),
        ui.textLine(title, { size: "lg", weight: "bold", margin: "md" }),
        ui.textLine(price, { size: "xl", weight: "bold", margin: "md" }),
        ui.textLine(balance, { size: "md", margin: "sm" }),
        ...lines.map((line) =>
          ui.textLine(line, { size: "sm", color: ui.palette.soft, margin: "sm" }),
        ),
      ],
      {
        size: "mega",
        ...(picture && { hero: ui.heroPicture(picture) }),
        ...ui.buttonFooter([
          ui.button(
            ui.postbackAction(t("redeem.yes"), redemptionIntent, { yes: id }),
            brand.accent,
          ),
          ui.button(ui.postbackAction(t("redeem.no"), redemptionIntent, { no: id })),
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
  return ui.flex([title, ...lines].join("\n"), [
    ui.coloredBox(
      brand.color,
      [
        ui.textLine(title, { size: "lg", weight: "bold" }),
        ...choices.flatMap(({ card, details }) => [
          { type: "separator" as const, margin: "lg", color: ui.palette.line },
          ui.textLine(t("redeem.price", { points: card.point }), {
            weight: "bold",
            align: "center",
            margin: "lg",
          }),
          ui.button(ui.postbackAction(cardName(ctx, card), redeemIntent, details)),
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

// Renders how a redemption stands, for the member: done, not done, being checked, or undone.

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
  const color = failure ? ui.palette.soon : ui.palette.done;
  const picture = usable ? ui.pictureUrl(images, set.image) : null;
  const undo = ui.postbackAction(t("redeem.undo"), redemptionIntent, { undo: order.id });
  const validity = usable ? validUntil(ctx, usable).text : "";
  const altText = [title, coupon?.code ?? "", validity, ...lines].filter(Boolean).join("\n");
  const message = ui.flex(altText, [
    ui.coloredBox(
      color,
      [
        ...(usable ? [worthAndEnd(ctx, usable, set)] : []),
        ui.textLine(title, { size: "lg", weight: "bold", color, margin: "sm" }),
        ...(failure ? [ui.textLine(reward, { weight: "bold", margin: "sm" })] : []),
        ...ui.optionalLine(coupon?.code ?? "", { size: "lg", weight: "bold", margin: "md" }),
        ...lines.map((line) =>
          ui.textLine(line, { size: "sm", color: ui.palette.soft, margin: "sm" }),
        ),
      ],
      {
        size: "mega",
        ...(picture && { hero: ui.heroPicture(picture) }),
        ...ui.buttonFooter([
          ...(usable ? showCouponButton(ctx, usable.code) : []),
          ...(canUndo ? [ui.button(undo)] : []),
        ]),
      },
    ),
  ]);
  return withNextSteps(ctx, message, ["coupons", "rewards", "balance", "history", "help"]);
}

// Tells with which cards of a member a price can be paid.

/** A card with points and a number that can be read. */
type PayingCard = MemberCard & { point: number };

const canPay = (card: MemberCard, points: number): card is PayingCard =>
  card.point !== null && card.point >= points && card.card_no.trim() !== "";

/**
 * @param chosen the uuid or number of the card that was chosen, if one was. Where it has too few points by now, or is
 * gone, the others pay as well.
 */
export function payingCards(
  cards: readonly MemberCard[],
  points: number,
  chosen: string | undefined,
): PayingCard[] {
  const able = cards.filter((card) => canPay(card, points));
  const asked = able.filter(({ uuid, card_no }) => chosen === uuid || chosen === card_no);
  return asked.length > 0 ? asked : able;
}

// Names of the intents of redeeming; in the buttons of sent messages, so they never change.

/** Asks whether to redeem a coupon of `set`, with `card` if there are several. */
export const redeemIntent = "redeem";
/** Answers that question or undoes: the id of the redemption as `yes`, `no` or `undo`. */
export const redemptionIntent = "redemption";
