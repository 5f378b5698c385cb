/** Opens the store for a command, also while the bot runs. */
import { systemClock } from "../clock.ts";
import type { Config, Secrets } from "../config/config.ts";
import { createLog } from "../observability/log.ts";
import { openStore } from "../store/open.ts";
import type { Store } from "../store/store.ts";
import { CommandError } from "./command.ts";

/** @throws {StoreError} if there is none, or it can't be opened. */
export const attachStore = ({
  config: { dataDir },
  secrets: { databaseUrl },
}: {
  config: Config;
  secrets: Secrets;
}): Promise<Store> =>
  openStore(
    { dataDir, databaseUrl },
    { attach: true, clock: systemClock, log: createLog("silent") },
  );

/** @throws {CommandError} where the store isn't a file that the command could copy or replace. */
export function refuseDatabase({ databaseUrl }: Secrets): void {
  if (databaseUrl === null) return;
  throw new CommandError(
    "the store is on Postgres (DATABASE_URL): use its own backups, such as pg_dump or those of its provider",
  );
}
