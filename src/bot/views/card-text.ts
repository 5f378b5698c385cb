/** How a membership card is spoken of. */
import type { MemberCard } from "../../loyalty/contract.ts";
import { clip } from "./flex-components.ts";

const longestName = 60;

/** May be empty. */
export const titleOf = (card: MemberCard): string =>
  clip(card.card_nickname || card.card_type, longestName);

export const typeOf = (card: MemberCard): string => clip(card.card_type, longestName);

/** The number in groups of four, as it is read out; one that has groups of its own keeps them. */
export function groupedNumber(cardNo: string): string {
  const grouped = /^[a-z\d]+$/i.test(cardNo) ? cardNo.replace(/.{4}(?=.)/g, "$& ") : cardNo;
  return clip(grouped, longestName);
}
