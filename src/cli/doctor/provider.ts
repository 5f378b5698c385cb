/** Checks that both channels are under one provider: only then do people have the same LINE user id in both. */
import { LineError } from "../../line/errors.ts";
import type { Store } from "../../store/store.ts";
import { fault, hint, ok, skipped, type Check, type Finding } from "./check.ts";
import type { ChannelAccess } from "./line.ts";

/** Each costs two requests. */
const maxProfiles = 20;

/**
 * Searches for a user whom both channels know by one id. Finding none proves nothing, since LINE returns
 * profiles only of users who befriended the account or wrote to it.
 */
export function providerCheck(
  channels: { members: ChannelAccess; dev: ChannelAccess },
  { store, ownerLineIds }: { store: Store | null; ownerLineIds: readonly string[] },
): Check {
  /** LINE user ids that one of the accounts knows. */
  async function knownUsers(accounts: readonly string[]): Promise<string[]> {
    if (!store) return [...ownerLineIds];
    const { lineUsers, staff } = store;
    const following = await Promise.all(
      accounts.map((account) => lineUsers.known(account, maxProfiles / 2)),
    );
    const team = (await staff.list()).map(({ lineId }) => lineId);
    // Whoever wrote to the dev channel is the likeliest to be known to both.
    return [...following.toReversed().flat(), ...ownerLineIds, ...team];
  }

  async function check(): Promise<Finding> {
    const members = channels.members.clients?.messaging;
    const dev = channels.dev.clients?.messaging;
    if (!members || !dev) return skipped("there is no token for one of the channels");
    const [account, devAccount] = await Promise.all([members.botInfo(), dev.botInfo()]);
    if (account.userId === devAccount.userId) {
      return fault(
        "both tokens open the same account",
        "the dev channel needs an account of its own: check LINE_DEV_CHANNEL_SECRET and its token",
      );
    }
    const known = await knownUsers([account.userId, devAccount.userId]);
    const candidates = [...new Set(known)].slice(0, maxProfiles);
    for (const lineId of candidates) {
      const profiles = await Promise.all([members.getProfile(lineId), dev.getProfile(lineId)]);
      if (profiles.every((profile) => profile !== null)) return ok("both channels are under one");
    }
    if (candidates.length === 0) return skipped("nobody was met yet who could be looked for");
    return hint(
      `can't be told: nobody of ${candidates.length} is known to both channels`,
      "let somebody befriend both accounts and write to them; the console shows both channels under one provider",
    );
  }

  return {
    name: "provider",
    needs: "token",
    run: () =>
      check().catch((error: unknown) => {
        if (!(error instanceof LineError)) throw error;
        return skipped(`can't be told now: ${error.message}`);
      }),
  };
}
