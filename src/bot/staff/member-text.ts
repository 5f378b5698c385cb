/** Names, phone numbers and cards of members as staff see them. */
import type { MemberCard, MemberProfile } from "../../loyalty/contract.ts";
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { RenderContext } from "../context.ts";
import { cardTitle, groupedNumber } from "../views/card-text.ts";
import { clip } from "../views/flex-components.ts";
import { fullName, maskedName } from "../views/person-name.ts";
import { maskedNumber } from "../../text/phone-number.ts";

const maxNameLength = 60;

/** The full name, for lists that staff choose from; a dash for a member without one. */
export const listedName = (member: MemberProfile): string => fullName(member) || "–";

/** The masked name, for what the till shows; a dash for a member without one. */
export const tillName = (member: MemberProfile): string => maskedName(member) || "–";

export const maskedPhone = ({ phoneNumber }: MemberProfile): string => maskedNumber(phoneNumber);

/** Stored with orders and shown to readers of every language, so it has no brackets of one. */
export const maskedWho = (member: MemberProfile): string =>
  `${tillName(member)} ${maskedPhone(member)}`;

export const cardName = (card: MemberCard): string =>
  [cardTitle(card), groupedNumber(card.card_no)].filter(Boolean).join(" ");

/** The written text without the `id:` prefix of a button. */
export const withoutIdPrefix = (written: string): string => written.replace(/^id:\S+\s*/, "");

export const memberNotFound = ({ t }: RenderContext, who: string): Message => ({
  type: "text",
  text: t("staff.nobody", { who: clip(withoutIdPrefix(who), maxNameLength) }),
});

/** Says that there were too many results to read them all. */
export const tooMany = ({ t }: RenderContext, who: string): Message => ({
  type: "text",
  text: t("staff.tooMany", { what: clip(withoutIdPrefix(who), maxNameLength) }),
});
