/** Reminds members of what ends: finds out what, tells each once, and looks at it again before it is told. */
import { type Clock, deadline } from "../../../clock.ts";
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { LoyaltyClient } from "../../../loyalty/client.ts";
import type { MemberCard, MemberProfile } from "../../../loyalty/contract.ts";
import type { CouponSetCache } from "../../../loyalty/coupon-set-cache.ts";
import { readEnd } from "../../../loyalty/platform-time.ts";
import { findMatching } from "../../../loyalty/read-matching.ts";
import { hashId } from "../../../store/hash-id.ts";
import type { ReminderNotice } from "../../../store/notices.ts";
import type { Ending, Soon } from "../../../store/reminders.ts";
import { ruleKey } from "../../../store/rule-keys.ts";
import type { Store } from "../../../store/store.ts";
import type { CardFact, RenderContext } from "../../context.ts";
import { numberIn, timeIn, valueOf } from "../../views/card-facts.ts";
import { isAvailable } from "../../views/coupon-text.ts";
import { endOfDay } from "../../views/dates.ts";
import { couponReminder, pointsReminder } from "../../views/reminder-view.ts";
import { orLater } from "../orders/attempt.ts";

/** Within how many days something ends that members are reminded of; null = they aren't. */
interface ReminderDays {
  coupon: number | null;
  points: number | null;
}

/** What became of a reminder: told, over by then, or to somebody who wants none. */
type ReminderOutcome = "told" | "gone" | "declined";

export interface Reminders {
  /** Stores notices for what is to be told with this reply. @returns whether there are any. */
  follow(account: string, lineId: string, member: MemberProfile): Promise<boolean>;
  /** What ends soon of a member by their profile, whether it was told or not. */
  pointsOf(member: MemberProfile): Ending[];
  /** Within which time coupons, or points, are told; null = they aren't. */
  soon(of: "coupon" | "points"): Soon | null;
  /** @returns null where it isn't to be told any more; `later` where the platform doesn't say. */
  view(
    ctx: RenderContext,
    stored: { account: string; lineId: string; notice: ReminderNotice },
    member: MemberProfile,
  ): Promise<Message | "later" | null>;
}

/** With one reply; the others are told with later ones. */
const maxAtOnce = 5;
/** Time limit for the look at a coupon: the reply waits for it. */
const maxLookMs = 3000;
const dayMs = 86_400_000;
const operation = "getGiveCouponHistory";

const isIn = ({ now, until }: Soon, endsAt: number) => endsAt > now && endsAt <= until;

interface ReminderOptions {
  days: ReminderDays;
  cardFacts: readonly CardFact[];
  store: Pick<Store, "lineUsers" | "reminders" | "ruleKeys">;
  loyalty: Pick<LoyaltyClient, typeof operation | "getCouponSet">;
  couponSets: Pick<CouponSetCache, "known">;
  /** When the store was last restored from a backup, in milliseconds since 1970; null = never. */
  restoredAt: number | null;
  onReminder(of: string, outcome: ReminderOutcome): void;
  /** The business's IANA time zone. */
  timeZone: string;
  clock: Clock;
}

export function createReminders(options: ReminderOptions): Reminders {
  const { days, store, restoredAt, timeZone, clock } = options;
  const facts = pointsFactsIn(options.cardFacts);

  function soon(of: "coupon" | "points"): Soon | null {
    const within = days[of];
    if (within === null) return null;
    const until = (at: number) => endOfDay(at + within * dayMs, timeZone);
    const now = clock.now();
    // What could be told before a restore may have been.
    const after = restoredAt === null ? now : Math.max(now, until(restoredAt));
    return { now: after, until: until(now) };
  }

  function pointsOf(member: MemberProfile) {
    const time = soon("points");
    if (!time) return [];
    return endingPointsOf(member, facts, timeZone).filter(({ endsAt }) => isIn(time, endsAt));
  }

  async function untold(account: string, member: MemberProfile): Promise<Ending[]> {
    const { reminders } = store;
    const time = soon("coupon");
    const coupons = time ? await reminders.of(account, member.uuid, time) : [];
    const points = pointsOf(member);
    const keys = points.map(({ key }) => key);
    const told = keys.length > 0 ? await reminders.told(account, keys) : new Set();
    return [
      ...coupons.filter(({ reminder }) => reminder.of === "coupon"),
      ...points.filter(({ key }) => !told.has(key)),
    ];
  }

  const areDeclined = (account: string, lineId: string) =>
    store.ruleKeys.isTaken(account, ruleKey("noReminders", lineId), clock.now());

  /** The coupon, if the member can use it, and it ends when it did. */
  async function couponView(
    ctx: RenderContext,
    { reminder, memberUuid, endsAt }: ReminderNotice,
  ): Promise<Message | "later" | null> {
    if (reminder.of !== "coupon") return null;
    const { loyalty, couponSets } = options;
    using limit = deadline(clock, maxLookMs);
    const filters = { member_uuid: memberUuid, usable: true, sort: "expires_at" };
    const coupon = await findMatching(loyalty[operation], filters, {
      operation,
      owner: ["member_uuid", memberUuid],
      isWanted: (one) => one.uuid === reminder.uuid && isAvailable(one, memberUuid, ctx),
      signal: limit.signal,
    }).catch(orLater);
    if (coupon === null || coupon === "later") return coupon;
    const end = readEnd(coupon.expires_at, timeZone);
    if (end.kind !== "read" || end.at !== endsAt) return null;
    const sets = await couponSets.known(loyalty);
    return couponReminder(ctx, coupon, sets.get(coupon.coupon_set_uuid) ?? {});
  }

  function pointsView(
    ctx: RenderContext,
    { reminder, endsAt }: ReminderNotice,
    member: MemberProfile,
  ): Message | null {
    if (reminder.of !== "points") return null;
    const ending = endingPointsOf(member, facts, timeZone).find(
      (one) => one.endsAt === endsAt && (one.card?.uuid ?? null) === reminder.card,
    );
    return ending ? pointsReminder(ctx, ending, member.cards.length) : null;
  }

  return {
    soon,
    pointsOf,
    async follow(account, lineId, member) {
      const endings = await untold(account, member);
      if (endings.length === 0 || (await areDeclined(account, lineId))) return false;
      const change = { kind: "remind", lineId, endings: endings.slice(0, maxAtOnce) } as const;
      await store.lineUsers.write(account, [change]);
      return true;
    },
    async view(ctx, { account, lineId, notice }, member) {
      const { reminder, endsAt } = notice;
      const outcome = (one: ReminderOutcome) => options.onReminder(reminder.of, one);
      if (await areDeclined(account, lineId)) {
        outcome("declined");
        return null;
      }
      const view =
        endsAt <= ctx.now
          ? null
          : reminder.of === "coupon"
            ? await couponView(ctx, notice)
            : pointsView(ctx, notice, member);
      if (view !== "later") outcome(view === null ? "gone" : "told");
      return view;
    },
  };
}

// Points that end: facts of cards and members that stand beside each other in `CARD_FACTS`, one of points and one of their expiry.

/** Two facts of one owner that members are shown. */
interface PointsFacts {
  points: CardFact;
  expiry: CardFact;
}

interface EndingPoints extends Ending {
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
