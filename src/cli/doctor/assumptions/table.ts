/** Prints the assumptions about the platform as a table. */
import type { Assumption } from "./assumption.ts";

const headings = {
  operation: "operation",
  assumed: "assumed",
  seen: "seen",
  does: "what the bot does",
};
const columns = Object.keys(headings) as (keyof typeof headings)[];
const marks: Record<Assumption["holds"], string> = { yes: "ok", no: "differs", unknown: "?" };
/** Only the last column may be longer: it ends the line. */
const maxWidth = 60;

/** One line each, below a line of headings. */
export function assumptionTable(assumptions: readonly Assumption[]): string[] {
  const rows = [headings, ...assumptions];
  const widths = columns.map((column) =>
    Math.min(maxWidth, Math.max(...rows.map((row) => row[column].length))),
  );
  const line = (mark: string, row: typeof headings) =>
    [mark.padEnd(8), ...columns.map((column, index) => row[column].padEnd(widths[index]! + 2))]
      .join("")
      .trimEnd();
  return [line("", headings), ...assumptions.map((row) => line(marks[row.holds], row))];
}
