/** The audit as a table for a terminal; the CSV has every column. */
import type { AuditRow } from "./audit-report.ts";
import { localTime } from "./local-time.ts";
import { tableOf } from "./table.ts";

const heads = ["time", "who", "command", "step", "for", "what", "note"];

/** @returns the heads, and one line for each entry. */
export const auditListing = (rows: readonly AuditRow[]): string[] =>
  tableOf(heads, rows.map(cellsOf));

function cellsOf(row: AuditRow): string[] {
  const { at, timeZone, actorName, actor, undoesCommand, undoes, command, step } = row;
  return [
    localTime(Date.parse(String(at)), String(timeZone)),
    String(actorName || actor || "the bot"),
    // An undo is stored as an order of the command that it undoes.
    undoes === "" ? String(command) : `undo of ${undoesCommand || command}`,
    String(step),
    String(row.member || row.personName || row.person),
    subjectOf(row),
    noteOf(row),
  ];
}

function subjectOf({ set, quantity, coupons, card, type, points, transactions, role }: AuditRow) {
  return [
    set,
    quantity === "" ? "" : `× ${quantity}`,
    coupons,
    card,
    type,
    points === "" ? "" : `${points} points`,
    transactions === "" ? "" : `transaction ${transactions}`,
    role,
  ]
    .filter((part) => part !== "")
    .join(" ");
}

function noteOf({ step, undone, notUndone, undoneBy, reason }: AuditRow): string {
  return [
    step === "done" && undoneBy !== "" ? "was undone later" : "",
    undone === "" ? "" : `took back ${undone}`,
    notUndone === "" ? "" : `didn't take back ${notUndone}`,
    reason,
  ]
    .filter((part) => part !== "")
    .join("; ");
}
