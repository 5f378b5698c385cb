/** Deletes many rows in small transactions, so that the bot's own never wait for long. */
import type { Database } from "./database.ts";

/** Maximum rows per transaction. */
export const batch = 1000;

/**
 * A delete of at most a batch of rows: each is locked first, and its condition checked again, since it may have changed
 * meanwhile.
 */
export const deleteBatch = (table: string, key: string, where: string): string =>
  `delete from ${table} where (${key}) in (
     select ${key} from ${table} where ${where} limit ${batch} for update)`;

/**
 * Runs a statement that changes at most a batch of rows, and doesn't find them again, until it finds none.
 * @param rest awaited between two transactions. @returns the number of rows changed.
 * @throws {StoreError} when the store can't be written; batches before stay committed.
 */
export async function inBatches(
  db: Pick<Database, "run">,
  sql: string,
  values: readonly unknown[],
  rest: () => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  for (let total = 0; ; await rest()) {
    const changed = await db.run(sql, values);
    total += changed;
    if (changed < batch) return total;
  }
}
