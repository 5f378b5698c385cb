/** The account that the operator's commands act for. */
import { shownName } from "../text/safe-text.ts";
import { z } from "zod";
import { embeddedAccount } from "../app/embedded-accounts.ts";
import type { Config, Secrets } from "../config/config.ts";
import { settingsKeys } from "../config/settings-keys.ts";
import { hashId } from "../store/hash-id.ts";
import type { Store } from "../store/store.ts";

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
