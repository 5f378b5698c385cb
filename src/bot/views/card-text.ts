/** How a membership card is spoken of. */
import type { MemberCard } from "../../loyalty/contract.ts";
import { clip } from "./flex-components.ts";

const maxNameLength = 60;

/** May be empty. */
export const cardTitle = (card: MemberCard): string =>
  clip(card.card_nickname || card.card_type, maxNameLength);

export const cardType = (card: MemberCard): string => clip(card.card_type, maxNameLength);

/** The number in groups of four, as it is read out; one that has groups of its own keeps them. */
export function groupedNumber(cardNo: string): string {
  const grouped = /^[a-z\d]+$/i.test(cardNo) ? cardNo.replace(/.{4}(?=.)/g, "$& ") : cardNo;
  return clip(grouped, maxNameLength);
}
