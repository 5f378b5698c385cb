/** One way to page, sort and filter for every list. */
import type { Page } from "../../loyalty/contract.ts";
import type { Database, Value } from "./database.ts";
import { ApiError } from "./api-error.ts";

const defaultSize = 20;
const maxSize = 100;

/** A piece of SQL that must hold, with its values. */
export type Condition = [sql: string, ...values: Value[]];

interface Listing<Row, Entry> {
  select: string;
  from: string;
  where: Condition[];
  /** Column by the name that `sort` may say. */
  sorts: Record<string, string>;
  /** In force when `sort` isn't given. */
  sort: string;
  /** The primary key, always the last to sort by. */
  key: string;
  toEntry: (row: Row) => Entry;
}

export function queryPage<Row, Entry>(
  database: Database,
  query: { page?: number | undefined; size?: number | undefined; sort?: string | undefined },
  listing: Listing<Row, Entry>,
): Page<Entry> {
  const page = query.page ?? 1;
  const size = Math.min(query.size ?? defaultSize, maxSize);
  const order = orderBy(query.sort ?? listing.sort, listing);
  const where = listing.where.map(([sql]) => `(${sql})`).join(" AND ");
  const values = listing.where.flatMap(([, ...rest]) => rest);
  const from = `FROM ${listing.from} WHERE ${where}`;
  const { total } = database.get<{ total: number }>(`SELECT count(*) AS total ${from}`, ...values)!;
  const offset = Math.min((page - 1) * size, total);
  const rows = database.all<Row>(
    `SELECT ${listing.select} ${from} ORDER BY ${order} LIMIT ? OFFSET ?`,
    ...values,
    size,
    offset,
  );
  return { pagination: { total, page, size }, data: rows.map(listing.toEntry) };
}

function orderBy(sort: string, { sorts, key }: { sorts: Record<string, string>; key: string }) {
  const direction = sort.startsWith("-") ? "DESC" : "ASC";
  const field = sort.replace(/^-/, "");
  const column = Object.hasOwn(sorts, field) ? sorts[field] : undefined;
  if (column === undefined) {
    const message = `sorts by ${Object.keys(sorts).join(", ")}`;
    throw new ApiError("BAD_REQUEST", "unknown sort", { errors: [{ field: "sort", message }] });
  }
  return `${column} ${direction}, ${key} ${direction}`;
}

/** The conditions of the filters that were given. */
export function activeConditions(...filters: (Condition | false | "" | undefined)[]): Condition[] {
  return filters.filter((filter) => Array.isArray(filter));
}

export function negate([sql, ...values]: Condition): Condition {
  return [`NOT (${sql})`, ...values];
}

/** What names are compared by: no matter the case, the width or the blanks. */
export function nameKey(name: string): string {
  return name.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, "");
}

/** A condition for names that begin with `key`, in a form that an index answers. */
export function beginsWith(column: string, key: string): Condition {
  return [`${column} >= ? AND ${column} < ?`, key, `${key}\u{10FFFF}`];
}

/** The row without its nulls. */
export function withoutNulls<Row extends object>(
  row: Row,
): { [Key in keyof Row]: null extends Row[Key] ? NonNullable<Row[Key]> | undefined : Row[Key] } {
  const entries = Object.entries(row).filter(([, value]) => value !== null);
  return Object.fromEntries(entries) as ReturnType<typeof withoutNulls<Row>>;
}
