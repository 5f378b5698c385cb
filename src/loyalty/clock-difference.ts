/** Tracks the difference between the platform's clock and ours, from its `Date` headers, and stores it across restarts. */
import { reasonOf } from "../errors.ts";
import type { Log } from "../observability/log.ts";
import { settingsKeys } from "../config/settings-keys.ts";
import type { TokenStore } from "./refresh-token.ts";

export interface ClockDifference {
  /** Milliseconds by which the platform's clock is ahead; null before the first `Date` header. */
  current(): number | null;
  /** Records a measured difference in milliseconds; stores it in the background if it changed noticeably. */
  note(ms: number): void;
}

/** Smaller changes are ignored: a `Date` header has whole seconds and the response takes time to arrive. */
const noticeableMs = 5000;

/** Reads the stored difference. `settings` is the store; writing to it happens in the background. */
export async function readClockDifference(
  settings: TokenStore,
  log: Log,
): Promise<ClockDifference> {
  const stored = Number((await settings.get(settingsKeys.platformClockDifference)) ?? Number.NaN);
  let current = Number.isFinite(stored) ? stored : null;
  let saved = current;
  return {
    current: () => current,
    note(ms) {
      current = ms;
      if (saved !== null && Math.abs(ms - saved) < noticeableMs) return;
      saved = ms;
      if (Math.abs(ms) >= noticeableMs) log.warn({ ms }, "the platform's clock isn't ours");
      settings.set(settingsKeys.platformClockDifference, String(ms)).catch((error: unknown) => {
        log.warn({ reason: reasonOf(error) }, "the platform's clock difference couldn't be kept");
      });
    },
  };
}
