/** Turns a command's argument into one member or one card, or into a chooser when several match. */
import type { MemberCard, MemberProfile } from "../../loyalty/contract.ts";
import { namesOf } from "../../loyalty/lenient-parse.ts";
import type { List } from "../../loyalty/read-list.ts";
import { callingCodeIn } from "../../text/phone-number.ts";
import type { Reply } from "../context.ts";
import { expectAnother, type OpenCommandContext } from "./command.ts";
import {
  cardNumberKey,
  findMembers,
  findMembersByEnding,
  isNumberEnding,
} from "./member-search.ts";
import {
  balanceText,
  cardName,
  hasNumber,
  listedName,
  maskedPhone,
  maskedWho,
  memberNotFound,
  tooMany,
} from "./member-text.ts";
import { memberReference } from "./next-actions.ts";
import { chooser } from "./staff-views.ts";
import { unreadText } from "./unread.ts";
import { commandButton } from "./command-button.ts";

/**
 * The members that a text names: by a number, its last digits or a name. `written` = what finds them again from a
 * button; undefined for last digits, by which a platform may not search.
 * @throws {LoyaltyError}
 */
export async function membersNamed(
  { loyalty, signal, timeZone }: Pick<OpenCommandContext, "loyalty" | "signal" | "timeZone">,
  text: string,
): Promise<List<MemberProfile> & { written: string | undefined }> {
  if (isNumberEnding(text)) {
    return { ...(await findMembersByEnding(loyalty, text, signal)), written: undefined };
  }
  const list = await findMembers(loyalty, text, signal, callingCodeIn(timeZone));
  return { ...list, written: text };
}

/**
 * The one member that the argument `name` matches, or the reply when it matches none or several.
 * @throws {LoyaltyError}
 */
export async function oneMember(
  ctx: OpenCommandContext,
  name: string,
): Promise<{ member: MemberProfile } | { reply: Reply }> {
  const { args, t } = ctx;
  const text = args[name] ?? "";
  const { rows, isComplete, written, unreadable = [] } = await membersNamed(ctx, text);
  if (!isComplete || rows.length !== 1) expectAnother(ctx, name);
  if (unreadable.length > 0) return { reply: { messages: [unreadText(ctx, namesOf(unreadable))] } };
  if (!isComplete) return { reply: { messages: [tooMany(ctx, text)] } };
  const [member, second] = rows;
  if (!member) return { reply: { messages: [memberNotFound(ctx, text)] } };
  if (!second) return { member };
  const options = rows.map((one) => ({
    title: listedName(one),
    facts: [maskedPhone(one), ...one.cards.map((card) => cardName(card))],
    action: commandButton(ctx, listedName(one), ctx.command.name, {
      ...args,
      [name]: memberReference(one, written),
    }),
  }));
  return { reply: { messages: [chooser(ctx, t("staff.who.title"), options)] } };
}

/**
 * The card whose number the argument `name` is, or the only card of the member that it matches; else the
 * reply to send.
 * @throws {LoyaltyError}
 */
export async function oneCard(
  ctx: OpenCommandContext,
  name: string,
): Promise<{ member: MemberProfile; card: MemberCard } | { reply: Reply }> {
  const { args, t } = ctx;
  const found = await oneMember(ctx, name);
  if ("reply" in found) return found;
  const { member } = found;
  const number = cardNumberKey(args[name] ?? "");
  const exact = member.cards.find(({ card_no }) => cardNumberKey(card_no) === number);
  const ending = isNumberEnding(number)
    ? member.cards.filter(({ card_no }) => cardNumberKey(card_no).endsWith(number))
    : [];
  const [only, another] = ending.length > 0 ? ending : member.cards;
  const card = exact ?? (another ? undefined : only);
  if (card && hasNumber(card)) return { member, card };
  const numbered = member.cards.filter(hasNumber);
  if (numbered.length === 0) {
    const words =
      member.cards.length === 0
        ? t("staff.noCards")
        : t("staff.unread", { what: maskedWho(member) });
    return { reply: { messages: [{ type: "text", text: words }] } };
  }
  const options = numbered.map((one) => ({
    title: cardName(one),
    facts: [balanceText(ctx, one)],
    action: commandButton(ctx, cardName(one), ctx.command.name, {
      ...args,
      [name]: one.card_no,
    }),
  }));
  return { reply: { messages: [chooser(ctx, t("staff.card.title"), options)] } };
}
