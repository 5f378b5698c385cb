/** The port by which every concern of the store reads and writes, whichever database it is on: SQL as Postgres speaks it. */

/** What a boolean column arrives as: a number on SQLite. Make it a `Boolean` where it becomes a property. */
export type Flag = boolean | 0 | 1;

export interface Queries {
  /**
   * Texts are stored and looked for without NUL, which Postgres can't store.
   * @param sql names its columns as the properties of `Row`. Numbers of any size and counts arrive as numbers, JSON as
   * text, booleans as a `Flag`.
   * @param values of `$1` and so on; arrays for `= any($1)` and `like any($1)`, JSON texts for `json_array_elements`.
   */
  rows<Row extends object>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** @returns the number of rows changed. */
  run(sql: string, values?: readonly unknown[]): Promise<number>;
}

/** What a transaction does its work by. Await nothing else in it. */
export interface Transaction extends Queries {
  /** Waits for whoever holds the lock of this name, and holds it until the transaction ends. */
  lock(name: string): Promise<void>;
  /** The time by the store's clock at this moment, in milliseconds since 1970: of several processes, read from their database. */
  now(): Promise<number>;
}

/** The webhook event whose handling makes a change; `eventId` is null for what no event caused. */
export interface Cause {
  account: string;
  eventId: string | null;
}

export interface TransactionOptions {
  /** Fails with {StoreError} `fenced` before any work if another replica has taken over the event. */
  cause?: Cause;
  /**
   * Whether it may be repeated when the answer to its commit was lost: then it may have happened, and the work runs once
   * more on its own result.
   */
  repeatable?: boolean;
}

/**
 * `run` isn't repeated when its answer was lost: it may have happened then.
 * @throws {StoreError} `unavailable` from every method, when the database can't be reached, read or written.
 */
export interface Database extends Queries {
  /**
   * Does `work` in one transaction. It may be done more than once: what it does beside the transaction has to bear that.
   * @param work reads and writes by its own handle only.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: TransactionOptions): Promise<T>;
}

/** The first row of a statement, which reads one at most; null if there is none. */
export async function firstRow<Row extends object>(
  db: Pick<Queries, "rows">,
  sql: string,
  values?: readonly unknown[],
): Promise<Row | null> {
  const [row] = await db.rows<Row>(sql, values);
  return row ?? null;
}

/** A list of constant texts in SQL, which both databases plan better than one that is bound. */
export const listOf = (texts: readonly string[]): string =>
  `(${texts.map((text) => `'${text}'`).join(", ")})`;

/** A row by its columns as properties, `lineId` for `line_id`; always in the same order: the statement is prepared once. */
type NewRow = Readonly<Record<string, unknown>>;

export const columnOf = (property: string): string =>
  property.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Texts that were made, by the table and what follows: an order stores several rows. */
const insertions = new Map<string, { properties: readonly string[]; sql: string }>();

/** The statement that inserts a row, with its values. @param rest what follows, such as `on conflict do nothing`. */
export function insertInto(
  table: string,
  row: NewRow,
  rest = "",
): [sql: string, values: unknown[]] {
  const properties = Object.keys(row);
  const known = insertions.get(table + rest);
  const isKnown =
    known?.properties.length === properties.length &&
    properties.every((property, index) => property === known.properties[index]);
  if (isKnown) return [known.sql, Object.values(row)];
  const columns = properties.map(columnOf).join(", ");
  const places = properties.map((_, index) => `$${index + 1}`).join(", ");
  const sql = `insert into ${table} (${columns}) values (${places}) ${rest}`;
  insertions.set(table + rest, { properties, sql });
  return [sql, Object.values(row)];
}

/** The same for a row that may be there already, and is replaced then. @param key the properties of its key. */
export function replaceIn(table: string, key: readonly string[], row: NewRow) {
  const changes = Object.keys(row)
    .filter((property) => !key.includes(property))
    .map((property) => `${columnOf(property)} = excluded.${columnOf(property)}`);
  const conflict = key.map(columnOf).join(", ");
  return insertInto(table, row, `on conflict (${conflict}) do update set ${changes.join(", ")}`);
}

/** A value as both databases bind it. */
export const withoutNul = (value: unknown): unknown =>
  typeof value === "string" ? value.replaceAll("\0", "") : value;
