/** Names for the ids in the audit: of staff from the store, or else from LINE, and of the account. */
import { embeddedAccount } from "../app/embedded-accounts.ts";
import type { Secrets } from "../config/config.ts";
import { LineError } from "../line/errors.ts";
import type { MessagingClient } from "../line/messaging-client.ts";
import { operatorId } from "../store/drafts.ts";
import type { Store } from "../store/store.ts";
import { auditFacts } from "./audit-facts.ts";
import type { AuditNames, StoredEntry } from "./audit-report.ts";
import { storedAccount } from "./own-account.ts";

/**
 * Members who redeemed are named as staff see them: they may be thousands, each of whom LINE would be asked for.
 * @param connect connects to LINE, which knows the owners whom the configuration names: they never joined, so the
 * store has no names of theirs. Called only where a name is missing; names stay empty where LINE fails.
 */
export async function auditNames(
  entries: readonly StoredEntry[],
  { staff, settings }: Pick<Store, "staff" | "settings">,
  { line }: Pick<Secrets, "line">,
  connect: () => Promise<Pick<MessagingClient, "getProfile">>,
): Promise<AuditNames> {
  const members = redeemers(entries);
  const named = new Map((await staff.list()).map(({ lineId, name }) => [lineId, name]));
  const actors = entries.flatMap(({ actor, command }) =>
    actor === null || (command === "redeem" && members.has(actor)) ? [] : actor,
  );
  // The operator has no LINE user id.
  const unnamed = [...new Set(actors)].filter((id) => id !== operatorId && !named.has(id));
  for (const [lineId, name] of await lineNames(unnamed, connect)) named.set(lineId, name);
  const accounts = new Map([[embeddedAccount.botUserId, "embedded LINE"]]);
  const own = await storedAccount(settings, line.channelSecrets);
  if (own) accounts.set(own.userId, `${own.displayName} (${own.basicId})`);
  return {
    staff: (lineId) => named.get(lineId) ?? members.get(lineId) ?? "",
    account: (account) => accounts.get(account) ?? "",
  };
}

/** Members who redeemed for themselves, as staff see them, by their LINE user ids. */
function redeemers(entries: readonly StoredEntry[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { actor, command, facts } of entries) {
    if (command !== "redeem" || actor === null) continue;
    const { lineId, who } = auditFacts(facts);
    if (lineId === actor && who !== undefined) names.set(actor, who);
  }
  return names;
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
