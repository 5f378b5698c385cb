/** Names, phone numbers and cards of members as staff see them. */
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { MemberCard, MemberProfile } from "../../loyalty/contract.ts";
import { LoyaltyError } from "../../loyalty/errors.ts";
import { namesOf } from "../../loyalty/lenient-parse.ts";
import { maskedNumber } from "../../text/phone-number.ts";
import type { RenderContext, Reply } from "../context.ts";
import { cardTitle, groupedNumber } from "../views/card.ts";
import * as ui from "../views/flex-components.ts";
import { fullName, maskedName } from "../views/person-name.ts";
import type { AffectedMember } from "./operations/write-operation.ts";
import { textMessage } from "./staff-views.ts";

const maxNameLength = 60;

/** The full name, for lists that staff choose from; a dash for a member without one. */
export const listedName = (member: MemberProfile): string => fullName(member) || "–";

/** The masked name, for what the till shows; a dash for a member without one. */
export const tillName = (member: MemberProfile): string => maskedName(member) || "–";

export const maskedPhone = ({ phoneNumber }: MemberProfile): string => maskedNumber(phoneNumber);

/** Stored with orders and shown to readers of every language, so it has no brackets of one. */
export const maskedWho = (member: MemberProfile): string =>
  `${tillName(member)} ${maskedPhone(member)}`;

/** The member whom a write affects. @param uuid where the platform doesn't find their profile now; empty = nobody's. */
export const affected = (
  member: MemberProfile | null,
  uuid = member?.uuid ?? "",
): AffectedMember => ({
  memberUuid: uuid,
  lineId: member?.lineId ?? "",
  who: member ? maskedWho(member) : "–",
});

/** Whether anything can be done with a card: its number can be read. */
export const hasNumber = ({ card_no }: Pick<MemberCard, "card_no">): boolean =>
  card_no.trim() !== "";

export const cardName = (card: MemberCard): string =>
  [cardTitle(card), groupedNumber(card.card_no)].filter(Boolean).join(" ");

/** What tells members of one name apart: the masked phone number, and their cards. */
export const memberFacts = (member: MemberProfile): string[] => [
  maskedPhone(member),
  ...member.cards.map((card) => cardName(card)),
];

/** Its balance, or that it can't be read. */
export const balanceText = ({ t }: RenderContext, { point }: Pick<MemberCard, "point">): string =>
  point === null ? t("staff.pointsUnread") : t("history.balance", { points: point });

/** Its balance before and after a change, or that it can't be read. */
export const balanceChange = (
  { t }: RenderContext,
  { point }: Pick<MemberCard, "point">,
  change: number,
): string =>
  point === null
    ? t("staff.pointsUnread")
    : t("staff.balance", { before: point, after: point + change });

/** The written text without the `id:` prefix of a button. */
export const withoutIdPrefix = (written: string): string => written.replace(/^id:\S+\s*/, "");

export const memberNotFound = ({ t }: RenderContext, who: string): Message =>
  textMessage(t("staff.nobody", { who: ui.clip(withoutIdPrefix(who), maxNameLength) }));

/** Says that there were too many results to read them all. */
export const tooMany = ({ t }: RenderContext, who: string): Message =>
  textMessage(t("staff.tooMany", { what: ui.clip(withoutIdPrefix(who), maxNameLength) }));

// Tells staff what the platform sent that can't be read, by what they know it by.

const maxLength = 200;

const listed = (names: readonly string[]): string => ui.clip(names.join(", "), maxLength);

/** The answer where nothing can be told because of rows with these names. */
export const unreadText = ({ t }: RenderContext, names: readonly string[]): Message =>
  textMessage(t("staff.unread", { what: listed(names) }));

/** The answer to a command that failed for it. @throws any other failure, and one without names of rows. */
export const unreadReply =
  (ctx: RenderContext) =>
  (error: unknown): Reply => {
    const names = error instanceof LoyaltyError ? (error.unreadNames ?? []) : [];
    if (names.length === 0) throw error;
    return { messages: [unreadText(ctx, names)] };
  };

/** A line of a list that lacks these rows, by their names or else their number; empty if there are none. */
export function unreadLine({ t }: RenderContext, rows: readonly unknown[] = []): string {
  if (rows.length === 0) return "";
  return t("staff.unread.some", { what: listed(namesOf(rows)) || String(rows.length) });
}
