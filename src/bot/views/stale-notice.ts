/** Says from when a last known figure is, for answers that stand in while the platform can't be asked. */
import type { RenderContext } from "../context.ts";

/** @param at milliseconds since 1970; told as a time where it is of today, else with its date. */
export function staleNotice({ t, now, timeZone }: RenderContext, at: number): string {
  const day = new Intl.DateTimeFormat("en-CA", { timeZone });
  return t(day.format(at) === day.format(now) ? "as-of.time" : "as-of.date", { at });
}
