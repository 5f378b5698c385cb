/** Parses what a story says in brackets: the state of the platform and of LINE, and the time. */
import type { Direction, Faulty, TimeUnit, WrittenTime } from "./story.ts";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const states = new Map<string, "down" | "slow" | "working">([
  ["down", "down"],
  ["broken", "down"],
  ["slow", "slow"],
  ["up", "working"],
  ["back", "working"],
  ["works", "working"],
  ["working", "working"],
  ["fine", "working"],
]);

/** @param text without the brackets. */
export function parseDirection(text: string): Direction | Faulty {
  const written = text.trim().replace(/[.。]$/, "");
  const side = /^(?:the )?(platform|line) (?:is |’s |'s )?(\w+)(?: again)?$/i.exec(written);
  if (side) {
    const type = side[1]?.toLowerCase() === "line" ? "line" : "platform";
    const state = states.get((side[2] ?? "").toLowerCase());
    return state ? { type, state } : { fault: { key: `story.fault.state.${type}` } };
  }
  const time = /^(?:it is|it’s|it's|now it is)\s+(.+)$/i.exec(written)?.[1];
  if (time !== undefined) {
    const read = parseTime(time);
    return read ? { type: "time", time: read } : { fault: { key: "story.fault.time" } };
  }
  const later =
    /^(an?|one|\d{1,4})\s+(minute|hour|day|week|month)s?\s+(?:later|ahead|have passed)$/i.exec(
      written,
    );
  if (later) {
    const [, amount = "", unit = ""] = later;
    const count = /^\d/.test(amount) ? Number(amount) : 1;
    return { type: "later", amount: count, unit: `${unit.toLowerCase()}s` as TimeUnit };
  }
  return { fault: { key: "story.fault.direction" } };
}

/** The demo data can't be made to much earlier days. */
const firstYear = 2000;

/** Of the 29th of February, around a year such as 2100. */
const maxYearsApart = 8;

const datePatterns = [
  /^(?<year>\d{4})-(?<month>\d\d?)-(?<day>\d\d?)(?:[ T,]+(?<time>\d\d?:\d\d))?$/,
  /^(?<day>\d\d?)\.?\s+(?<name>[a-z]{3})[a-z]*\.?,?(?:\s+(?<year>\d{4}))?(?:,?\s+(?<time>\d\d?:\d\d))?$/i,
  /^(?<name>[a-z]{3})[a-z]*\.?\s+(?<day>\d\d?),?(?:\s+(?<year>\d{4}))?(?:,?\s+(?<time>\d\d?:\d\d))?$/i,
  /^(?<time>\d\d?:\d\d)$/,
];

function parseTime(text: string): WrittenTime | null {
  const match = datePatterns.map((pattern) => pattern.exec(text.trim())).find(Boolean);
  if (!match?.groups) return null;
  const { year, month, day, name, time } = match.groups;
  const byName = name === undefined ? undefined : months.indexOf(name.toLowerCase()) + 1;
  const [hour, minute] = time?.split(":").map(Number) ?? [];
  const written: WrittenTime = {
    ...(year !== undefined && { year: Number(year) }),
    ...(month !== undefined && { month: Number(month) }),
    ...(byName !== undefined && { month: byName }),
    ...(day !== undefined && { day: Number(day) }),
    ...(hour !== undefined && minute !== undefined && { hour, minute }),
  };
  const isDate = written.month === undefined || (written.month >= 1 && written.month <= 12);
  const isDay = written.day === undefined || (written.day >= 1 && written.day <= 31);
  const isTime = (hour ?? 0) < 24 && (minute ?? 0) < 60;
  const isYear = written.year === undefined || written.year >= firstYear;
  return isYear && isDate && isDay && isTime ? written : null;
}

/**
 * The moment that is meant, in milliseconds since 1970: without a year the next one from `now`, without a date the
 * next such time, without a time the same time of day. Null for a date that doesn't exist.
 */
export function momentOf(time: WrittenTime, now: number, timeZone: string): number | null {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const { hour = today.hour, minute = today.minute, month, day } = time;
  const clock = { hour, minute, second: 0, millisecond: 0, microsecond: 0, nanosecond: 0 };
  if (month === undefined || day === undefined) {
    const next = today.with(clock);
    const later = next.epochMilliseconds < now ? next.add({ days: 1 }) : next;
    return later.epochMilliseconds;
  }
  function momentIn(year: number): number | null {
    try {
      const date = { year, month, day, ...clock };
      return today.with(date, { overflow: "reject" }).epochMilliseconds;
    } catch {
      return null;
    }
  }
  if (time.year !== undefined) return momentIn(time.year);
  const years = Array.from({ length: maxYearsApart + 1 }, (_, later) => today.year + later);
  return years.map(momentIn).find((at) => at !== null && at >= now) ?? null;
}

/** The moment so much later. */
export const laterBy = (now: number, amount: number, unit: TimeUnit, timeZone: string): number =>
  Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timeZone)
    .add({ [unit]: amount }).epochMilliseconds;
