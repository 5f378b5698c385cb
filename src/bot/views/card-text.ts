/** Formats the title, type and number of a membership card, and the points of its movements. */
import type { MemberCard, Transaction } from "../../loyalty/contract.ts";
import { changeOf } from "../../loyalty/points.ts";
import type { FlexComponent } from "../../line/messages/prepare-reply.ts";
import type { RenderContext } from "../context.ts";
import { clip, optionalLine } from "./flex-components.ts";
import { addressedName, type PersonName } from "./person-name.ts";

const maxNameLength = 60;

type CardNames = Pick<MemberCard, "card_nickname" | "card_type">;

/** The card's nickname, else its type; may be empty. */
export const cardTitle = ({ card_nickname, card_type }: CardNames): string =>
  clip(card_nickname.trim() || card_type.trim(), maxNameLength);

/** The title for members, who are shown the word for a card if it has neither nickname nor type. */
export const cardTitleIn = ({ t }: RenderContext, card: CardNames): string =>
  cardTitle(card) || t("card.label");

/** The card's nickname as a line, unless it only says the type, which the card's badge shows. */
export function cardNickname(card: MemberCard): FlexComponent[] {
  const title = cardTitle(card);
  const isType = title.toLowerCase() === clip(card.card_type.trim(), maxNameLength).toLowerCase();
  return isType ? [] : optionalLine(title, { weight: "bold", maxLines: 2 });
}

/** Tells a member that they have no card. */
export function noCardText({ t, language }: RenderContext, member: PersonName): string {
  const name = addressedName(member, language);
  return name ? t("balance.empty", { name }) : t("balance.empty.nameless");
}

/** The number in groups of four; one that contains separators stays as it is. */
export function groupedNumber(cardNo: string): string {
  const grouped = /^[a-z\d]+$/i.test(cardNo) ? cardNo.replace(/.{4}(?=.)/g, "$& ") : cardNo;
  return clip(grouped, maxNameLength);
}

/** How a movement changed the balance, with one sign, such as `+78` or `−60`. */
export function signedPoints(
  t: RenderContext["t"],
  movement: Pick<Transaction, "type" | "points">,
): string {
  const change = changeOf(movement);
  const sign = change < 0 ? "\u2212" : change > 0 ? "+" : "";
  return `${sign}${t("number", { number: Math.abs(change) })}`;
}
