/** How far the platform's clock is from ours, as its answers tell; kept so that a restart still knows it. */
import { reasonOf } from "../errors.ts";
import type { Log } from "../observability/log.ts";
import type { TokenStore } from "./refresh-token.ts";

export interface ClockDifference {
  /** Milliseconds by which the platform is ahead; null where it never told the time. */
  current(): number | null;
  note(ms: number): void;
}

const storeKey = "platform-clock-difference";
/** A `Date` header tells whole seconds, and an answer takes its time. */
const noticeableMs = 5000;

export async function readClockDifference(
  settings: TokenStore,
  log: Log,
): Promise<ClockDifference> {
  const stored = Number((await settings.get(storeKey)) ?? Number.NaN);
  let current = Number.isFinite(stored) ? stored : null;
  let kept = current;
  return {
    current: () => current,
    note(ms) {
      current = ms;
      if (kept !== null && Math.abs(ms - kept) < noticeableMs) return;
      kept = ms;
      if (Math.abs(ms) >= noticeableMs) log.warn({ ms }, "the platform's clock isn't ours");
      settings.set(storeKey, String(ms)).catch((error: unknown) => {
        log.warn({ reason: reasonOf(error) }, "the platform's clock difference couldn't be kept");
      });
    },
  };
}
