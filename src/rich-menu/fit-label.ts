/** How large a label can be, and where it breaks, so that nothing of it is cut off. */
import type { Language } from "../config/environment-schema.ts";

/**
 * @param width what is there, in pixels.
 * @param largest the largest size of the letters, in pixels.
 * @returns one line, or two of similar length where one would make the letters small.
 */
export function fitLabel(
  label: string,
  { width, largest, language }: { width: number; largest: number; language: Language },
): { lines: string[]; size: number } {
  const sizeOf = (lines: readonly string[]) => Math.floor(Math.min(largest, width / longer(lines)));
  const one = [label];
  const size = sizeOf(one);
  if (size === largest) return { lines: one, size };
  const two = halved(label, language);
  // Two lines only where they let the letters grow, and a little smaller than a single line's largest.
  const half = Math.min(sizeOf(two), Math.floor(largest * 0.92));
  return half > size ? { lines: two, size: half } : { lines: one, size };
}

/** Broken between words, Thai and Japanese ones too, where the longer half is shortest. */
function halved(label: string, language: Language): string[] {
  const words = [...new Intl.Segmenter(language, { granularity: "word" }).segment(label)];
  const breaks = words
    .map(({ index }) => [label.slice(0, index).trim(), label.slice(index).trim()])
    .filter(([first, second]) => first && second);
  return breaks.toSorted((one, other) => longer(one) - longer(other))[0] ?? [label];
}

const longer = (lines: readonly string[]) => Math.max(...lines.map(widthOf));

/** In units of the letters' size, rather too wide than too narrow: bold Noto Sans. */
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
