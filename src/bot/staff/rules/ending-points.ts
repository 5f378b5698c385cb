/** Points that end: facts of cards and members that stand beside each other in `CARD_FACTS`, one of points and one of their expiry. */
import type { MemberCard, MemberProfile } from "../../../loyalty/contract.ts";
import { hashId } from "../../../store/hash-id.ts";
import type { Ending } from "../../../store/reminders.ts";
import type { CardFact } from "../../context.ts";
import { numberIn, timeIn, valueOf } from "../../views/card-facts.ts";

/** Two facts of one owner that members are shown. */
export interface PointsFacts {
  points: CardFact;
  expiry: CardFact;
}

export interface EndingPoints extends Ending {
  points: number;
  /** Null = the points are the member's. */
  card: MemberCard | null;
}

/** Each expiry with the points directly before it, else directly behind it. */
export function pointsFactsIn(facts: readonly CardFact[]): PointsFacts[] {
  return facts.flatMap((expiry, index) => {
    if (expiry.kind !== "expiry" || expiry.place === "staff") return [];
    const points = [facts[index - 1], facts[index + 1]].find(
      (one) => one?.kind === "points" && one.place !== "staff" && isAlike(one, expiry),
    );
    return points ? [{ points, expiry }] : [];
  });
}

/** Whether both are a card's, or both the member's. */
const isAlike = (one: CardFact, other: CardFact): boolean =>
  (one.owner === "card") === (other.owner === "card");

/** Those that can be read, and of which there are any. */
export function endingPointsOf(
  profile: MemberProfile,
  facts: readonly PointsFacts[],
  timeZone: string,
): EndingPoints[] {
  return facts.flatMap(({ points, expiry }) => {
    const owners = expiry.owner === "card" ? profile.cards : [null];
    return owners.flatMap((card) => {
      const from = { profile, ...(card && { card }) };
      const count = numberIn(valueOf(points, from));
      const endsAt = timeIn("expiry", valueOf(expiry, from), timeZone);
      if (endsAt === null || count === null || !Number.isSafeInteger(count) || count <= 0)
        return [];
      const cardUuid = card?.uuid ?? null;
      const key = hashId(`points ${profile.uuid} ${cardUuid} ${expiry.path.join(".")} ${endsAt}`);
      const reminder = { of: "points", card: cardUuid } as const;
      return [{ key, memberUuid: profile.uuid, reminder, endsAt, points: count, card }];
    });
  });
}
