/** Finds members by what staff write: a phone number in any writing, a name, a card number. Nothing is guessed. */
import type { Connect } from "../../connect/client.ts";
import type { MemberCard, MemberProfile } from "../../connect/contract.ts";
import type { Message } from "../../line/messages.ts";
import type { Look, Said } from "../context.ts";
import { ask, clip } from "../flex.ts";
import { groupedNumber, titleOf } from "../member-card.ts";
import { postbackData } from "../route.ts";
import { asciiDigits } from "./arguments.ts";
import type { Order } from "./command.ts";
import { choose, dataLimit } from "./sheet.ts";

const pageSize = 100;
const mostPages = 3;
const longestName = 60;

/** How much of a subscriber's number is searched for where the writing can't be told from the country's. */
const subscriberDigits = 9;

/**
 * Members that fit exactly what was written: never one that the platform's search only thinks near.
 * @param written `id:` and a uuid where a button asks for the one that was chosen.
 */
export async function findMembers(
  connect: Pick<Connect, "getProfile">,
  written: string,
  signal: AbortSignal,
): Promise<MemberProfile[]> {
  const text = asciiDigits(written.normalize("NFC")).trim();
  const [, uuid, rest = ""] = /^id:(\S+)\s*(.*)$/s.exec(text) ?? [];
  if (uuid !== undefined) {
    const ways = rest ? [...writingsOf(rest), uuid] : [uuid];
    return search(connect, ways, (member) => member.uuid === uuid, signal);
  }
  const cardKey = keyOf(text);
  const plain = digitsOf(text)?.replace(/^00/, "") ?? null;
  return search(
    connect,
    writingsOf(text),
    (member) =>
      member.cards.some(({ card_no }) => keyOf(card_no) === cardKey) ||
      (plain === null ? isCalled(member, text) : readingsOf(member).includes(plain)),
    signal,
  );
}

/** The digits of what may be a phone number, or null. */
function digitsOf(text: string): string | null {
  const digits = text.replace(/[\s()./–—-]/g, "").replace(/^\+/, "");
  return /^\d{4,}$/.test(digits) ? digits : null;
}

/** In how many ways the platform is asked for it: how it stores phone numbers isn't known. */
function writingsOf(text: string): string[] {
  const digits = digitsOf(text);
  if (digits === null) return [text];
  const plain = digits.replace(/^00/, "");
  const end = plain.slice(-subscriberDigits);
  return [...new Set([text, digits, plain, `0${end}`, end])];
}

/** Asks in one writing after the other until something fits. */
async function search(
  connect: Pick<Connect, "getProfile">,
  writings: readonly string[],
  fits: (member: MemberProfile) => boolean,
  signal: AbortSignal,
): Promise<MemberProfile[]> {
  for (const writing of writings) {
    const found = new Map<string, MemberProfile>();
    for (let page = 1; page <= mostPages; page++) {
      const query = { search: writing.slice(0, 200), page, size: pageSize };
      const { data, pagination } = await connect.getProfile(query, { signal });
      for (const member of data) if (fits(member)) found.set(member.uuid, member);
      if (data.length === 0 || page * pagination.size >= pagination.total) break;
    }
    if (found.size > 0) return [...found.values()];
  }
  return [];
}

const keyOf = (text: string) => text.replace(/[\s-]/g, "").toLowerCase();

/** Every way in which a stored number can be written, in digits. */
function readingsOf({ phoneCode, phoneNumber }: MemberProfile): string[] {
  const national = asciiDigits(phoneNumber).replace(/\D/g, "").replace(/^0+/, "");
  const code = phoneCode.replace(/\D/g, "");
  if (!national) return [];
  return [national, `0${national}`, `${code}${national}`, `${code}0${national}`];
}

const folded = (text: string) => text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();

function isCalled(member: MemberProfile, written: string): boolean {
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
  clip(`${name} ${lastName}`.trim() || "–", longestName);

/** The first name, and a letter of the last: enough to ask whether it is the person at the till. */
export function maskedName({ name, lastName }: MemberProfile): string {
  const [initial] = [...new Intl.Segmenter().segment(lastName)];
  return clip(`${name}${initial ? ` ${initial.segment}.` : ""}`.trim() || "–", longestName);
}

export function maskedPhone({ phoneNumber }: MemberProfile): string {
  const digits = phoneNumber.replace(/\D/g, "");
  return digits.length >= 6 ? `•••${digits.slice(-4)}` : "•••";
}

export const maskedWho = (member: MemberProfile): string =>
  `${maskedName(member)} (${maskedPhone(member)})`;

/** The one member that an argument means, or what is said where it means none or several. */
export async function oneMember(
  order: Order,
  name: string,
): Promise<{ member: MemberProfile } | { said: Said }> {
  const { connect, signal, args, say } = order;
  const written = args[name] ?? "";
  const found = await findMembers(connect, written, signal);
  const [member, second] = found;
  if (!member) return { said: { messages: [nobody(order, written)] } };
  if (!second) return { member };
  const options = found.map((one) => ({
    title: fullName(one),
    facts: [maskedPhone(one), ...one.cards.map((card) => cardName(card))],
    action: ask(fullName(one), `/${order.command.name}`, chosen(order, name, one)),
  }));
  return { said: { messages: [choose(order, say("staff.who.title"), options)] } };
}

/** A platform may not search by uuid, so what was written goes along where there is room. */
function chosen({ args, command }: Order, name: string, { uuid }: MemberProfile) {
  const bare = (args[name] ?? "").replace(/^id:\S+\s*/, "");
  const whole = { ...args, [name]: `id:${uuid} ${bare}` };
  const fits = postbackData(`/${command.name}`, whole).length <= dataLimit;
  return fits ? whole : { ...args, [name]: `id:${uuid}` };
}

export const nobody = ({ say }: Look, who: string): Message => ({
  type: "text",
  text: say("staff.nobody", { who: clip(who.replace(/^id:\S+\s*/, ""), longestName) }),
});

export const cardName = (card: MemberCard): string =>
  [titleOf(card), groupedNumber(card.card_no)].filter(Boolean).join(" ");

/** The one card that an argument means: its number, or the only card of the member that it means. */
export async function oneCard(
  order: Order,
  name: string,
): Promise<{ member: MemberProfile; card: MemberCard } | { said: Said }> {
  const { args, say } = order;
  const found = await oneMember(order, name);
  if ("said" in found) return found;
  const { member } = found;
  const number = keyOf(asciiDigits(args[name] ?? ""));
  const named = member.cards.find(({ card_no }) => keyOf(card_no) === number);
  const card = named ?? (member.cards.length === 1 ? member.cards[0] : undefined);
  if (card) return { member, card };
  if (member.cards.length === 0) {
    return { said: { messages: [{ type: "text", text: say("staff.noCards") }] } };
  }
  const options = member.cards.map((one) => ({
    title: cardName(one),
    facts: [say("history.balance", { points: one.point })],
    action: ask(cardName(one), `/${order.command.name}`, { ...args, [name]: one.card_no }),
  }));
  return { said: { messages: [choose(order, say("staff.card.title"), options)] } };
}
