/** Tells with which cards of a member a price can be paid. */
import type { MemberCard } from "../../../loyalty/contract.ts";

/**
 * @param chosen the uuid or number of the card that was chosen, if one was. Where it has too few points by now, or is
 * gone, the others pay as well.
 */
export function payingCards(
  cards: readonly MemberCard[],
  points: number,
  chosen: string | undefined,
): MemberCard[] {
  const able = cards.filter(({ point }) => point >= points);
  const asked = able.filter(({ uuid, card_no }) => chosen === uuid || chosen === card_no);
  return asked.length > 0 ? asked : able;
}
