/** Tells from a birthdate whether it is somebody's birthday, or was within the last days. */
import { endOfDay, startOfDay } from "../../views/dates.ts";

/** For how many days after a birthday it isn't over. */
const afterDays = 7;

/**
 * The birthday that is now or was within the last seven days; null for any other date, and for what isn't a date.
 * Whoever was born on 29 February has it on 1 March in other years.
 * @param birthdate such as `1999-02-28`. @param now milliseconds since 1970.
 */
export type RecentBirthday = (birthdate: string, now: number) => Temporal.PlainDate | null;

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
