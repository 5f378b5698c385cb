/** Named values that survive a restart, such as a renewed token, and work that one process does at a time. */
import { firstRow, replaceIn, type Database, type Queries } from "./database.ts";

/**
 * Does `work` while nobody else, in any process, does work of the same name.
 * @throws what `work` throws, or {StoreError} `unavailable` without having begun it, if its turn doesn't come in time.
 */
export type Exclusive = <T>(name: string, work: () => Promise<T>) => Promise<T>;

export type Settings = ReturnType<typeof createSettings>;

/** @param exclusive the engine's. */
export const createSettings = (db: Database, exclusive: Exclusive) => ({
  get: (name: string) => getSetting(db, name),
  async set(name: string, value: string): Promise<void> {
    await db.transaction((tx) => setSetting(tx, name, value), { repeatable: true });
  },
  exclusive,
});

export async function getSetting(db: Queries, name: string): Promise<string | null> {
  const sql = "select value from settings where name = $1";
  return (await firstRow<{ value: string }>(db, sql, [name]))?.value ?? null;
}

export const setSetting = (tx: Queries, name: string, value: string): Promise<number> =>
  tx.run(...replaceIn("settings", ["name"], { name, value }));
