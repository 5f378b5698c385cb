/** Prints the assumptions about the platform as a table. */
import type { Assumption } from "./assumption.ts";

const headings = {
  operation: "operation",
  assumed: "assumed",
  seen: "seen",
  does: "what the bot does",
};
const columns = ["operation", "assumed", "seen", "does"] as const;
const marks: Record<Assumption["holds"], string> = { yes: "ok", no: "differs", unknown: "?" };
/** A longer cell is cut; `--json` has the whole. */
const maxWidth = 60;

/** One line each, below a line of headings. */
export function assumptionTable(assumptions: readonly Assumption[]): string[] {
  const rows = [headings, ...assumptions].map((row) => columns.map((column) => cut(row[column])));
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]!.length)));
  return rows.map((row, index) => {
    const assumption = assumptions[index - 1];
    const mark = assumption ? marks[assumption.holds] : "";
    const cells = row.map((cell, column) => cell.padEnd(widths[column]! + 2));
    return (mark.padEnd(8) + cells.join("")).trimEnd();
  });
}

const cut = (text: string) => (text.length > maxWidth ? `${text.slice(0, maxWidth - 1)}…` : text);
