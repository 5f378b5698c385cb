/** One assumption about the platform as it was checked, and attempts at a call that may be refused. */
import { LoyaltyError } from "../../../loyalty/errors.ts";

export interface Assumption {
  /** The operation's published name. */
  operation: string;
  assumed: string;
  seen: string;
  /** What the bot does about it. */
  does: string;
  /** `unknown`: what was seen doesn't tell. */
  holds: "yes" | "no" | "unknown";
}

type Attempt<Result> =
  | { kind: "answered"; result: Result }
  /** The request was answered with 400. */
  | { kind: "refused" }
  /** There is nothing at this address. */
  | { kind: "missing" }
  /** @property isThere whether something answered that isn't a failure of the server. */
  | { kind: "failed"; reason: string; isThere: boolean };

/** @throws any error but a `LoyaltyError`. */
export async function attempt<Result>(call: () => Promise<Result>): Promise<Attempt<Result>> {
  try {
    return { kind: "answered", result: await call() };
  } catch (error) {
    if (!(error instanceof LoyaltyError)) throw error;
    if (error.status === 400) return { kind: "refused" };
    if (error.status === 404 || error.status === 405) return { kind: "missing" };
    const isThere = error.status !== null && error.status < 500;
    return { kind: "failed", reason: error.message, isThere };
  }
}

// Prints the assumptions about the platform as a table.

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
