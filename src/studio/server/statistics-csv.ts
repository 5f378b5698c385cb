/** Writes the counts of days as CSV for a spreadsheet. */
import { stringify } from "csv-stringify/sync";
import type { DailyCount } from "./statistics-types.ts";

const columns = ["day", "kind", "name", "language", "count"];

/**
 * With a byte order mark, without which Excel takes UTF-8 for another encoding.
 * @param isFirst whether the file begins with these.
 */
export const statisticsCsv = (counts: readonly DailyCount[], isFirst = true): string =>
  stringify([...counts], { header: isFirst, columns, bom: isFirst });
