/** Pages, sorts and filters the list operations. */
import type { Page } from "../../loyalty/contract.ts";
import type { Database, Value } from "./database.ts";
import { ApiError } from "./api-error.ts";

/** Page sizes of a list that has no own ones; a larger size counts as `max`. */
const commonSizes = { usual: 20, max: 100 };

/** An SQL condition with the values of its placeholders. */
export type Condition = [sql: string, ...values: Value[]];

interface Listing<Row, Entry> {
  select: string;
  from: string;
  where: Condition[];
  /** Columns by the field names that `sort` allows. */
  sorts: Record<string, string>;
  /** Default of `sort`. */
  sort: string;
  /** The primary key, which makes the order unique. */
  key: string;
  toEntry: (row: Row) => Entry;
  sizes?: { usual: number; max: number };
}

export function queryPage<Row, Entry>(
  database: Database,
  query: { page?: number | undefined; size?: number | undefined; sort?: string | undefined },
  listing: Listing<Row, Entry>,
): Page<Entry> {
  const page = query.page ?? 1;
  const { usual, max } = listing.sizes ?? commonSizes;
  const size = Math.min(query.size ?? usual, max);
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

/** The conditions without those of absent filters. */
export function activeConditions(...filters: (Condition | false | "" | undefined)[]): Condition[] {
  return filters.filter((filter) => Array.isArray(filter));
}

export function negate([sql, ...values]: Condition): Condition {
  return [`NOT (${sql})`, ...values];
}

/** The form in which names are compared: ignores case, width and whitespace. */
export function nameKey(name: string): string {
  return name.normalize("NFKC").toLowerCase().replaceAll(/\s+/g, "");
}

/** A condition for values that begin with `key`, in a form for which SQLite uses an index. */
export function beginsWith(column: string, key: string): Condition {
  return [`${column} >= ? AND ${column} < ?`, key, `${key}\u{10FFFF}`];
}

/** The row without its null fields. A loop, as it runs for each row of each list. */
export function withoutNulls<Row extends object>(
  row: Row,
): { [Key in keyof Row]: null extends Row[Key] ? NonNullable<Row[Key]> | undefined : Row[Key] } {
  const kept: Partial<Row> = {};
  for (const key of Object.keys(row) as (keyof Row)[]) {
    if (row[key] !== null) kept[key] = row[key];
  }
  return kept as ReturnType<typeof withoutNulls<Row>>;
}
