/** The note that a value is the last known one, for fallback replies while the platform is unavailable. */
import type { RenderContext } from "../context.ts";

/** @param at when the value was read, in milliseconds since 1970; shown as a time if today, else as a date. */
export function staleNotice({ t, now, timeZone }: RenderContext, at: number): string {
  const day = new Intl.DateTimeFormat("en-CA", { timeZone });
  return t(day.format(at) === day.format(now) ? "as-of.time" : "as-of.date", { at });
}
