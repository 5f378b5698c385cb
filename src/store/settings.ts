/** Named values that survive a restart, such as a renewed token, and work that one process does at a time. */
import { replaceIn, type Database, type Queries } from "./database.ts";

/**
 * Does `work` while nobody else, in any process, does work of the same name.
 * @throws what `work` throws, or {StoreError} `unavailable` without having begun it, if its turn doesn't come in time.
 */
export type Exclusive = <T>(name: string, work: () => Promise<T>) => Promise<T>;

export interface Settings {
  get(name: string): Promise<string | null>;
  set(name: string, value: string): Promise<void>;
  exclusive: Exclusive;
}

/** @param exclusive the engine's. */
export const createSettings = (db: Database, exclusive: Exclusive): Settings => ({
  async get(name) {
    const sql = "select value from settings where name = $1";
    const [row] = await db.rows<{ value: string }>(sql, [name]);
    return row?.value ?? null;
  },
  async set(name, value) {
    await db.transaction((tx) => setSetting(tx, name, value), { repeatable: true });
  },
  exclusive,
});

export const setSetting = (tx: Queries, name: string, value: string): Promise<number> =>
  tx.run(...replaceIn("settings", ["name"], { name, value }));
