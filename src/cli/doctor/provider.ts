/** Whether both channels are under one provider: only then do people have the same LINE user id in both. */
import { LineError } from "../../line/errors.ts";
import type { Store } from "../../store/store.ts";
import { fault, hint, ok, skipped, type Check, type Finding } from "./check.ts";
import type { Door } from "./line.ts";

/** Each costs two questions. */
const maxAsked = 20;

/**
 * Looks for somebody whom both channels know by one id; that nobody is found proves nothing, since
 * LINE tells of people only who befriended the account or wrote to it.
 */
export function oneProvider(
  doors: { members: Door; dev: Door },
  { store, ownerLineIds }: { store: Store | null; ownerLineIds: readonly string[] },
): Check {
  /** LINE user ids that one of the accounts has met. */
  async function people(accounts: readonly string[]): Promise<string[]> {
    if (!store) return [...ownerLineIds];
    const { lineUsers, staff } = store;
    const met = await Promise.all(
      accounts.map((account) => lineUsers.known(account, maxAsked / 2)),
    );
    const team = (await staff.list()).map(({ lineId }) => lineId);
    // Whoever wrote to the dev channel is the likeliest to be known to both.
    return [...met.toReversed().flat(), ...ownerLineIds, ...team];
  }

  async function look(): Promise<Finding> {
    const members = doors.members.signed?.sender;
    const dev = doors.dev.signed?.sender;
    if (!members || !dev) return skipped("there is no token for one of the channels");
    const [account, devAccount] = await Promise.all([members.botInfo(), dev.botInfo()]);
    if (account.userId === devAccount.userId) {
      return fault(
        "both tokens open the same account",
        "the dev channel needs an account of its own: check LINE_DEV_CHANNEL_SECRET and its token",
      );
    }
    const known = await people([account.userId, devAccount.userId]);
    const asked = [...new Set(known)].slice(0, maxAsked);
    for (const lineId of asked) {
      const profiles = await Promise.all([members.getProfile(lineId), dev.getProfile(lineId)]);
      if (profiles.every((profile) => profile !== null)) return ok("both channels are under one");
    }
    if (asked.length === 0) return skipped("nobody was met yet who could be looked for");
    return hint(
      `can't be told: nobody of ${asked.length} is known to both channels`,
      "let somebody befriend both accounts and write to them; the console shows both channels under one provider",
    );
  }

  return {
    name: "provider",
    needs: "token",
    run: () =>
      look().catch((error: unknown) => {
        if (!(error instanceof LineError)) throw error;
        return skipped(`can't be told now: ${error.message}`);
      }),
  };
}
