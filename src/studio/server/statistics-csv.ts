/** Writes the counts of days as CSV for a spreadsheet. */
import { stringify } from "csv-stringify/sync";
import type { DailyCount } from "./statistics-types.ts";

const columns = ["day", "kind", "name", "language", "count"];

/** With a byte order mark, without which Excel takes UTF-8 for another encoding. */
export const statisticsCsv = (counts: readonly DailyCount[]): string =>
  stringify([...counts], { header: true, columns, bom: true });
