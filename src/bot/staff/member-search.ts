/** Finds members by phone number in any format, card number or the start of a name. */
import { z } from "zod";
import type { LoyaltyClient } from "../../loyalty/client.ts";
import { unknownRows } from "../../loyalty/lenient-parse.ts";
import { readList, type List } from "../../loyalty/read-list.ts";
import type { MemberProfile } from "../../loyalty/contract.ts";
import { plainNumber, withoutFraming } from "../../text/digits.ts";
import { foldedName, nameWritings, withoutInnerBlanks } from "../../text/folded-name.ts";
import { isSamePhone, phoneWritings, storedPhone, typedPhone } from "../../text/phone-number.ts";

/** The platform's limit for a search term. */
export const maxSearchLength = 200;

/** What a profile is found by. */
type Identity = Pick<MemberProfile, "uuid" | "name" | "lastName" | "phoneCode" | "phoneNumber"> & {
  cards: readonly Pick<MemberProfile["cards"][number], "card_no" | "card_nickname">[];
};

const anyText = z.union([z.string(), z.number().transform(String)]).catch("");
/** The same of a row that can't be read as a whole, as far as it says so. */
const identity = z.object({
  uuid: anyText,
  name: anyText,
  lastName: anyText,
  phoneCode: anyText,
  phoneNumber: anyText,
  cards: z
    .array(
      z
        .object({ card_no: anyText, card_nickname: anyText })
        .catch({ card_no: "", card_nickname: "" }),
    )
    .catch([]),
});

/** The rows that can't be read of members who are asked for. */
const unreadOf = (
  { unreadable = [] }: List<MemberProfile>,
  matches: (member: Identity) => boolean,
): unknown[] =>
  unreadable.filter((row) => {
    const { data } = identity.safeParse(row);
    return data !== undefined && matches(data);
  });

/**
 * The member with this uuid; null when there is none or the platform can't search by uuid.
 * @throws {LoyaltyError}
 */
export async function memberBy(
  loyalty: Pick<LoyaltyClient, "getProfile">,
  uuid: string,
  signal: AbortSignal,
): Promise<MemberProfile | null> {
  const { rows } = await findMembers(loyalty, `id:${uuid}`, signal);
  return rows[0] ?? null;
}

/**
 * Members with this phone or card number, or a name that starts with the text; other search results of
 * the platform are dropped. Unless `isComplete`, other members may match, too, such as one whose profile can't be read.
 * @param written a phone number, name or card number; or `id:` and a uuid, from a button of a chooser,
 * then optionally the text that found the member.
 * @param homeCode the calling code of phone numbers that come without one; null = unknown.
 * @throws {LoyaltyError}
 */
export async function findMembers(
  loyalty: Pick<LoyaltyClient, "getProfile">,
  written: string,
  signal: AbortSignal,
  homeCode: string | null = null,
): Promise<List<MemberProfile>> {
  const text = written.normalize("NFC").trim();
  const [, uuid, rest = ""] = /^id:(\S+)\s*(.*)$/s.exec(text) ?? [];
  if (uuid !== undefined) {
    const terms = rest ? [...searchTermsOf(rest, homeCode), uuid] : [uuid];
    return findByUuid(loyalty, terms, uuid, signal);
  }
  const cardKey = cardNumberKey(text);
  const phone = typedPhone(withoutFraming(text));
  const matchesText = isNumber(text)
    ? (member: Identity) => isSamePhone(phone, storedPhone(member, homeCode))
    : (member: Identity) => matchesName(member, text);
  const hasCard = (member: Identity) =>
    // A card whose number can't be read isn't that of a text without letters and digits.
    cardKey !== "" && member.cards.some(({ card_no }) => cardNumberKey(card_no) === cardKey);
  const matches = (member: Identity) => hasCard(member) || matchesText(member);
  if (isNumber(text)) {
    // Who has this card number is named, whatever else it would be as a phone number in another writing.
    const asWritten = await search(loyalty, [plainNumber(withoutFraming(text))], matches, signal);
    if (asWritten.isComplete && asWritten.rows.some(hasCard)) return asWritten;
  }
  return search(loyalty, searchTermsOf(text, homeCode), matches, signal);
}

const endingPattern = /^\d{4,7}$/;

/** Whether a text is the last four digits, or a few more, of a phone or card number. */
export const isNumberEnding = (written: string): boolean =>
  endingPattern.test(plainNumber(withoutFraming(written)));

/**
 * Members with a phone or card number that ends with these digits, or is them. A platform's search may not
 * match the ends of numbers: when it finds nobody, its members are read page by page. Unless `isComplete`, other
 * members may match, too.
 * @throws {LoyaltyError}
 */
export async function findMembersByEnding(
  loyalty: Pick<LoyaltyClient, "getProfile">,
  written: string,
  signal: AbortSignal,
): Promise<List<MemberProfile>> {
  const digits = plainNumber(withoutFraming(written));
  const matches = (member: Identity) => endsWith(member, digits);
  const found = await search(loyalty, [digits], matches, signal);
  // Beside rows that don't match, one that does may be there by chance.
  if (!found.isComplete || (found.rows.length > 0 && found.isExact)) return found;
  const all = await readList(loyalty.getProfile, {}, { signal });
  return matching([all], matches);
}

const endsWith = ({ phoneNumber, cards }: Identity, digits: string): boolean =>
  [phoneNumber, ...cards.map(({ card_no }) => card_no)].some((number) =>
    plainNumber(number).replace(/\D/g, "").endsWith(digits),
  );

/** Whether a text may be a phone or card number. */
export const isNumber = (written: string): boolean => digitsOf(written) !== null;

/** The digits of a possible phone or card number, at least four; null for other text. */
function digitsOf(text: string): string | null {
  const digits = plainNumber(withoutFraming(text))
    .replace(/[\s()./-]/g, "")
    .replace(/^\+/, "");
  return /^\d{4,}$/.test(digits) ? digits : null;
}

/** The search terms for a text: several, because the platform's writing of the same isn't known. */
function searchTermsOf(text: string, homeCode: string | null): string[] {
  const digits = digitsOf(text);
  if (digits === null) return [...new Set([...nameWritings(text), plainNumber(text)])];
  const plain = withoutFraming(text);
  return [...new Set([plainNumber(plain), digits, ...phoneWritings(plain, homeCode)])];
}

/** Searches by every term, because members' numbers may be stored in different formats; `isExact` = it found nobody else. */
async function search(
  loyalty: Pick<LoyaltyClient, "getProfile">,
  terms: readonly string[],
  matches: (member: Identity) => boolean,
  signal: AbortSignal,
): Promise<List<MemberProfile> & { isExact: boolean }> {
  const lists = await Promise.all(
    terms.map((term) =>
      readList(loyalty.getProfile, { search: term.slice(0, maxSearchLength) }, { signal }),
    ),
  );
  return {
    ...matching(lists, matches),
    isExact: lists.every(({ rows }) => rows.every(matches)),
  };
}

/** @throws {LoyaltyError} `UNEXPECTED_ANSWER` when only members match whose profiles can't be read. */
function matching(
  lists: readonly List<MemberProfile>[],
  matches: (member: Identity) => boolean,
): List<MemberProfile> {
  const found = lists.flatMap(({ rows }) => rows.filter(matches));
  const byUuid = new Map(found.map((member) => [member.uuid, member]));
  const unread = lists.flatMap((list) => unreadOf(list, matches));
  if (unread.length > 0 && byUuid.size === 0) throw unknownRows("getProfile", undefined, unread);
  return {
    rows: [...byUuid.values()],
    isComplete: unread.length === 0 && lists.every(({ isComplete }) => isComplete),
    ...(unread.length > 0 && { unreadable: unread }),
  };
}

/** Searches by one term after the other until the member is found. */
async function findByUuid(
  loyalty: Pick<LoyaltyClient, "getProfile">,
  terms: readonly string[],
  uuid: string,
  signal: AbortSignal,
): Promise<List<MemberProfile>> {
  const isThem = (member: Identity) => member.uuid === uuid;
  let isComplete = true;
  for (const term of terms) {
    const list = await readList(
      loyalty.getProfile,
      { search: term.slice(0, maxSearchLength) },
      { signal, enough: (rows) => rows.some(isThem) },
    );
    const rows = list.rows.filter(isThem);
    if (rows.length > 0) return { rows, isComplete: true };
    isComplete &&= list.isComplete && unreadOf(list, isThem).length === 0;
  }
  return { rows: [], isComplete };
}

/** A card number without separators, to compare it. */
export const cardNumberKey = (text: string) =>
  plainNumber(withoutFraming(text)).replace(/[\s-]/g, "").toLowerCase();

/** Compares the beginning with each name alone and in either order, with and without the blanks that some scripts don't need. */
function matchesName(member: Identity, written: string): boolean {
  const query = foldedName(written);
  const { name, lastName, cards } = member;
  const names = [name, lastName, `${name} ${lastName}`, `${lastName} ${name}`, lastName + name];
  return (
    query !== "" &&
    [...names, ...cards.map(({ card_nickname }) => card_nickname)]
      .map(foldedName)
      .some(
        (one) =>
          one.startsWith(query) || withoutInnerBlanks(one).startsWith(withoutInnerBlanks(query)),
      )
  );
}
