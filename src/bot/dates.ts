/** The platform's times as members read them: days of the business's calendar. */

/** The first moment that a date can hold. */
const earliest = -8.64e15;

/** Milliseconds since 1970 of an ISO 8601 time, or null where there is none that can be read. */
export function instantOf(time: string | undefined): number | null {
  const at = time === undefined ? NaN : new Date(time).getTime();
  return Number.isNaN(at) ? null : at;
}

/**
 * The last moment at which something can still be used. `expires_at` is exclusive: what ends at
 * midnight ends on the day before.
 */
export function lastMomentOf(expiresAt: string | undefined): number | null {
  const end = instantOf(expiresAt);
  return end === null ? null : Math.max(end - 1, earliest);
}

/** Whether both moments are on one day of the calendar in that time zone. */
export function isSameDay(one: number, other: number, timeZone: string): boolean {
  const day = new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" });
  return day.format(one) === day.format(other);
}

/** The first moment of the calendar day in that time zone. */
export function startOfDay(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  /** The wall clock of a moment, counted as if it were UTC's. */
  const wall = (moment: number) => {
    const read = Object.fromEntries(
      parts.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = read;
    return {
      date: Date.UTC(year, month - 1, day),
      time: Date.UTC(year, month - 1, day, hour, minute, second),
    };
  };
  const midnight = wall(at).date;
  let start = midnight - (wall(at).time - at + (at % 1000));
  // Where the clocks changed meanwhile, the offset at midnight was another.
  start += midnight - wall(start).time;
  // A midnight that was skipped: the day begins when the clocks were put forward.
  return wall(start).date < midnight ? start + (midnight - wall(start).time) : start;
}
