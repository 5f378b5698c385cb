/** What the bot does by itself for who has written: gifts and reminders. */
import { withTimeout, type Clock } from "../../../clock.ts";
import type { MemberProfile } from "../../../loyalty/contract.ts";
import type { MemberCache } from "../../../members/member-cache.ts";
import type { Answered, GiftRules } from "./gift-rules.ts";
import type { Reminders } from "./reminders.ts";

export type Rules = ReturnType<typeof createRules>;

/** How long a reply that needs no member waits for a member's rules. */
const lookupMs = 1000;

export function createRules(options: {
  gifts: GiftRules;
  /** Null = nobody is reminded. */
  reminders: Pick<Reminders, "follow"> | null;
  members: MemberCache;
  clock: Clock;
}) {
  const { gifts, reminders, members, clock } = options;

  /** @returns null while it isn't known, and for everybody who isn't one active member. */
  async function memberOf(lineId: string, mayAsk: boolean): Promise<MemberProfile | null> {
    const cached = members.cached(lineId);
    // Whoever can't be looked up in time is looked up with their next message.
    const found =
      cached || !mayAsk
        ? cached
        : await withTimeout(clock, lookupMs, members.lookup(lineId)).catch(() => null);
    return found?.kind === "member" ? found.profile : null;
  }

  /** Whether something is done for members like them, so that it is worth a call of the platform to know them. */
  const isForMember = ({ newcomer }: Answered) =>
    reminders !== null || gifts.concerns.all || (newcomer !== null && gifts.concerns.joined);

  return {
    /** Whether there is anything to do for them; nearly always there isn't. */
    concern: (answered: Answered) =>
      answered.invites || answered.newcomer !== null || isForMember(answered),
    /**
     * Stores that they were told how to join, or that they have joined, gives what is theirs, and reminds them.
     * @returns whether there are new notices for them. @throws {StoreError} when nothing can be stored.
     */
    async follow(answered: Answered): Promise<boolean> {
      const { account, lineId, invites } = answered;
      if (invites) {
        await gifts.invited(answered);
        return false;
      }
      const member = await memberOf(lineId, isForMember(answered));
      if (!member) return false;
      const isGiven = await gifts.follow(answered, member);
      const isReminded = (await reminders?.follow(account, lineId, member)) ?? false;
      return isGiven || isReminded;
    },
  };
}
