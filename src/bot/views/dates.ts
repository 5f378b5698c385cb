/** The platform's times as members read them: days of the business's calendar. */

/** The first moment that a date can hold. */
const earliest = -8.64e15;

/** Milliseconds since 1970 of an ISO 8601 time, or null where there is none that can be read. */
export function parseInstant(time: string | undefined): number | null {
  const at = time === undefined ? NaN : new Date(time).getTime();
  return Number.isNaN(at) ? null : at;
}

/**
 * The last moment at which something can still be used. `expires_at` is exclusive: what ends at
 * midnight ends on the day before.
 */
export function lastInstantBefore(expiresAt: string | undefined): number | null {
  const end = parseInstant(expiresAt);
  return end === null ? null : Math.max(end - 1, earliest);
}

/** Whether both moments are on one day of the calendar in that time zone. */
export function isSameDay(one: number, other: number, timeZone: string): boolean {
  const day = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
  return day.format(one) === day.format(other);
}

/** The first moment of the calendar day in that time zone, also where its midnight comes twice or never. */
export const startOfDay = (at: number, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).startOfDay()
    .epochMilliseconds;
