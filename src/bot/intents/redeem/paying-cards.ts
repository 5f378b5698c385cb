/** Tells with which cards of a member a price can be paid. */
import type { MemberCard } from "../../../loyalty/contract.ts";

/** A card with points and a number that can be read. */
export type PayingCard = MemberCard & { point: number };

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
