/** Prints the audit of staff actions, as a listing or as CSV. */
import { stringify } from "csv-stringify/sync";
import { messagingClientForCli } from "../app/cli-clients.ts";
import { embeddedAccount } from "../app/embedded-accounts.ts";
import { systemClock } from "../clock.ts";
import type { readConfig, Secrets } from "../config/config.ts";
import { LineError } from "../line/errors.ts";
import type { MessagingClient } from "../line/messaging-client.ts";
import { createLog } from "../observability/log.ts";
import { operatorId } from "../store/drafts.ts";
import type { Store } from "../store/store.ts";
import {
  auditColumns,
  auditFacts,
  type AuditNames,
  type AuditRow,
  auditRows,
  type StoredEntry,
} from "./audit-report.ts";
import type { Terminal } from "./command.ts";
import { localTime, tableOf } from "./output.ts";
import { storedAccount } from "./store.ts";

/** Prints every entry, oldest first: with names of LINE's where it answers. @param isCsv all columns, for a spreadsheet. */
export async function printAudit(
  store: Store,
  { config, secrets }: ReturnType<typeof readConfig>,
  isCsv: boolean,
  { print }: Terminal,
): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const log = createLog("silent");
  const { settings } = store;
  const options = { config, secrets, clock: systemClock, log, stack, settings };
  const entries = await store.audit.all();
  const names = await auditNames(entries, store, secrets, () => messagingClientForCli(options));
  const { timeZone } = config.business;
  const rows = auditRows(entries, names, timeZone);
  if (isCsv) print(asCsv(rows));
  else if (rows.length === 0) print("The audit has no entries yet.");
  else print(tableOf(heads, rows.map(cellsOf)));
}

/** With a byte order mark, without which Excel takes UTF-8 for another encoding. */
const asCsv = (rows: AuditRow[]): string =>
  stringify(rows, {
    header: true,
    columns: auditColumns,
    bom: true,
    eof: false,
    // A name that begins like a formula would be carried out by a spreadsheet.
    escape_formulas: true,
  });

// The audit as a table for a terminal; the CSV has every column.

const heads = ["time", "who", "command", "step", "for", "what", "note"];

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

// Names for the ids in the audit: of staff from the store, or else from LINE, and of the account.

/**
 * Members who redeemed are named as staff see them: they may be thousands, each of whom LINE would be asked for.
 * @param connect connects to LINE, which knows the owners whom the configuration names: they never joined, so the
 * store has no names of theirs. Called only where a name is missing; names stay empty where LINE fails.
 */
async function auditNames(
  entries: readonly StoredEntry[],
  { staff, settings }: Store,
  { line }: Pick<Secrets, "line">,
  connect: () => Promise<Pick<MessagingClient, "getProfile">>,
): Promise<AuditNames> {
  const members = redeemers(entries);
  const named = new Map((await staff.list()).map(({ lineId, name }) => [lineId, name]));
  const actors = entries.flatMap(({ actor, command }) =>
    actor === null || (command === "redeem" && members.has(actor)) ? [] : actor,
  );
  // The operator has no LINE user id.
  const unnamed = [...new Set(actors)].filter((id) => id !== operatorId && !named.has(id));
  for (const [lineId, name] of await lineNames(unnamed, connect)) named.set(lineId, name);
  const accounts = new Map([[embeddedAccount.botUserId, "embedded LINE"]]);
  const own = await storedAccount(settings, line.channelSecrets);
  if (own) accounts.set(own.userId, `${own.displayName} (${own.basicId})`);
  return {
    staff: (lineId) => named.get(lineId) ?? members.get(lineId) ?? "",
    account: (account) => accounts.get(account) ?? "",
  };
}

/** Members who redeemed for themselves, as staff see them, by their LINE user ids. */
function redeemers(entries: readonly StoredEntry[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { actor, command, facts } of entries) {
    if (command !== "redeem" || actor === null) continue;
    const { lineId, who } = auditFacts(facts);
    if (lineId === actor && who !== undefined) names.set(actor, who);
  }
  return names;
}

/** Display names of users; those read before LINE failed. */
async function lineNames(
  lineIds: readonly string[],
  connect: () => Promise<Pick<MessagingClient, "getProfile">>,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  if (lineIds.length === 0) return names;
  try {
    const messaging = await connect();
    for (const lineId of lineIds) {
      const profile = await messaging.getProfile(lineId);
      if (profile) names.set(lineId, profile.displayName);
    }
  } catch (error) {
    if (!(error instanceof LineError)) throw error;
  }
  return names;
}
