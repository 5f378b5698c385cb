/** Writes a time as every command does: in the business's time zone, with its offset from UTC. */

/** @param at milliseconds since 1970. @returns such as `2026-11-25 09:01:05 +07:00`. */
export function localTime(at: number, timeZone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone);
  const time = local.toPlainDateTime().toString({ smallestUnit: "second" });
  return `${time.replace("T", " ")} ${local.offset}`;
}
