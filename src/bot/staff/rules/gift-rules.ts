/** What the bot gives by itself: a coupon to who has become a member, and one on a member's birthday. */
import { hash } from "node:crypto";
import { type Clock, deadline } from "../../../clock.ts";
import { settingsKeys } from "../../../config/settings-keys.ts";
import type { LoyaltyClient } from "../../../loyalty/client.ts";
import type { Coupon, CouponSet, MemberProfile } from "../../../loyalty/contract.ts";
import {
  type CouponSetCache,
  findCouponSet,
  isGiveable,
  leftOf,
} from "../../../loyalty/coupon-sets.ts";
import { LoyaltyError } from "../../../loyalty/errors.ts";
import { latestMomentOf } from "../../../loyalty/platform-time.ts";
import { readMatching } from "../../../loyalty/read-list.ts";
import type { StateChange } from "../../../store/state-changes.ts";
import type { StoredNotice } from "../../../store/notices.ts";
import { never, ruleKey, type RuleKey } from "../../../store/rule-keys.ts";
import type { GiftRule } from "../../../store/rules/kinds.ts";
import type { Store } from "../../../store/store.ts";
import { endOfDay, startOfDay } from "../../views/dates.ts";
import { maskedWho } from "../member-text.ts";
import type { GiveCoupons } from "../operations/coupons.ts";
import type { Executor } from "../orders/executor.ts";
import { createQuestion } from "../orders/question.ts";

/** Who has written, and what the bot has replied. */
export interface Answered {
  account: string;
  lineId: string;
  /** Whether the reply tells how to join. */
  invites: boolean;
  /** Kept since they were told how to join; null for everybody else. */
  newcomer: StoredNotice | null;
}

export type GiftRules = ReturnType<typeof createGiftRules>;

/** The coupon set of each rule; null = the rule is off. */
type GiftSets = Readonly<Record<GiftRule, string | null>>;

/**
 * Why a rule gives nothing to whom it is for: the set isn't known, isn't active or in its giving period, or is sold out;
 * the platform doesn't tell; or it shows that it was given before the backup was restored that the store is from.
 */
type Left = "unknown_set" | "inactive_set" | "sold_out" | "unread" | "given_before";

interface GiftRuleOptions {
  sets: GiftSets;
  loyalty: Pick<LoyaltyClient, "getCouponSet" | "getGiveCouponHistory">;
  couponSets: CouponSetCache;
  store: Store;
  executor: Pick<Executor, "execute">;
  /** Called when somebody was told how to join, and when they have joined. */
  onCame?(kind: "invited" | "joined", lineId: string): void;
  /** Called when a rule gives nothing to whom it is for. */
  onLeft?(rule: GiftRule, why: Left): void;
  /** The business's IANA time zone. */
  timeZone: string;
  clock: Clock;
}

/** How long a reply waits for what is given, to tell it. */
const giveMs = 3000;
/** How long it waits for the set as it is now, and for what was given before a restore. */
const lookMs = 2000;
const dayMs = 86_400_000;
/** Shorter than a year, so that the same birthday counts again; and so long that another birthdate doesn't. */
const birthdayRestMs = 300 * dayMs;

type Gift = Extract<StateChange, { kind: "by_rule" }>;

/** What a rule gives, and what it must not give again. */
interface Due {
  rule: GiftRule;
  /** Tells apart what the rule gives one member in the course of time. */
  period: string;
  /** From when on it may have been given, in milliseconds since 1970. */
  since: number;
  keys: readonly RuleKey[];
}

/** What is stored for what is due: the gift, or only that it must not be given. */
type Kept = Gift | Extract<StateChange, { kind: "rule_keys" }>;

const isGift = (kept: Kept): kept is Gift => kept.kind === "by_rule";

function whyNot(
  set: CouponSet | undefined,
  moment: { now: number; timeZone: string },
): Left | null {
  if (!set) return "unknown_set";
  if (!isGiveable(set, moment)) return "inactive_set";
  return leftOf(set) === 0 ? "sold_out" : null;
}

export function createGiftRules(options: GiftRuleOptions) {
  const { sets, store, executor, clock, timeZone } = options;
  const recentBirthday = createBirthdays(timeZone);

  async function birthdayOf(account: string, profile: MemberProfile): Promise<Due | null> {
    if (sets.birthday === null) return null;
    const now = clock.now();
    const day = recentBirthday(birthdateOf(profile), now);
    if (!day) return null;
    const key = ruleKey("birthday", profile.uuid);
    if (await store.ruleKeys.isTaken(account, key, now)) return null;
    const since = day.toZonedDateTime(timeZone).epochMilliseconds;
    const keys = [{ key, until: now + birthdayRestMs }];
    return { rule: "birthday", period: String(day.year), since, keys };
  }

  /** @returns null where nothing is given now. */
  async function giftOf(due: Due, profile: MemberProfile): Promise<Kept | null> {
    const { rule, keys } = due;
    const known = await options.couponSets.read(options.loyalty);
    const now = clock.now();
    const cached = known.get(sets[rule] ?? "");
    const leftBefore = known.size === 0 ? "unread" : whyNot(cached, { now, timeZone });
    const set = cached && !leftBefore ? await presentSet(cached) : cached;
    const left =
      leftBefore ?? whyNot(set, { now, timeZone }) ?? (await leftByRestore(due, profile.uuid));
    if (left) options.onLeft?.(rule, left);
    if (left === "given_before") return { kind: "rule_keys", keys };
    if (left || !set) return null;
    return { kind: "by_rule", question: questionOf(due, profile, set, now), keys };
  }

  /**
   * The set as the platform has it now, and the cached one while that can't be read: what is ordered of one that was
   * paused or renamed since is refused, and not given again.
   */
  async function presentSet(cached: CouponSet): Promise<CouponSet | undefined> {
    using limit = deadline(clock, lookMs);
    try {
      return (await findCouponSet(options.loyalty, cached.uuid, limit.signal)) ?? undefined;
    } catch (error) {
      if (error instanceof LoyaltyError) return cached;
      throw error;
    }
  }

  /** What was given after the backup of a restored store was made is only known by the platform. */
  async function leftByRestore(due: Due, memberUuid: string): Promise<Left | null> {
    const restoredAt = await store.settings.get(settingsKeys.restoredAt);
    if (restoredAt === null || Number(restoredAt) < due.since) return null;
    const refId = refIdOf(due, memberUuid);
    const isOurs = ({ given_ref_id, ref_id, coupon_set_uuid, given_at }: Coupon) =>
      given_ref_id === refId ||
      ref_id === refId ||
      (coupon_set_uuid === sets[due.rule] && (latestMomentOf(given_at) ?? due.since) >= due.since);
    using limit = deadline(clock, lookMs);
    try {
      const { rows, isComplete } = await readMatching(
        options.loyalty.getGiveCouponHistory,
        { member_uuid: memberUuid },
        {
          operation: "getGiveCouponHistory",
          owner: ["member_uuid", memberUuid],
          isWanted: (coupon) => coupon.member_uuid === memberUuid && isOurs(coupon),
          signal: limit.signal,
        },
      );
      if (rows.length > 0) return "given_before";
      return isComplete || due.rule === "welcome" ? null : "unread";
    } catch (error) {
      if (error instanceof LoyaltyError) return "unread";
      throw error;
    }
  }

  /** Stores all of it together, and carries out what is given. */
  async function give(account: string, kept: readonly Kept[], others: readonly StateChange[]) {
    await store.lineUsers.write(account, [...others, ...kept]);
    using limit = deadline(clock, giveMs);
    for (const { question } of kept.filter(isGift)) {
      // Whoever else has given it goes on with it.
      const order = await store.orders.get(account, question.id);
      if (order?.state !== "working") continue;
      const actor = { by: null, eventId: null };
      // A fault doesn't stop the answer: it is gone on with, as after a crash.
      await executor.execute(order, actor, limit.signal).catch(() => {});
    }
  }

  return {
    /** Whether anybody who writes may be given something, or only who has joined. */
    concerns: { all: sets.birthday !== null, joined: sets.welcome !== null },
    /** Stores that somebody was told how to join. @throws {StoreError} */
    async invited({ account, lineId, newcomer }: Answered): Promise<void> {
      options.onCame?.("invited", lineId);
      const notice = { kind: "newcomer" } as const;
      if (!newcomer) await store.lineUsers.write(account, [{ kind: "notice", lineId, notice }]);
    },
    /**
     * Stores that they have joined, and gives what is theirs by a rule. What can't be given within three seconds is given
     * later, by whoever goes on with orders.
     * @returns whether something was given. @throws {StoreError} when nothing can be stored.
     */
    async follow(
      { account, lineId, newcomer }: Answered,
      profile: MemberProfile,
    ): Promise<boolean> {
      const isWelcome = newcomer !== null && sets.welcome !== null;
      const welcome = isWelcome ? await giftOf(welcomeOf(profile), profile) : null;
      const due = await birthdayOf(account, profile);
      const birthday = due && (await giftOf(due, profile));
      const kept = [welcome, birthday].filter((one) => one !== null);
      // While the set can't be given, they are welcomed with a later message.
      const hasJoined = newcomer && (welcome !== null || !isWelcome);
      const others: StateChange[] = hasJoined ? [{ kind: "obsolete", ids: [newcomer.id] }] : [];
      if (kept.length + others.length > 0) await give(account, kept, others);
      if (hasJoined) options.onCame?.("joined", lineId);
      return kept.some(isGift);
    },
  };
}

const birthdateOf = ({ otherData }: MemberProfile): string =>
  otherData?.find(({ key }) => key.trim() === "birthdate")?.value.trim() ?? "";

/** Once for the member, and once for the LINE account, whosever it is later. */
const welcomeOf = ({ uuid, lineId }: MemberProfile): Due => ({
  rule: "welcome",
  period: "once",
  since: -Infinity,
  keys: [ruleKey("welcomedMember", uuid), ruleKey("welcomedAccount", lineId)].map((key) => ({
    key,
    until: never,
  })),
});

/** Says what is given, and to whom: its ids follow from that, so that what is stored twice is the same. */
const about = ({ rule, period }: Due, memberUuid: string): string =>
  `${rule} ${memberUuid} ${period}`;

/** The key for the platform. */
const refIdOf = (due: Due, memberUuid: string): string =>
  hash("sha256", about(due, memberUuid), "hex").replace(
    /^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/,
    "$1-$2-$3-$4-$5",
  );

function questionOf(
  due: Due,
  member: MemberProfile,
  set: { uuid: string; name: string },
  now: number,
) {
  const { uuid: memberUuid, lineId } = member;
  const gift: GiveCoupons = {
    memberUuid,
    lineId,
    who: maskedWho(member),
    set: set.name,
    quantity: 1,
    input: { memberUuid, coupon_set_uuid: set.uuid, quantity: 1 },
  };
  const { rule } = due;
  const parts = { kind: rule, asker: rule, command: "gift", askedAt: now, gifts: 1 };
  const refId = refIdOf(due, memberUuid);
  const writes = [{ operation: "give_coupons", order: gift, refId }] as const;
  const id = hash("sha256", about(due, memberUuid), "base64url").slice(0, 16);
  return { ...createQuestion({ ...parts, writes }, dayMs), id };
}

// Tells from a birthdate whether it is somebody's birthday, or was within the last days.

/** For how many days after a birthday it isn't over. */
const afterDays = 7;

/**
 * The birthday that is now or was within the last seven days; null for any other date, and for what isn't a date.
 * Whoever was born on 29 February has it on 1 March in other years.
 * @param birthdate such as `1999-02-28`. @param now milliseconds since 1970.
 */
type RecentBirthday = (birthdate: string, now: number) => Temporal.PlainDate | null;

/** @param timeZone the business's. */
export function createBirthdays(timeZone: string): RecentBirthday {
  /** The last days, by month and day. */
  let days: ReadonlyMap<string, Temporal.PlainDate> = new Map();
  let from = Infinity;
  let until = -Infinity;
  return (birthdate, now) => {
    if (now < from || now >= until) {
      from = startOfDay(now, timeZone);
      until = endOfDay(now, timeZone);
      days = recentDays(from, timeZone);
    }
    const day = days.get(birthdate.slice(5));
    if (!day) return null;
    const born = dateOf(birthdate);
    return born && born.year < day.year ? day : null;
  };
}

/** @param start of the day that is now. */
function recentDays(start: number, timeZone: string): Map<string, Temporal.PlainDate> {
  const today = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(timeZone);
  const days = new Map<string, Temporal.PlainDate>();
  for (let ago = 0; ago <= afterDays; ago++) {
    const day = today.toPlainDate().subtract({ days: ago });
    const monthDay = day.toString().slice(5);
    days.set(monthDay, day);
    if (monthDay === "03-01" && !day.inLeapYear) days.set("02-29", day);
  }
  return days;
}

function dateOf(written: string): Temporal.PlainDate | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(written)) return null;
  try {
    return Temporal.PlainDate.from(written);
  } catch {
    return null;
  }
}
