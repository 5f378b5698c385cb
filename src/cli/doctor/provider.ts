/** Whether both channels are under one provider: only then do people have the same LINE user id in both. */
import { LineError } from "../../line/errors.ts";
import type { Sender } from "../../line/sender.ts";
import type { Store } from "../../store/store.ts";
import { hint, ok, skipped, type Check, type Finding } from "./check.ts";

/** Each costs two questions. */
const mostAsked = 10;

/**
 * Looks for somebody whom both channels know by one id; that nobody is found proves nothing, since
 * LINE tells of people only who befriended the account or wrote to it.
 */
export function oneProvider(
  members: Sender,
  dev: Sender,
  { store, ownerLineIds }: { store: Store; ownerLineIds: readonly string[] },
): Check {
  async function people(): Promise<string[]> {
    const accounts = await Promise.all([members.botInfo(), dev.botInfo()]);
    const staff = await store.staff.list();
    const met = await Promise.all(
      accounts.map(({ userId }) => store.chats.some(userId, mostAsked / 2)),
    );
    // Whoever wrote to the dev channel is the likeliest to be known to both.
    const ids = [...met.toReversed().flat(), ...ownerLineIds, ...staff.map(({ lineId }) => lineId)];
    return [...new Set(ids)].slice(0, mostAsked * 2);
  }

  async function look(): Promise<Finding> {
    const asked = await people();
    for (const lineId of asked) {
      const known = await Promise.all([members.getProfile(lineId), dev.getProfile(lineId)]);
      if (known.every((profile) => profile !== null)) return ok("both channels are under one");
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
