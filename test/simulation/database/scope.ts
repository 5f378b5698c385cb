/** What a compiled statement is evaluated in: its parameters, and the rows that its names stand for. */
import type { MemoryDatabase } from "./memory-database.ts";
import { DatabaseError, type Row, type Value } from "./table.ts";

/** One run of a statement. */
export interface Run {
  readonly db: MemoryDatabase;
  readonly values: readonly Value[];
  /** Results of `with` queries by their names. */
  readonly withRows: ReadonlyMap<string, readonly Row[]>;
}

/** A row under the name of its table, or under its alias. */
export interface Source {
  readonly name: string;
  readonly row: Row;
}

export interface Scope {
  readonly run: Run;
  readonly sources: readonly Source[];
  readonly outer: Scope | null;
  /** The rows of a group, for aggregates. */
  readonly group?: readonly Scope[];
}

export type Expression = (scope: Scope) => Value;

/** Feature that the statements of the store don't use so far. @throws {DatabaseError} always. */
export function unsupported(what: string): never {
  throw new DatabaseError("0A000", `the database in memory doesn't know ${what}: add it`);
}

/** @param table null for an unqualified name. */
export function lookUp(scope: Scope, table: string | null, column: string): Value {
  for (let at: Scope | null = scope; at; at = at.outer) {
    for (const { name, row } of at.sources) {
      if ((table === null || table === name) && column in row) return row[column];
    }
  }
  throw new DatabaseError("42703", `no column ${table ?? ""} ${column}`);
}

/** The values of a row, in the order of its columns. */
export function lookUpRow(scope: Scope, table: string | null): Value[] {
  const source = scope.sources.find(({ name }) => name === table);
  return source ? Object.values(source.row) : unsupported(`the row ${table}.*`);
}
