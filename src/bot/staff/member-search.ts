/** Finds members by what staff write: a phone number in any writing, a name, a card number. Nothing is guessed. */
import type { LoyaltyClient } from "../../loyalty/client.ts";
import { readList, type List } from "../../loyalty/paginate.ts";
import type { MemberCard, MemberProfile } from "../../loyalty/contract.ts";
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { RenderContext, Reply } from "../context.ts";
import { clip } from "../views/flex-components.ts";
import { groupedNumber, cardTitle } from "../views/card-text.ts";
import { asciiDigits } from "./argument-parser.ts";
import { orderButton } from "./stored-choices.ts";
import type { CommandContext } from "./command.ts";
import { chooser } from "./staff-views.ts";

const maxNameLength = 60;
/** What the platform takes to search for. */
const maxSearchLength = 200;

/** How much of a subscriber's number is searched for where the writing can't be told from the country's. */
const subscriberDigits = 9;

/** The member with this uuid; null where there is none, or the platform doesn't search by it. */
export async function memberBy(
  loyalty: Pick<LoyaltyClient, "getProfile">,
  uuid: string,
  signal: AbortSignal,
): Promise<MemberProfile | null> {
  const { rows } = await findMembers(loyalty, `id:${uuid}`, signal);
  return rows[0] ?? null;
}

/**
 * Members that fit exactly what was written: never one that the platform's search only thinks near.
 * Where the list isn't whole, others may fit, too.
 * @param written `id:` and a uuid where a button asks for the one that was chosen.
 */
export async function findMembers(
  loyalty: Pick<LoyaltyClient, "getProfile">,
  written: string,
  signal: AbortSignal,
): Promise<List<MemberProfile>> {
  const text = asciiDigits(written.normalize("NFC")).trim();
  const [, uuid, rest = ""] = /^id:(\S+)\s*(.*)$/s.exec(text) ?? [];
  if (uuid !== undefined) {
    const ways = rest ? [...searchTermsOf(rest), uuid] : [uuid];
    return byUuid(loyalty, ways, uuid, signal);
  }
  const cardKey = keyOf(text);
  const plain = digitsOf(text)?.replace(/^00/, "") ?? null;
  return search(
    loyalty,
    searchTermsOf(text),
    (member) =>
      member.cards.some(({ card_no }) => keyOf(card_no) === cardKey) ||
      (plain === null ? matchesName(member, text) : phoneVariantsOf(member).includes(plain)),
    signal,
  );
}

/** The digits of what may be a phone number, or null. */
function digitsOf(text: string): string | null {
  const digits = text.replace(/[\s()./–—-]/g, "").replace(/^\+/, "");
  return /^\d{4,}$/.test(digits) ? digits : null;
}

/** In how many ways the platform is asked for it: how it stores phone numbers isn't known. */
function searchTermsOf(text: string): string[] {
  const digits = digitsOf(text);
  if (digits === null) return [text];
  const plain = digits.replace(/^00/, "");
  const end = plain.slice(-subscriberDigits);
  return [...new Set([text, digits, plain, `0${end}`, end])];
}

/** Asks in every writing: another member may be stored in another one. */
async function search(
  loyalty: Pick<LoyaltyClient, "getProfile">,
  writings: readonly string[],
  matches: (member: MemberProfile) => boolean,
  signal: AbortSignal,
): Promise<List<MemberProfile>> {
  const lists = await Promise.all(
    writings.map((writing) =>
      readList(loyalty.getProfile, { search: writing.slice(0, maxSearchLength) }, { signal }),
    ),
  );
  const found = lists.flatMap(({ rows }) => rows.filter(matches));
  const once = new Map(found.map((member) => [member.uuid, member]));
  return { rows: [...once.values()], isWhole: lists.every(({ isWhole }) => isWhole) };
}

/** Asks in one writing after the other until the one member is found. */
async function byUuid(
  loyalty: Pick<LoyaltyClient, "getProfile">,
  writings: readonly string[],
  uuid: string,
  signal: AbortSignal,
): Promise<List<MemberProfile>> {
  const isThem = (member: MemberProfile) => member.uuid === uuid;
  let isWhole = true;
  for (const writing of writings) {
    const list = await readList(
      loyalty.getProfile,
      { search: writing.slice(0, maxSearchLength) },
      { signal, enough: (rows) => rows.some(isThem) },
    );
    const rows = list.rows.filter(isThem);
    if (rows.length > 0) return { rows, isWhole: true };
    isWhole &&= list.isWhole;
  }
  return { rows: [], isWhole };
}

const keyOf = (text: string) => text.replace(/[\s-]/g, "").toLowerCase();

/** Every way in which a stored number can be written, in digits. */
function phoneVariantsOf({ phoneCode, phoneNumber }: MemberProfile): string[] {
  const national = asciiDigits(phoneNumber).replace(/\D/g, "").replace(/^0+/, "");
  const code = phoneCode.replace(/\D/g, "");
  if (!national) return [];
  return [national, `0${national}`, `${code}${national}`, `${code}0${national}`];
}

const folded = (text: string) => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();

function matchesName(member: MemberProfile, written: string): boolean {
  const wanted = folded(written);
  const { name, lastName, cards } = member;
  const names = [name, lastName, `${name} ${lastName}`, `${lastName} ${name}`];
  return (
    wanted !== "" &&
    [...names, ...cards.map(({ card_nickname }) => card_nickname)].some((one) =>
      folded(one).startsWith(wanted),
    )
  );
}

/** In full, for a list that staff choose from. */
export const fullName = ({ name, lastName }: MemberProfile): string =>
  clip(`${name} ${lastName}`.trim() || "–", maxNameLength);

/** The first name, and a letter of the last: enough to ask whether it is the person at the till. */
export function maskedName({ name, lastName }: MemberProfile): string {
  const [initial] = [...new Intl.Segmenter().segment(lastName)];
  return clip(`${name}${initial ? ` ${initial.segment}.` : ""}`.trim() || "–", maxNameLength);
}

export function maskedPhone({ phoneNumber }: MemberProfile): string {
  const digits = phoneNumber.replace(/\D/g, "");
  return digits.length >= 6 ? `•••${digits.slice(-4)}` : "•••";
}

export const maskedWho = (member: MemberProfile): string =>
  `${maskedName(member)} (${maskedPhone(member)})`;

/** The one member that an argument means, or what is said where it means none or several. */
export async function oneMember(
  ctx: CommandContext,
  name: string,
): Promise<{ member: MemberProfile } | { said: Reply }> {
  const { loyalty, signal, args, t } = ctx;
  const written = args[name] ?? "";
  const { rows, isWhole } = await findMembers(loyalty, written, signal);
  if (!isWhole) return { said: { messages: [tooMany(ctx, written)] } };
  const [member, second] = rows;
  if (!member) return { said: { messages: [memberNotFound(ctx, written)] } };
  if (!second) return { member };
  // A platform may not search by uuid, so what was written goes along.
  const bare = bareOf(written);
  const options = rows.map((one) => ({
    title: fullName(one),
    facts: [maskedPhone(one), ...one.cards.map((card) => cardName(card))],
    action: orderButton(ctx, fullName(one), ctx.command.name, {
      ...args,
      [name]: `id:${one.uuid} ${bare}`,
    }),
  }));
  return { said: { messages: [chooser(ctx, t("staff.who.title"), options)] } };
}

/** What was written, without what a button put before it. */
const bareOf = (written: string) => clip(written.replace(/^id:\S+\s*/, ""), maxSearchLength);

export const memberNotFound = ({ t }: RenderContext, who: string): Message => ({
  type: "text",
  text: t("staff.nobody", { who: clip(bareOf(who), maxNameLength) }),
});

export const tooManyWords = ({ t }: RenderContext, who: string): string =>
  t("staff.tooMany", { what: clip(bareOf(who), maxNameLength) });

/** So many are found that nobody can tell whether it is the only one. */
export const tooMany = (ctx: RenderContext, who: string): Message => ({
  type: "text",
  text: tooManyWords(ctx, who),
});

export const cardName = (card: MemberCard): string =>
  [cardTitle(card), groupedNumber(card.card_no)].filter(Boolean).join(" ");

/** The one card that an argument means: its number, or the only card of the member that it means. */
export async function oneCard(
  ctx: CommandContext,
  name: string,
): Promise<{ member: MemberProfile; card: MemberCard } | { said: Reply }> {
  const { args, t } = ctx;
  const found = await oneMember(ctx, name);
  if ("said" in found) return found;
  const { member } = found;
  const number = keyOf(asciiDigits(args[name] ?? ""));
  const named = member.cards.find(({ card_no }) => keyOf(card_no) === number);
  const card = named ?? (member.cards.length === 1 ? member.cards[0] : undefined);
  if (card) return { member, card };
  if (member.cards.length === 0) {
    return { said: { messages: [{ type: "text", text: t("staff.noCards") }] } };
  }
  const options = member.cards.map((one) => ({
    title: cardName(one),
    facts: [t("history.balance", { points: one.point })],
    action: orderButton(ctx, cardName(one), ctx.command.name, {
      ...args,
      [name]: one.card_no,
    }),
  }));
  return { said: { messages: [chooser(ctx, t("staff.card.title"), options)] } };
}
