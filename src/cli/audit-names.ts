/** Names for the ids in the audit: of staff from the store, or else from LINE, and of the account. */
import { embeddedAccount } from "../app/embedded-accounts.ts";
import type { Secrets } from "../config/config.ts";
import { LineError } from "../line/errors.ts";
import type { MessagingClient } from "../line/messaging-client.ts";
import type { Store } from "../store/store.ts";
import type { AuditNames, StoredEntry } from "./audit-report.ts";
import { storedAccount } from "./own-account.ts";

/**
 * @param connect connects to LINE, which knows the owners whom the configuration names: they never joined, so the
 * store has no names of theirs. Called only where a name is missing; names stay empty where LINE fails.
 */
export async function auditNames(
  entries: readonly StoredEntry[],
  { staff, settings }: Pick<Store, "staff" | "settings">,
  { line }: Pick<Secrets, "line">,
  connect: () => Promise<Pick<MessagingClient, "getProfile">>,
): Promise<AuditNames> {
  const members = new Map<string, string>();
  for (const { lineId, name } of await staff.list()) members.set(lineId, name);
  const actors = new Set(entries.flatMap(({ actor }) => actor ?? []));
  const unnamed = [...actors].filter((lineId) => !members.has(lineId));
  for (const [lineId, name] of await lineNames(unnamed, connect)) members.set(lineId, name);
  const accounts = new Map([[embeddedAccount.botUserId, "embedded LINE"]]);
  const own = await storedAccount(settings, line.channelSecrets);
  if (own) accounts.set(own.userId, `${own.displayName} (${own.basicId})`);
  return {
    staff: (lineId) => members.get(lineId) ?? "",
    account: (account) => accounts.get(account) ?? "",
  };
}

/** Display names of users; those read before LINE failed. */
async function lineNames(
  lineIds: readonly string[],
  connect: () => Promise<Pick<MessagingClient, "getProfile">>,
): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  if (lineIds.length === 0) return names;
  try {
    const messaging = await connect();
    for (const lineId of lineIds) {
      const profile = await messaging.getProfile(lineId);
      if (profile) names.set(lineId, profile.displayName);
    }
  } catch (error) {
    if (!(error instanceof LineError)) throw error;
  }
  return names;
}
