/** Prints the audit of staff actions, as a listing or as CSV. */
import { stringify } from "csv-stringify/sync";
import { messagingClientForCli } from "../app/cli-clients.ts";
import { systemClock } from "../clock.ts";
import type { readConfig } from "../config/config.ts";
import { createLog } from "../observability/log.ts";
import type { Store } from "../store/store.ts";
import { auditNames } from "./audit-names.ts";
import { auditListing } from "./audit-listing.ts";
import { auditColumns, auditRows, type AuditRow } from "./audit-report.ts";
import type { Terminal } from "./command.ts";

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
  else print(...auditListing(rows));
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
