/** Opens the loyalty emulator's SQLite file and runs statements and write transactions on it. */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { schema, schemaVersion } from "./schema.ts";

export type Value = SQLInputValue | boolean;

export interface Database extends Disposable {
  /* oxlint-disable typescript/no-unnecessary-type-parameters -- the caller names the row's shape */
  /** The first row, or undefined. */
  get<Row>(sql: string, ...values: Value[]): Row | undefined;
  all<Row>(sql: string, ...values: Value[]): Row[];
  /* oxlint-enable */
  /** @returns how many rows changed, and the id of an inserted one. */
  run(sql: string, ...values: Value[]): { changes: number; id: number };
  /** Another text after each change of the data, by this process or another. */
  version(): string;
  /** Updates the index statistics, without which SQLite chooses unsuitable indexes. */
  analyze(): void;
  /** Runs `work` in an immediate write transaction, which is rolled back if it throws. */
  write<Result>(work: () => Result): Result;
}

/** How long a write waits for another process's lock; it blocks the event loop meanwhile. */
const busyTimeoutMs = 500;

/** Opens the database and creates its schema if it is new. @param file a path, or ":memory:". @throws {Error} for another schema version. */
export function openDatabase(file: string): Database {
  const connection = new DatabaseSync(file, { timeout: busyTimeoutMs });
  connection.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON",
  );
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string) => {
    let statement = statements.get(sql);
    if (!statement) statements.set(sql, (statement = connection.prepare(sql)));
    return statement;
  };

  const database: Database = {
    get: (sql, ...values) => prepared(sql).get(...bound(values)) as never,
    all: (sql, ...values) => prepared(sql).all(...bound(values)) as never,
    run(sql, ...values) {
      const { changes, lastInsertRowid } = prepared(sql).run(...bound(values));
      return { changes: Number(changes), id: Number(lastInsertRowid) };
    },
    version() {
      const own = prepared("SELECT total_changes() AS own").get();
      const others = prepared("PRAGMA data_version").get();
      return `${String(own?.["own"])} ${String(others?.["data_version"])}`;
    },
    analyze: () => connection.exec("ANALYZE"),
    write(work) {
      connection.exec("BEGIN IMMEDIATE");
      try {
        const result = work();
        connection.exec("COMMIT");
        return result;
      } catch (thrown) {
        if (connection.isTransaction) connection.exec("ROLLBACK");
        throw thrown;
      }
    },
    [Symbol.dispose]: () => connection.close(),
  };

  database.write(() => {
    const { user_version: version } = database.get<{ user_version: number }>(
      "PRAGMA user_version",
    )!;
    if (version === schemaVersion) return;
    if (version !== 0)
      throw new Error(`${file} holds demo data of another version: delete it and start again`);
    connection.exec(`${schema} PRAGMA user_version = ${schemaVersion}`);
  });
  return database;
}

const bound = (values: Value[]) =>
  values.map((value) => (typeof value === "boolean" ? Number(value) : value));
