/** Plans the pushes of reminders: by day, as far as LINE's quota allows, and one a member in seven days. */
import type { Clock } from "../../../clock.ts";
import { reasonOf } from "../../../errors.ts";
import type { Quota } from "../../../line/channel-status-client.ts";
import type { MemberLookup } from "../../../members/member-cache.ts";
import { createThrottledWarnings, type Log } from "../../../observability/log.ts";
import { isReminder, type StoredNotice } from "../../../store/notices.ts";
import type { Ending, WaitingEnding } from "../../../store/reminders.ts";
import { ruleKey, type RuleKey } from "../../../store/rule-keys.ts";
import type { Store } from "../../../store/store.ts";
import { orLater } from "../orders/attempt.ts";
import type { Reminders } from "./reminders.ts";

export interface ReminderPushes {
  /** Stores notices to push, when it is time. @param pushable those that wait to be pushed. */
  plan(pushable: readonly StoredNotice[], stopping: AbortSignal): Promise<void>;
  /** Whether a notice may be pushed now. */
  mayPush(notice: StoredNotice): Promise<boolean>;
  /** Called when LINE has taken one. */
  pushed(): void;
}

/** What became of a round of pushes. */
export type RoundOutcome = "planned" | "nothing" | "quota" | "quota_unread";

interface ReminderPushOptions {
  account: string;
  store: Pick<Store, "lineUsers" | "reminders" | "ruleKeys">;
  reminders: Pick<Reminders, "soon">;
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
const dayMs = 24 * 60 * minuteMs;
const restMs = 7 * dayMs;
/** Between two rounds, and how long a reading of the quota counts: LINE counts with a delay. */
const everyMs = 10 * minuteMs;
/** In one round, so that the next one sees what LINE counts. */
const maxPushes = 50;
const pageSize = 200;

/** What keeps a member, and a LINE account, from the next push for a week. */
const restKeys = ({ memberUuid, lineId }: { memberUuid: string; lineId: string }) =>
  [ruleKey("pushedMember", memberUuid), ruleKey("pushedAccount", lineId)] as const;

export function createReminderPushes(options: ReminderPushOptions): ReminderPushes {
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

  /** Whether the LINE account is the member's, and neither was pushed a reminder for a week. */
  async function mayRemind({ memberUuid, lineId }: { memberUuid: string; lineId: string }) {
    const now = clock.now();
    for (const key of restKeys({ memberUuid, lineId })) {
      if (await store.ruleKeys.isTaken(account, key, now)) return false;
    }
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
        if (lineId !== null && time && endsAt <= time.until) yield { ...ending, lineId };
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
    async plan(pushable, stopping) {
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
    async mayPush(notice) {
      if (!isDay()) return false;
      // Whether LINE has taken it is found out by the same key, which costs nothing if it has.
      if (notice.pushedAt !== null) return true;
      return ((await allowance()) ?? 0) > 0;
    },
    pushed() {
      reading.left -= 1;
    },
  };
}
