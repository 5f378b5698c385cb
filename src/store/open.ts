/** Opens the store that the configuration names: SQLite files, or Postgres. */
import type { Clock } from "../clock.ts";
import type { Log } from "../observability/log.ts";
import { StoreError } from "./errors.ts";
import { openSqliteStore } from "./sqlite/open.ts";
import type { Store } from "./store.ts";

export interface StoreLocation {
  /** Folder of the SQLite files. */
  dataDir: string;
  /** `postgres://…`; null = SQLite. */
  databaseUrl: string | null;
}

/**
 * @param options `attach`: for a CLI command, beside a running bot. `databaseTime`: stands for the time of Postgres in
 * tests.
 * @throws {StoreError} when it can't be opened, or isn't there to attach to.
 */
export async function openStore<E = unknown>(
  { dataDir, databaseUrl }: StoreLocation,
  {
    attach = false,
    clock,
    databaseTime,
    log,
  }: { attach?: boolean; clock: Clock; databaseTime?: (() => number) | undefined; log: Log },
): Promise<Store<E>> {
  if (databaseUrl === null) return openSqliteStore<E>(dataDir, clock, { attach });
  // Imported on demand: a bot on SQLite never loads the driver.
  const { openPostgresStore } = await import("./postgres/open.ts");
  try {
    return await openPostgresStore<E>(databaseUrl, { attach, clock, databaseTime, log });
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw new StoreError(error.code, `DATABASE_URL can't be used: ${error.message}`, {
      cause: error,
    });
  }
}
