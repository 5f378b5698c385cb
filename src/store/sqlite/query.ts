/** Typed queries: the one place that asserts what the columns of a row are. */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";

export interface Query<Row> {
  all(...values: SQLInputValue[]): Row[];
  /** The first row, or null. */
  get(...values: SQLInputValue[]): Row | null;
}

/**
 * Prepared at its first use: a start needs few of the store's queries.
 * @param sql names its columns as the properties of `Row`. Booleans arrive as 0 and 1, JSON as text.
 */
export function query<Row>(db: DatabaseSync, sql: string): Query<Row> {
  let statement: StatementSync | undefined;
  const prepared = () => (statement ??= db.prepare(sql));
  return {
    all: (...values) => prepared().all(...values) as unknown as Row[],
    get: (...values) => (prepared().get(...values) as unknown as Row | undefined) ?? null,
  };
}
