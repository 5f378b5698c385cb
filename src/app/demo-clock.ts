/** Sets the date of the demo: validity, campaigns, expiries, day limits and history follow it. */
import { withTimeout, type Clock, type MovableClock } from "../clock.ts";
import type { ClockRefusal, DemoClock } from "../studio/server/clock-routes.ts";
import type { ClockChange, ClockSetting, ClockState } from "../studio/server/clock-types.ts";

interface DemoClockOptions {
  clock: MovableClock;
  /** The real time. */
  wallClock: Clock;
  /** The business's IANA time zone. */
  timeZone: string;
  /** Resolves when no event is being processed. */
  idle(): Promise<void>;
  /** Whether the outcome of an order isn't known. */
  isUnsettled(): Promise<boolean>;
  /** Called after each change; drops what was read at another date. */
  onMoved(): void;
}

/** As long as one reply may take, and some more. */
const maxWaitMs = 12_000;
/** Tokens of the embedded platform and dates in replies are made for years of four digits. */
const earliest = Date.parse("2000-01-01T00:00:00Z");
const latest = Date.parse("2100-01-01T00:00:00Z");

export function createDemoClock(options: DemoClockOptions): DemoClock {
  const { clock, wallClock, timeZone, idle, isUnsettled, onMoved } = options;
  const listeners = new Set<(change: ClockChange) => void>();

  const state = (): ClockState => ({
    local: localTime(clock.now(), timeZone),
    aheadMs: clock.aheadMs,
  });

  async function set(setting: ClockSetting): Promise<ClockRefusal | null> {
    const wanted = instantOf(setting, { now: clock.now(), real: wallClock.now(), timeZone });
    if (wanted === null || wanted < earliest || wanted > latest) {
      return "years";
    }
    try {
      // An event in progress would outlive its reply token.
      await withTimeout(wallClock, maxWaitMs, idle());
    } catch {
      return "busy";
    }
    if (wanted < clock.now() && (await isUnsettled())) {
      // Its next send is due by a time that would then be far off.
      return "unsettled";
    }
    clock.move("real" in setting ? 0 : wanted - wallClock.now());
    onMoved();
    for (const listener of listeners) listener({ type: "clock", clock: state() });
    return null;
  }

  return {
    state,
    set,
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** @returns null for a date that doesn't exist. */
function instantOf(
  setting: ClockSetting,
  { now, real, timeZone }: { now: number; real: number; timeZone: string },
): number | null {
  if ("real" in setting) return real;
  if ("days" in setting) {
    const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
    return today.add({ days: setting.days }).epochMilliseconds;
  }
  try {
    const local = Temporal.PlainDateTime.from(setting.local, { overflow: "reject" });
    return local.toZonedDateTime(timeZone).epochMilliseconds;
  } catch {
    return null;
  }
}

const localTime = (at: number, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: "minute" });
