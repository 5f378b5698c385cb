/** Takes out of texts what can't be stored or sent, what can't be seen, and what changes the texts around them. Pure. */

/** Without NUL, which Postgres refuses, and with a replacement character for half a surrogate pair, which LINE refuses. */
export const wellFormed = (text: string): string => text.replaceAll("\0", "").toWellFormed();

/** What turns the direction of the text behind it; the two marks of a direction only place what is beside them. */
const directionControls = /[\u202A-\u202E\u2066-\u2069]/g;
const directionMarks = /[\u061C\u200E\u200F]/g;

/** Well-formed, and without control characters but line ends and tabs, or what turns the direction of other text. */
export const shownText = (text: string): string =>
  wellFormed(text)
    .replace(/(?![\n\r\t])\p{Cc}/gu, "")
    .replace(directionControls, "");

/** Such as the Hangul filler and the blank Braille cell, by which people have a name that can't be seen. */
const nothingSeen = /^[\s\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]*$/u;

/**
 * A name as it may stand in a line of other text: one line, without control characters and marks of direction. Empty
 * where nothing of it can be seen.
 */
export function shownName(name: string): string {
  const shown = wellFormed(name)
    .replace(directionControls, "")
    .replace(directionMarks, "")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return nothingSeen.test(shown) ? "" : shown;
}

/** Output that a terminal shows as it is: what would move its cursor or turn its text becomes U+FFFD. */
export const terminalText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/(?!\n|\r\n|\t)\p{Cc}/gu, "\uFFFD")
    .replace(directionControls, "\uFFFD");

/** Marks without a width or a meaning of their own; no tags and selectors of the last planes, which flags and Han names have. */
const invisibleMarks = /(?![\u{E0000}-\u{E0FFF}])[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;

/** Such marks where they change what is seen: inside an emoji, and joiners in scripts that join their letters. */
const visibleUses = [
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})/u,
  /(?<=\p{Extended_Pictographic})[\uFE0E\uFE0F]/u,
  /(?<=[\d#*])\uFE0F(?=\u20E3)/u,
  /(?<=[\p{scx=Arab}\p{scx=Syrc}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Mymr}\p{scx=Khmr}])[\u200C\u200D](?=[\p{L}\p{M}])/u,
];
const visibleUse = new RegExp(visibleUses.map(({ source }) => source).join("|"), "gu");

/**
 * A typed or pasted text without marks that can't be seen, which come along with what is copied; emoji stay whole.
 * Well-formed, and without control characters but line ends and tabs.
 */
export function withoutInvisibleMarks(text: string): string {
  const readable = wellFormed(text).replace(/(?![\n\r\t])\p{Cc}/gu, "");
  if (readable.search(invisibleMarks) === -1) return readable;
  const kept = new Set(Array.from(readable.matchAll(visibleUse), ({ index }) => index));
  return readable.replace(invisibleMarks, (mark, at: number) => (kept.has(at) ? mark : ""));
}
