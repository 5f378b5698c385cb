/** Calendar days of a business, in its own time zone. */

const dayMs = 86_400_000;

interface Formats {
  date: Intl.DateTimeFormat;
  offset: Intl.DateTimeFormat;
}

/** Kept, since making one takes longer than using it a hundred times. */
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

/** The day, `YYYY-MM-DD`, that it is there at an instant. */
export function localDate(at: number, timezone: string): string {
  return formats(timezone).date.format(at);
}

/** The instant at which a day is over there: the start of the next one. */
export function endOfDay(date: string, timezone: string): number {
  const midnight = Date.parse(`${date}T00:00:00Z`) + dayMs;
  // Asked twice, since the offset at the first guess may be that of before a change of clocks.
  const guess = midnight - offsetAt(midnight, timezone);
  return midnight - offsetAt(guess, timezone);
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);
}

/** Milliseconds that the zone is ahead of UTC. */
function offsetAt(at: number, timeZone: string): number {
  const parts = formats(timeZone).offset.formatToParts(at);
  const name = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
  if (sign === undefined) return 0;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
