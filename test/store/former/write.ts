/** Writes stores as former versions of the bot have left them, with a row of everything. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

const former = (name: string): string => readFileSync(join(import.meta.dirname, name), "utf8");

/** What the version that wrote the stores read of them, the same of both. */
export const formerReadings = JSON.parse(former("readings.json")) as Record<string, unknown>;

/** The SQL of a database that version 12 of the schema on Postgres has written. */
export const formerDatabase: string = former("postgres-12.sql");

/** Writes a store of version 20 of the schema on SQLite. */
export function writeFormerStore(file: string): void {
  using db = new DatabaseSync(file);
  db.exec(`begin; ${former("sqlite-20.sql")}; commit`);
}
