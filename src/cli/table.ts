/** Lays out rows in columns as wide as their widest cell, below heads or without. A cell is one line, whatever a name in it holds. */
import { shownName } from "../text/safe-text.ts";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
/** What terminals show two columns wide, and what takes none. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;
const invisible = /[\p{Cf}\p{Mn}\p{Me}\p{Cc}]/u;

const widthOfCharacter = (character: string) =>
  invisible.test(character) ? 0 : wide.test(character) ? 2 : 1;

/** In columns of a terminal: combining marks take none, Chinese and Japanese characters and emoji two. */
export function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    if (/\p{Emoji_Presentation}/u.test(segment)) width += 2;
    else for (const character of segment) width += widthOfCharacter(character);
  }
  return width;
}

const padded = (text: string, width: number) =>
  text + " ".repeat(Math.max(width - widthOf(text), 0));

type Rows = readonly (readonly string[])[];

/** Below heads; a column without any content is left out. */
export const tableOf = (heads: readonly string[], rows: Rows): string[] =>
  aligned([heads, ...inOneLine(rows)], filledColumns(rows));

/** Without heads, for lists whose first word is what scripts take; likewise. */
export const columnsOf = (rows: Rows): string[] => aligned(inOneLine(rows), filledColumns(rows));

const inOneLine = (rows: Rows): Rows => rows.map((row) => row.map(shownName));

function filledColumns(rows: Rows): number[] {
  const [first = []] = rows;
  return [...first.keys()].filter((column) => rows.some((row) => row[column]));
}

function aligned(rows: Rows, shown: readonly number[]): string[] {
  const widths = shown.map((column) =>
    rows.reduce((most, row) => Math.max(most, widthOf(row[column] ?? "")), 0),
  );
  return rows.map((row) =>
    shown
      .map((column, index) => padded(row[column] ?? "", widths[index] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}
