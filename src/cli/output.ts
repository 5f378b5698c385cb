/** What commands write for the operator: files, tables and times. */
import { writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { reasonOf } from "../errors.ts";
import { makeFolder } from "../store/sqlite/open.ts";
import { shownName } from "../text/safe-text.ts";
import { CommandError } from "./command.ts";

/**
 * Writes a file, and makes its folder.
 * @param options `keep`: leaves a file that is there as it is.
 * @returns whether it was written.
 * @throws {CommandError} naming the file.
 */
export function writeOutput(
  file: string,
  content: string | Buffer,
  { keep = false }: { keep?: boolean } = {},
): boolean {
  try {
    makeFolder(dirname(resolve(file)));
    writeFileSync(file, content, { flag: keep ? "wx" : "w" });
    return true;
  } catch (error) {
    if (keep && error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw new CommandError(`${file} can't be written: ${reasonOf(error)}`);
  }
}

// Lays out rows in columns as wide as their widest cell, below heads or without. A cell is one line, whatever a name in it holds.

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

/** One text, below heads; a column without any content is left out. */
export const tableOf = (heads: readonly string[], rows: Rows): string =>
  aligned([heads, ...inOneLine(rows)], filledColumns(rows));

/** Without heads, for lists whose first word is what scripts take; likewise. */
export const columnsOf = (rows: Rows): string => aligned(inOneLine(rows), filledColumns(rows));

const inOneLine = (rows: Rows): Rows => rows.map((row) => row.map(shownName));

function filledColumns(rows: Rows): number[] {
  const [first = []] = rows;
  return [...first.keys()].filter((column) => rows.some((row) => row[column]));
}

function aligned(rows: Rows, shown: readonly number[]): string {
  const widths = shown.map((column) =>
    rows.reduce((most, row) => Math.max(most, widthOf(row[column] ?? "")), 0),
  );
  const lines = rows.map((row) =>
    shown
      .map((column, index) => padded(row[column] ?? "", widths[index] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return lines.join("\n");
}

// Writes a time as every command does: in the business's time zone, with its offset from UTC.

/** @param at milliseconds since 1970. @returns such as `2026-11-25 09:01:05 +07:00`. */
export function localTime(at: number, timeZone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  const time = local.toPlainDateTime().toString({ smallestUnit: "second" });
  return `${time.replace("T", " ")} ${local.offset}`;
}
