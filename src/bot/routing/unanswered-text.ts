/** Says which texts may be counted as not answered: what can't be about a person. Pure. */
import { asciiDigits } from "../../text/digits.ts";
import { foldedName, plain } from "../../text/folded-name.ts";

/** What a person may be recognised by in their own text. */
export interface AskerNames {
  name: string;
  lastName: string;
}

const maxLength = 60;
const maxWritten = 200;
/** So many digits may be of a phone number, a card or a code, however they are written apart. */
const maxDigits = 3;

/** Other figures for digits, as in 一二三 or ①. */
const otherFigures = /[〇零一二三四五六七八九\p{No}\p{Nl}]/gu;
/** The at sign, and what stands for it. */
const atSign = /[@＠]|\(at\)|\[at\]/i;
/** Addresses of pages, and of places: a number beside a word for a street, a house, a village or a district. */
const webAddress = /https?:|www\.|[\p{L}\d-]\.\p{L}{2,}/iu;
const place =
  /\b(?:road|rd|street|st|soi|lane|avenue|ave|moo|alley|apartment|apt|room|floor|building|house)\b|ถนน|ซอย|หมู่|บ้านเลขที่|แขวง|เขต|ตำบล|อำเภอ|ชั้น|ห้อง|丁目|番地|号室|號|巷|弄|路|街|市|区|區/iu;
/** One word with a digit in it, as the codes of coupons, cards, invitations and scanned members are. */
const minCode = 6;
const hasCode = (text: string): boolean =>
  text.split(/[^a-z\d_./+-]+/i).some((word) => word.length >= minCode && /\d/.test(word));

/**
 * @param text as it was written. @param asker null = nobody knows who it is.
 * @returns the text as it is counted; null for one that may be about a person.
 */
export function countableText(text: string, asker: AskerNames | null): string | null {
  const counted = plain(text);
  if (counted === "" || Array.from(counted).length > maxLength) return null;
  // Without what is cut before texts are compared.
  if (text.length > maxWritten) return null;
  const whole = asciiDigits(text.normalize("NFKC"));
  const digits = (whole.match(/\d/g)?.length ?? 0) + (whole.match(otherFigures)?.length ?? 0);
  if (digits > maxDigits || atSign.test(text) || webAddress.test(whole)) return null;
  if (hasCode(whole) || (digits > 0 && place.test(whole))) return null;
  return asker && hasName(counted, asker) ? null : counted;
}

/** Whether one of the parts of a name is in a text: as a word, or anywhere in scripts without blanks between words. */
function hasName(text: string, { name, lastName }: AskerNames): boolean {
  const compared = foldedName(text);
  const joined = compared.replaceAll(" ", "");
  return [name, lastName]
    .flatMap((part) => [part, ...part.split(/[\s.·・-]+/)])
    .map((part) => plain(part))
    .filter((part) => part !== "")
    .some((part) => isIn(foldedName(part), compared, joined));
}

function isIn(part: string, text: string, joined: string): boolean {
  // A short Latin name is in many words.
  if (/^[a-z]{1,3}$/.test(part)) return text.split(/[^\p{L}\p{M}\d]+/u).includes(part);
  return text.includes(part) || joined.includes(part.replaceAll(" ", ""));
}
