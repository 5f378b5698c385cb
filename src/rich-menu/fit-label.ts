/** Chooses the font size and the line break of a label so that it fits its width. */
import type { Language } from "../config/environment-schema.ts";

/**
 * Fits a label into a width. `width` and `maxSize`, the maximum font size, are in pixels.
 * @returns one line, or two of similar length if that allows a larger font size; the size in pixels.
 */
export function fitLabel(
  label: string,
  { width, maxSize, language }: { width: number; maxSize: number; language: Language },
): { lines: string[]; size: number } {
  const sizeOf = (lines: readonly string[]) =>
    Math.floor(Math.min(maxSize, width / maxWidth(lines)));
  const one = [label];
  const size = sizeOf(one);
  if (size === maxSize) return { lines: one, size };
  const two = breakInTwo(label, language);
  // Two lines only if they allow a larger size; their maximum is 92 % of a single line's.
  const sizeOfTwo = Math.min(sizeOf(two), Math.floor(maxSize * 0.92));
  return sizeOfTwo > size ? { lines: two, size: sizeOfTwo } : { lines: one, size };
}

/** Breaks a label between words, by the language's word rules, so that the maxWidth half is as short as possible. */
function breakInTwo(label: string, language: Language): string[] {
  const text = label.trim();
  const upTo = widthsUpTo(text);
  const between = (from: number, to: number) => (upTo[to] ?? 0) - (upTo[from] ?? 0);
  let best = { width: Infinity, lines: [label] };
  for (const { index } of new Intl.Segmenter(language, { granularity: "word" }).segment(text)) {
    const [first, second] = [text.slice(0, index).trimEnd(), text.slice(index).trimStart()];
    const end = text.length;
    const width = Math.max(between(0, first.length), between(end - second.length, end));
    if (first && second && width < best.width) best = { width, lines: [first, second] };
  }
  return best.lines;
}

/** The width of a text up to each of its characters, measured once: a label may have thousands. */
function widthsUpTo(text: string): number[] {
  const widths: number[] = [];
  let width = 0;
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    for (let index = 0; index < segment.length; index += 1) widths.push(width);
    // In whole hundredths, so that halves of the same width compare as equal.
    width += Math.round(letterWidth(segment) * 100);
  }
  return [...widths, width];
}

/** The width of the longest line. */
const maxWidth = (lines: readonly string[]) => Math.max(...lines.map(widthOf));

/** Estimated width in bold Noto Sans, in multiples of the font size; rather too wide than too narrow. */
function widthOf(text: string): number {
  const letters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
  return letters.reduce((sum, letter) => sum + letterWidth(letter), 0);
}

function letterWidth(letter: string): number {
  if (/^[iljI.,:;'’!|() -]/.test(letter)) return 0.36;
  if (/^[rstfcz]/.test(letter)) return 0.5;
  if (/^[mwMW@%]/.test(letter)) return 1;
  if (/^[\p{Script=Latin}\d]/u.test(letter)) return /^\p{Lu}/u.test(letter) ? 0.74 : 0.64;
  if (/^\p{Script=Thai}/u.test(letter)) return letter.includes("ำ") ? 1.2 : 0.74;
  return 1.05;
}
