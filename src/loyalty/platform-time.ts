/**
 * Reads the platform's times strictly: each is none, read, or unreadable, and what can't be read is never taken for
 * none. A day without a time of day is a day of the business; a time without an offset is in UTC.
 */

/** `at`: milliseconds since 1970. `written`: what the platform sent. */
export type PlatformTime =
  | { kind: "none" }
  | { kind: "read"; at: number }
  | { kind: "unreadable"; written: string };

/** The beginning of something: of a day without a time, its start in the time zone. */
export const readStart = (written: string | undefined, timeZone: string): PlatformTime =>
  read(written, (day) => startOf(day, timeZone));

/**
 * The exclusive end of something: of a day without a time, the start of the next one in the time zone. The year 9999
 * stands for no end.
 */
export function readEnd(written: string | undefined, timeZone: string): PlatformTime {
  const end = read(written, (day) => startOf(day.add({ days: 1 }), timeZone));
  return end.kind === "read" && isEndless(written) ? { kind: "none" } : end;
}

/** When something happened, to show it or to order by it; null when there is no time, or none that can be read. */
export function momentOf(written: string | undefined, timeZone: string): number | null {
  const time = readStart(written, timeZone);
  return time.kind === "read" ? time.at : null;
}

/** The same, and null also for a day without a time, which is no moment. */
export function exactMomentOf(written: string | undefined): number | null {
  const time = read(written, () => null);
  return time.kind === "read" ? time.at : null;
}

/** The latest moment that can be meant, wherever a day without a time is one; null as with `momentOf`. */
export function latestMomentOf(written: string | undefined): number | null {
  const time = readEnd(written, lastTimeZone);
  return time.kind === "read" ? time.at : null;
}

/** The zone in which days end last. */
const lastTimeZone = "-12:00";

/** The time of an HTTP header such as `Date`, in the one form in which servers write it; null for anything else. */
export function readHttpDate(written: string | null): number | null {
  const at = written !== null && httpDate.test(written) ? Date.parse(written) : NaN;
  // Reading is forgiving about days that don't exist.
  return !Number.isNaN(at) && new Date(at).toUTCString() === written ? at : null;
}

const httpDate = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

const iso =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[Tt ](?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d+))?)?\s?(?<offset>[Zz]|[+-]\d\d(?::?\d\d)?)?)?$/;

function read(
  written: string | undefined,
  ofDay: (day: Temporal.PlainDate) => number | null,
): PlatformTime {
  const text = written?.trim() ?? "";
  if (text === "") return { kind: "none" };
  const at = parsed(text, ofDay);
  return at === null ? { kind: "unreadable", written: text } : { kind: "read", at };
}

function parsed(text: string, ofDay: (day: Temporal.PlainDate) => number | null): number | null {
  const parts = iso.exec(text)?.groups;
  if (!parts) return null;
  const number = (name: string) => Number(parts[name] ?? 0);
  const [hour, minute, second] = [number("hour"), number("minute"), number("second")];
  const isEndOfDay = hour === 24 && minute === 0 && second === 0 && number("fraction") === 0;
  if ((hour > 23 && !isEndOfDay) || minute > 59 || second > 59) return null;
  const day = dayOf(number("year"), number("month"), number("day"));
  if (day === null || parts["hour"] === undefined) return day && ofDay(day);
  const offset = offsetOf(parts["offset"] ?? "Z");
  if (offset === null) return null;
  const ms = Number(`${parts["fraction"] ?? ""}000`.slice(0, 3));
  const timeOfDay = ((hour * 60 + minute - offset) * 60 + second) * 1000 + ms;
  return startOf(day, "UTC") + timeOfDay;
}

function dayOf(year: number, month: number, day: number): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: "reject" });
  } catch {
    return null;
  }
}

/** In minutes; null when there is none such. */
function offsetOf(text: string): number | null {
  const [, sign, hours = "0", minutes = "0"] = /^([+-])(\d\d):?(\d\d)?$/.exec(text) ?? [];
  if (Number(hours) > 23 || Number(minutes) > 59) return null;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

const startOf = (day: Temporal.PlainDate, timeZone: string): number =>
  day.toZonedDateTime(timeZone).epochMilliseconds;

const isEndless = (written: string | undefined): boolean =>
  written?.trim().startsWith("9999") === true;

/** From when until before when something holds. */
export interface PlatformWindow {
  start: PlatformTime;
  end: PlatformTime;
}

/** @param written times as the platform sends them. */
export const readWindow = (
  written: { start?: string | undefined; end?: string | undefined },
  timeZone: string,
): PlatformWindow => ({
  start: readStart(written.start, timeZone),
  end: readEnd(written.end, timeZone),
});

/** What can't be read of a window, as the platform writes it. */
export const unreadableIn = ({ start, end }: PlatformWindow): string[] =>
  [start, end].flatMap((time) => (time.kind === "unreadable" ? time.written : []));

/**
 * How a moment lies to a window; `unknown` where a time that can't be read would decide.
 * @param now milliseconds since 1970.
 */
export function standing(
  { start, end }: PlatformWindow,
  now: number,
): "before" | "within" | "after" | "unknown" {
  if (end.kind === "read" && end.at <= now) return "after";
  if (start.kind === "read" && start.at > now) return "before";
  return start.kind === "unreadable" || end.kind === "unreadable" ? "unknown" : "within";
}
