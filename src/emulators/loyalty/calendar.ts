/** Converts between instants (milliseconds since 1970) and calendar days (`YYYY-MM-DD`) in a business's time zone. */

const dayMs = 86_400_000;

interface Formats {
  date: Intl.DateTimeFormat;
  offset: Intl.DateTimeFormat;
}

/** Formats by time zone: creating one takes longer than a hundred uses. */
const made = new Map<string, Formats>();

function formats(timeZone: string): Formats {
  let found = made.get(timeZone);
  if (!found) {
    found = {
      date: new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }),
      offset: new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" }),
    };
    made.set(timeZone, found);
  }
  return found;
}

/** The calendar day at an instant. */
export function localDate(at: number, timezone: string): string {
  return formats(timezone).date.format(at);
}

/** The instant at which a day ends, which is the start of the next day. */
export function endOfDay(date: string, timezone: string): number {
  const midnight = Date.parse(`${date}T00:00:00Z`) + dayMs;
  // Computed twice: the first guess may have the offset on the other side of a daylight saving change.
  const guess = midnight - offsetAt(midnight, timezone);
  return midnight - offsetAt(guess, timezone);
}

/** The day that many days later. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** How far the zone is ahead of UTC at an instant, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  const parts = formats(timeZone).offset.formatToParts(at);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  if (sign === undefined) return 0;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
