/** Turns a command's arguments into what they name, a member, a card or a number, and asks again where that isn't possible. */
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { MemberCard, MemberProfile } from "../../loyalty/contract.ts";
import { namesOf } from "../../loyalty/lenient-parse.ts";
import type { List } from "../../loyalty/read-list.ts";
import { callingCodeIn } from "../../text/phone-number.ts";
import type { RenderContext, Reply } from "../context.ts";
import * as ui from "../views/flex-components.ts";
import { wholeNumber } from "./argument-parser.ts";
import {
  type CommandContext,
  expectAnother,
  expectInput,
  type OpenCommandContext,
} from "./command.ts";
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
  maskedWho,
  memberFacts,
  memberNotFound,
  tooMany,
  unreadText,
} from "./member-text.ts";
import { commandButton, memberReference } from "./next-actions.ts";
import { chooser, textMessage, textReply } from "./staff-views.ts";

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
    facts: memberFacts(one),
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
    return { reply: textReply(words) };
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

// Reads a command's argument that is a number of points or coupons, and asks for another where it isn't possible.

/** @returns a whole number from 1 to `max`, or the reply that names what was written; the next text is taken instead. */
export function readCount(
  ctx: CommandContext,
  parameter: string,
  max: number,
): { count: number } | { reply: Reply } {
  const { [parameter]: written = "", ...others } = ctx.args;
  const count = wholeNumber(written);
  if (count !== null && count >= 1 && count <= max) return { count };
  expectInput(ctx, parameter, others);
  return { reply: { messages: [wrongNumber(ctx, written, max)] } };
}

/** Says what a number has to be: whole and above 0, and what it can be at most where it is too much. */
export function wrongNumber({ t }: RenderContext, written: string, most: number): Message {
  const shown = ui.clip(written, 60);
  const isTooMuch = (wholeNumber(written) ?? 0) > most;
  return textMessage(
    isTooMuch
      ? t("staff.number.most", { written: shown, most })
      : t("staff.number.wrong", { written: shown }),
  );
}
