/** Computes calendar days in the business's time zone. All times are milliseconds since 1970. */

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

/** The end of that day, which is the start of the next one. */
export const endOfDay = (at: number, timeZone: string): number =>
  zonedTime(at, timeZone).add({ days: 1 }).startOfDay().epochMilliseconds;

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
