/** When an answer is given: its days and hours in the business's time zone. Pure. */
import type { Answer } from "./answer.ts";

/** @param now milliseconds since 1970. @param timeZone the business's IANA time zone. */
export function isGivenAt(
  { from, until, hours }: Pick<Answer, "from" | "until" | "hours">,
  now: number,
  timeZone: string,
): boolean {
  // Most answers have neither, and are asked for by each event that finds one.
  if (from === undefined && until === undefined && hours === undefined) return true;
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const day = local.toPlainDate().toString();
  if ((from !== undefined && day < from) || (until !== undefined && day > until)) return false;
  if (hours === undefined) return true;
  const time = local.toPlainTime().toString({ smallestUnit: "minute" });
  const [begins = "", ends = ""] = hours.split("-");
  return begins < ends ? time >= begins && time < ends : time >= begins || time < ends;
}
