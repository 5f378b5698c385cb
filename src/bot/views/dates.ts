/** Computes calendar days in the business's time zone. All times are milliseconds since 1970. */
import type { Campaign } from "../../loyalty/contract.ts";
import {
  exactMomentOf,
  momentOf,
  readWindow,
  standing,
  unreadableIn,
} from "../../loyalty/platform-time.ts";
import type { RenderContext } from "../context.ts";
import * as ui from "./flex-components.ts";

/** The last millisecond before an exclusive end: what ends at midnight ends on the day before. */
export const lastInstantBefore = (end: number): number => end - 1;

/**
 * The exclusive end itself if people need its time of day; null when it is within a minute of the end of its day, as
 * 23:59:59 is: then the day says it all.
 */
export const endTimeOfDay = (end: number, timeZone: string): number | null =>
  isSameDay(lastInstantBefore(end), end + 60_000, timeZone) ? end : null;

/** Whether two times, in milliseconds since 1970, are on the same calendar day of the time zone. */
export function isSameDay(one: number, other: number, timeZone: string): boolean {
  return dayOf(one, timeZone).equals(dayOf(other, timeZone));
}

/** Calendar days in the time zone from one time to a later one, in milliseconds since 1970; 0 = the same day. */
export const daysBetween = (one: number, other: number, timeZone: string): number =>
  dayOf(one, timeZone).until(dayOf(other, timeZone)).days;

/** The start of the calendar day of `at` in the time zone, in milliseconds since 1970; correct across clock changes. */
export const startOfDay = (at: number, timeZone: string): number =>
  zonedTime(at, timeZone).startOfDay().epochMilliseconds;

/** The end of that day, or of one so many days later, which is the start of the next one. */
export const endOfDay = (at: number, timeZone: string, daysLater = 0): number =>
  zonedTime(at, timeZone)
    .add({ days: daysLater + 1 })
    .startOfDay().epochMilliseconds;

/** The last `count` calendar days in the time zone, today included, such as `2026-11-22`; oldest first. */
export function lastDays(count: number, now: number, timeZone: string): string[] {
  const today = dayOf(now, timeZone);
  return Array.from({ length: count }, (_, index) =>
    today.subtract({ days: count - 1 - index }).toString(),
  );
}

/** The calendar days before one such as `2026-11-22`, the day before first. */
export function daysBefore(day: string, count: number): string[] {
  const date = Temporal.PlainDate.from(day);
  return Array.from({ length: count }, (_, index) => date.subtract({ days: index + 1 }).toString());
}

/** When a calendar day such as `2026-11-22` begins and ends in the time zone; correct across clock changes. */
export function dayRange(day: string, timeZone: string): { start: number; end: number } {
  const date = Temporal.PlainDate.from(day);
  const startOf = (one: Temporal.PlainDate) => one.toZonedDateTime(timeZone).epochMilliseconds;
  return { start: startOf(date), end: startOf(date.add({ days: 1 })) };
}

/** Noon of a calendar day such as `2026-11-30` in the time zone; null when the day is absent or there is none such. */
export function noonOf(day: string | undefined, timeZone: string): number | null {
  try {
    const noon = Temporal.PlainDateTime.from(`${day}T12:00`).toZonedDateTime(timeZone);
    return noon.epochMilliseconds;
  } catch {
    // `Date` would read the 30th of February as the 2nd of March.
    return null;
  }
}

const zonedTime = (at: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);

const dayOf = (at: number, timeZone: string): Temporal.PlainDate =>
  zonedTime(at, timeZone).toPlainDate();

// Formats times that the platform sends, and for staff what can't be read of them, as it is written.

const maxWrittenLength = 60;

/** When something happened: the day alone where the platform names no time of day; empty when it isn't known. */
export function whenText({ t, timeZone }: RenderContext, written: string | undefined): string {
  const at = momentOf(written, timeZone);
  if (at === null) return "";
  return exactMomentOf(written) === null ? t("fact.day", { at }) : t("history.when", { at });
}

/** The same for staff, who see what can't be read as it is written. */
export const whenTextForStaff = (ctx: RenderContext, written: string | undefined): string =>
  whenText(ctx, written) || unreadDates(ctx, written?.trim() ? [written] : []);

/** Dates that can't be read, as the platform writes them; empty where there is none. */
export const unreadDates = ({ t }: RenderContext, written: readonly string[]): string =>
  written.length === 0
    ? ""
    : t("staff.dateUnread", { written: ui.clip(written.join(", "), maxWrittenLength) });

// Tells which campaigns run, by their status and their dates, in which order, and until when.

type Moment = Pick<RenderContext, "now" | "timeZone">;
type CampaignDates = Pick<Campaign, "start_date" | "end_date">;

const windowOf = ({ start_date, end_date }: CampaignDates, timeZone: string) =>
  readWindow({ start: start_date, end: end_date }, timeZone);

/** Whether a campaign runs now: by its status and, whatever that says, by its dates, which must be readable. */
export const isRunning = ({ now, timeZone }: Moment, campaign: Campaign): boolean =>
  campaign.status === "ACTIVE" && standing(windowOf(campaign, timeZone), now) === "within";

/** Whether a campaign runs or is to come, as far as its dates can be read. */
export const isRunningOrPlanned = ({ now, timeZone }: Moment, campaign: Campaign): boolean =>
  (campaign.status === "ACTIVE" || campaign.status === "SCHEDULED") &&
  standing(windowOf(campaign, timeZone), now) !== "after";

/** Soonest end first, and those without one last; of equal ends, the one that began first, then by name. */
export function byEnd<Row extends CampaignDates & Pick<Campaign, "name">>(
  rows: readonly Row[],
  timeZone: string,
): Row[] {
  const placed = rows.map((row) => {
    const { start, end } = windowOf(row, timeZone);
    return {
      row,
      end: end.kind === "read" ? end.at : Infinity,
      start: start.kind === "read" ? start.at : -Infinity,
    };
  });
  return placed
    .toSorted(
      (one, other) =>
        compare(one.end, other.end) ||
        compare(one.start, other.start) ||
        one.row.name.localeCompare(other.row.name),
    )
    .map(({ row }) => row);
}

const compare = (one: number, other: number): number => (one === other ? 0 : one < other ? -1 : 1);

/** The campaign's period as text; empty when the platform names no date. */
export function periodText(ctx: RenderContext, campaign: CampaignDates): string {
  const { t, now, timeZone } = ctx;
  const window = windowOf(campaign, timeZone);
  const start = window.start.kind === "read" ? window.start.at : null;
  const last = window.end.kind === "read" ? lastInstantBefore(window.end.at) : null;
  if (last !== null && isSameDay(last, now, timeZone)) return t("campaigns.today");
  if (start !== null && last !== null) return t("campaigns.between", { start, last });
  if (last !== null) return t("campaigns.until", { last });
  return start === null ? "" : t("campaigns.from", { start });
}

/** The same for staff, with dates that can't be read as the platform writes them. */
export const periodTextForStaff = (ctx: RenderContext, campaign: CampaignDates): string =>
  [periodText(ctx, campaign), unreadDates(ctx, unreadableIn(windowOf(campaign, ctx.timeZone)))]
    .filter(Boolean)
    .join(" · ");
