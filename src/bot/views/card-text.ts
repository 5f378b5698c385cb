/** Formats the title, type and number of a membership card. */
import type { MemberCard } from "../../loyalty/contract.ts";
import { clip } from "./flex-components.ts";

const maxNameLength = 60;

/** The card's nickname, else its type; may be empty. */
export const cardTitle = (card: MemberCard): string =>
  clip(card.card_nickname || card.card_type, maxNameLength);

export const cardType = (card: MemberCard): string => clip(card.card_type, maxNameLength);

/** The number in groups of four; one that contains separators stays as it is. */
export function groupedNumber(cardNo: string): string {
  const grouped = /^[a-z\d]+$/i.test(cardNo) ? cardNo.replace(/.{4}(?=.)/g, "$& ") : cardNo;
  return clip(grouped, maxNameLength);
}
