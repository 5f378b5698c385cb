/** Reminds members of what ends: finds out what, tells each once, and looks at it again before it is told. */
import { type Clock, deadline } from "../../../clock.ts";
import { reasonOf } from "../../../errors.ts";
import type { Quota } from "../../../line/channel-status-client.ts";
import type { Message } from "../../../line/messages/prepare-reply.ts";
import type { LoyaltyClient } from "../../../loyalty/client.ts";
import type { MemberCard, MemberProfile } from "../../../loyalty/contract.ts";
import type { CouponSetCache } from "../../../loyalty/coupon-sets.ts";
import { readEnd } from "../../../loyalty/platform-time.ts";
import { findMatching } from "../../../loyalty/read-list.ts";
import type { MemberLookup } from "../../../members/member-cache.ts";
import { createThrottledWarnings, type Log } from "../../../observability/log.ts";
import { hashId } from "../../../store/hash-id.ts";
import { isReminder, type ReminderNotice, type StoredNotice } from "../../../store/notices.ts";
import type { Ending, Soon, WaitingEnding } from "../../../store/reminders.ts";
import { ruleKey, type RuleKey } from "../../../store/rule-keys.ts";
import type { Store } from "../../../store/store.ts";
import type { CardFact, RenderContext } from "../../context.ts";
import { numberIn, timeIn, valueOf } from "../../views/card.ts";
import { isAvailable } from "../../views/coupon.ts";
import { endOfDay } from "../../views/dates.ts";
import { couponReminder, pointsReminder } from "../../views/reminder-view.ts";
import { orLater } from "../orders/step.ts";

/** Within how many days something ends that members are reminded of; null = they aren't. */
interface ReminderDays {
  coupon: number | null;
  points: number | null;
}

/** What became of a reminder: told, over by then, or to somebody who wants none. */
type ReminderOutcome = "told" | "gone" | "declined";

export type Reminders = ReturnType<typeof createReminders>;

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
  store: Store;
  loyalty: Pick<LoyaltyClient, typeof operation | "getCouponSet">;
  couponSets: CouponSetCache;
  /** When the store was last restored from a backup, in milliseconds since 1970; null = never. */
  restoredAt: number | null;
  onReminder(of: string, outcome: ReminderOutcome): void;
  /** The business's IANA time zone. */
  timeZone: string;
  clock: Clock;
}

export function createReminders(options: ReminderOptions) {
  const { days, store, restoredAt, timeZone, clock } = options;
  const facts = pointsFactsIn(options.cardFacts);

  /** Within which time coupons, or points, are told; null = they aren't. */
  function soon(of: "coupon" | "points"): Soon | null {
    const within = days[of];
    if (within === null) return null;
    const until = (at: number) => endOfDay(at, timeZone, within);
    const now = clock.now();
    // What could be told before a restore may have been.
    const after = restoredAt === null ? now : Math.max(now, until(restoredAt));
    return { now: after, until: until(now) };
  }

  /** What ends soon of a member by their profile, whether it was told or not. */
  function pointsOf(member: MemberProfile): Ending[] {
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
    /** Whether who writes by this LINE account wants no reminders. */
    areDeclined,
    /** Stores notices for what is to be told with this reply. @returns whether there are any. */
    async follow(account: string, lineId: string, member: MemberProfile): Promise<boolean> {
      const endings = await untold(account, member);
      if (endings.length === 0 || (await areDeclined(account, lineId))) return false;
      const change = { kind: "remind", lineId, endings: endings.slice(0, maxAtOnce) } as const;
      await store.lineUsers.write(account, [change]);
      return true;
    },
    /** @returns null where it isn't to be told any more; `later` where the platform doesn't say. */
    async view(
      ctx: RenderContext,
      { account, lineId, notice }: { account: string; lineId: string; notice: ReminderNotice },
      member: MemberProfile,
    ): Promise<Message | "later" | null> {
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

export type ReminderPushes = ReturnType<typeof createReminderPushes>;

/** What became of a round of pushes. */
type RoundOutcome = "planned" | "nothing" | "quota" | "quota_unread";

interface ReminderPushOptions {
  account: string;
  store: Store;
  reminders: Pick<Reminders, "soon" | "areDeclined">;
  members: { lookup(lineId: string): Promise<MemberLookup> };
  /** @throws {LineError} when it can't be read. */
  quota(): Promise<Quota>;
  /** How many messages of the quota are left for everything else. */
  reserve: number;
  onRound(outcome: RoundOutcome): void;
  /** When the store was last restored, in milliseconds since 1970; `-Infinity` = never. */
  restoredAt: number;
  /** The business's IANA time zone. */
  timeZone: string;
  clock: Clock;
  log: Log;
}

/** Hours of the day in which reminders are pushed: from the first until before the second. */
const hours = { from: 10, to: 19 };
const minuteMs = 60_000;

const restMs = 7 * dayMs;
/** Between two rounds, and how long a reading of the quota counts: LINE counts with a delay. */
const everyMs = 10 * minuteMs;
/** In one round, so that the next one sees what LINE counts. */
const maxPushes = 50;
const pageSize = 200;

/** What keeps a member, and a LINE account, from the next push for a week. */
const restKeys = ({ memberUuid, lineId }: { memberUuid: string; lineId: string }) =>
  [ruleKey("pushedMember", memberUuid), ruleKey("pushedAccount", lineId)] as const;

/** Plans the pushes of reminders: by day, as far as LINE's quota allows, and one a member in seven days. */
export function createReminderPushes(options: ReminderPushOptions) {
  const { account, store, reminders, members, reserve, timeZone, clock, log } = options;
  const warn = createThrottledWarnings(log, clock);
  let plannedAt: number | null = null;
  /** Of the newest reading of the quota. */
  let reading = { at: -Infinity, left: 0 };

  function isDay(): boolean {
    const { hour } = Temporal.Instant.fromEpochMilliseconds(clock.now()).toZonedDateTimeISO(
      timeZone,
    );
    return hour >= hours.from && hour < hours.to;
  }

  /** How many messages may be pushed; null where the quota can't be read. */
  async function allowance(): Promise<number | null> {
    if (clock.monotonic() - reading.at < everyMs) return reading.left;
    try {
      const { limit, used } = await options.quota();
      const left = limit === null ? Infinity : limit - used - reserve;
      reading = { at: clock.monotonic(), left };
      return left;
    } catch (error) {
      warn("reminders aren't pushed: the quota can't be read", { reason: reasonOf(error) });
      return null;
    }
  }

  /** Whether the LINE account is the member's, who wants reminders, and neither was pushed one for a week. */
  async function mayRemind({ memberUuid, lineId }: { memberUuid: string; lineId: string }) {
    const now = clock.now();
    for (const key of restKeys({ memberUuid, lineId })) {
      if (await store.ruleKeys.isTaken(account, key, now)) return false;
    }
    if (await reminders.areDeclined(account, lineId)) return false;
    const found = await members.lookup(lineId).catch(orLater);
    return found !== "later" && found.kind === "member" && found.profile.uuid === memberUuid;
  }

  /** Stores the notice with the week's rest. */
  async function keepToPush(ending: Ending, lineId: string): Promise<void> {
    const until = clock.now() + restMs;
    const rest: RuleKey[] = restKeys({ ...ending, lineId }).map((key) => ({ key, until }));
    await store.lineUsers.write(account, [{ kind: "remind", lineId, endings: [ending], rest }]);
  }

  async function* waiting(): AsyncGenerator<WaitingEnding & { lineId: string }> {
    const coupons = reminders.soon("coupon");
    const points = reminders.soon("points");
    const now = clock.now();
    const until = Math.max(coupons?.until ?? now, points?.until ?? now);
    let after: WaitingEnding | null = null;
    do {
      const page: WaitingEnding[] = await store.reminders.waiting(
        account,
        { now, until },
        after,
        pageSize,
      );
      for (const ending of page) {
        const { lineId, reminder, endsAt } = ending;
        const time = reminder.of === "coupon" ? coupons : points;
        if (lineId !== null && time && isIn(time, endsAt)) yield { ...ending, lineId };
      }
      after = page.length < pageSize ? null : (page.at(-1) ?? null);
    } while (after);
  }

  async function round(left: number, stopping: AbortSignal): Promise<RoundOutcome> {
    let planned = 0;
    const seen = new Set<string>();
    for await (const ending of waiting()) {
      if (stopping.aborted || planned >= maxPushes) break;
      const { memberUuid, lineId } = ending;
      if (seen.has(memberUuid)) continue;
      seen.add(memberUuid);
      if (!(await mayRemind({ memberUuid, lineId }))) continue;
      if (planned >= left) return planned > 0 ? "planned" : "quota";
      await keepToPush(ending, lineId);
      planned += 1;
    }
    return planned > 0 ? "planned" : "nothing";
  }

  return {
    /** Stores notices to push, when it is time. @param pushable those that wait to be pushed. */
    async plan(pushable: readonly StoredNotice[], stopping: AbortSignal): Promise<void> {
      const now = clock.now();
      const isDue = plannedAt === null || Math.abs(now - plannedAt) >= everyMs;
      if (!isDue || !isDay()) return;
      plannedAt = now;
      // Whom a restored store doesn't know to have been pushed one may be in their week's rest.
      if (now - options.restoredAt < restMs) return;
      const left = await allowance();
      const open = pushable.filter(isReminder).length;
      options.onRound(left === null ? "quota_unread" : await round(left - open, stopping));
    },
    /** Whether a notice may be pushed now. */
    async mayPush(notice: StoredNotice): Promise<boolean> {
      if (!isDay()) return false;
      // Whether LINE has taken it is found out by the same key, which costs nothing if it has.
      if (notice.pushedAt !== null) return true;
      return ((await allowance()) ?? 0) > 0;
    },
    /** Called when LINE has taken one. */
    pushed(): void {
      reading.left -= 1;
    },
    /** Called when one can't be told any more: what else ends of the member may be pushed, unless LINE may have taken it. */
    async gone({ lineId, notice, pushedAt }: StoredNotice): Promise<void> {
      if (notice.kind !== "reminder" || pushedAt !== null) return;
      await store.ruleKeys.free(account, restKeys({ memberUuid: notice.memberUuid, lineId }));
    },
  };
}
