/** Opens the store that the configuration names: SQLite files, or Postgres. */
import { StoreError } from "./errors.ts";
import type { OpenOptions } from "./postgres/open.ts";
import { openSqliteStore } from "./sqlite/open.ts";
import type { Store } from "./store.ts";

export interface StoreLocation {
  /** Folder of the SQLite files. */
  dataDir: string;
  /** `postgres://…`; null = SQLite. */
  databaseUrl: string | null;
}

/** @throws {StoreError} when it can't be opened, or isn't there to attach to. */
export async function openStore<E = unknown>(
  { dataDir, databaseUrl }: StoreLocation,
  options: OpenOptions,
): Promise<Store<E>> {
  if (databaseUrl === null) return openSqliteStore<E>(dataDir, options.clock, options);
  // Imported on demand: a bot on SQLite never loads the driver.
  const { openPostgresStore } = await import("./postgres/open.ts");
  try {
    return await openPostgresStore<E>(databaseUrl, options);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw new StoreError(error.code, `DATABASE_URL can't be used: ${error.message}`, {
      cause: error,
    });
  }
}
