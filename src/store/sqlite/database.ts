/** Speaks the store's SQL to SQLite: what Postgres says otherwise is translated here, once for each statement. */
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { Clock } from "../../clock.ts";
import { reasonOf } from "../../errors.ts";
import { withoutNul, type Database, type Transaction } from "../database.ts";
import { unavailable } from "../errors.ts";
import type { GroupCommit } from "./group-commit.ts";

/** One writer holds every lock, a list is bound as JSON, and types belong to the columns. */
const translations: readonly [RegExp, string][] = [
  [/\bfor (update|share)\b/g, ""],
  [
    /\b(\w{1,63}) like any\(\$(\d+)[^)]*\)/g,
    String.raw`exists (select 1 from json_each(?$2) as pattern where $1 like pattern.value escape '\')`,
  ],
  [/= any\(\$(\d+)[^)]*\)/g, "in (select value from json_each(?$1))"],
  [/\bjson_array_elements\(\$(\d+)[^)]*\) as (\w+) \(value\)/g, "json_each(?$1) as $2"],
  [/::\w+(\[\])?/g, ""],
  [/\$(\d+)/g, "?$1"],
];

/** A statement of the store in SQLite's words. */
export const translated = (sql: string): string =>
  translations.reduce((text, [pattern, by]) => text.replace(pattern, by), sql);

const withRowid = /\bid integer primary key/;

/** A definition of tables in SQLite's words. */
export const translatedSchema = (sql: string): string =>
  sql
    .replaceAll(/\b(bigint|boolean)\b/g, "integer")
    .replaceAll("generated always as identity primary key", "primary key autoincrement")
    .replaceAll("default true", "default 1")
    .replaceAll("default false", "default 0")
    .split(/;$/m)
    .map((statement) => {
      if (!statement.includes("create table")) return statement;
      return `${statement} strict${withRowid.test(statement) ? "" : ", without rowid"}`;
    })
    .join(";\n");

const bound = (value: unknown): SQLInputValue =>
  (Array.isArray(value) ? JSON.stringify(value) : withoutNul(value)) as SQLInputValue;

/** Statements on one connection, each prepared at its first use. */
export class Statements {
  readonly #db: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(db: DatabaseSync) {
    this.#db = db;
  }

  rows<Row extends object>(sql: string, values: readonly unknown[] = []): Row[] {
    return this.prepared(sql).all(...values.map(bound)) as Row[];
  }

  run(sql: string, values: readonly unknown[] = []): number {
    return Number(this.prepared(sql).run(...values.map(bound)).changes);
  }

  /** Also for the statements that each event runs: by `rows` and `run` an event takes 4 % more CPU (2026-11-25). */
  prepared(sql: string): StatementSync {
    const known = this.#prepared.get(sql);
    if (known) return known;
    const statement = this.#db.prepare(translated(sql));
    this.#prepared.set(sql, statement);
    return statement;
  }
}

/** What changes rows and returns them has to be kept, too. */
const onlyReads = (sql: string): boolean => /^\s*select\b/.test(sql);

/** The handle on the transaction that is open; of no use once that has ended. */
function openTransaction(
  statements: Statements,
  commit: GroupCommit,
  clock: Pick<Clock, "now">,
): Transaction {
  const number = commit.transaction;
  const open = () => {
    if (commit.transaction !== number) throw new Error("the transaction has ended");
    return statements;
  };
  return {
    rows: async (sql, values) => open().rows(sql, values),
    run: async (sql, values) => open().run(sql, values),
    // One transaction at a time: whoever has begun holds every lock.
    lock: () => Promise.resolve(),
    now: async () => clock.now(),
  };
}

export function sqliteDatabase(
  statements: Statements,
  commit: GroupCommit,
  clock: Pick<Clock, "now">,
): Database {
  return {
    async rows<Row extends object>(sql: string, values?: readonly unknown[]) {
      if (!onlyReads(sql)) return commit.run(() => statements.rows<Row>(sql, values));
      // What isn't committed yet may never be: nothing may come between the last look and the read.
      while (commit.open) await commit.open;
      try {
        return statements.rows<Row>(sql, values);
      } catch (error) {
        const message = `the store can't be read: ${reasonOf(error)}`;
        throw unavailable(message, error);
      }
    },
    run: (sql, values) => commit.run(() => statements.run(sql, values)),
    transaction: (work) => commit.run(() => work(openTransaction(statements, commit, clock))),
  };
}
