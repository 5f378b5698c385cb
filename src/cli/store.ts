/** Opens the store for a command, also while the bot runs, and tells the account that it acts for. */
import { z } from "zod";
import { embeddedAccount } from "../app/embedded-accounts.ts";
import { systemClock } from "../clock.ts";
import type { Config, Secrets } from "../config/config.ts";
import { settingsKeys } from "../config/settings-keys.ts";
import { createLog } from "../observability/log.ts";
import { hashId } from "../store/hash-id.ts";
import { openStore } from "../store/open.ts";
import type { Store } from "../store/store.ts";
import { shownName } from "../text/safe-text.ts";
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

// The account that the operator's commands act for.

const account = z.object({
  userId: z.string(),
  displayName: z.string().transform(shownName),
  basicId: z.string(),
});

/** The account of the real channel, as the last start read it; null where none has. */
export async function storedAccount(
  settings: Store["settings"],
  channelSecrets: readonly string[],
) {
  const stored = await settings.get(settingsKeys.lineAccount(hashId(channelSecrets.join())));
  return stored === null ? null : (account.safeParse(JSON.parse(stored)).data ?? null);
}

/** The LINE user id of the members' account; null where the bot hasn't started with it yet. */
export async function ownAccount(
  settings: Store["settings"],
  { config, secrets }: { config: Config; secrets: Secrets },
): Promise<string | null> {
  if (config.line.kind === "embedded") return embeddedAccount.botUserId;
  return (await storedAccount(settings, secrets.line.channelSecrets))?.userId ?? null;
}
