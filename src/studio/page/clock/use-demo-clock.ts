/** The demo's clock as the page knows it: what it shows, and how it is set. */
import { useEffect, useState } from "preact/hooks";
import type { ClockSetting, ClockState } from "../../server/clock-types.ts";
import { api } from "../api.ts";
import type { EventStream } from "../event-stream.ts";
import { toastError } from "../toast.tsx";

const minuteMs = 60_000;
const refreshMs = 15_000;

/** A local time such as `2026-12-31T23:50` as milliseconds, for arithmetic only. */
const instantOf = (local: string) => Date.parse(`${local}:00Z`);

export interface DemoClock {
  /** The demo's date and time, such as `2026-12-31T23:50`. */
  local: string;
  isMoved: boolean;
  /** By how many days its date is another one than the real one. */
  days: number;
  set(setting: ClockSetting): void;
}

/** @param first what the server said at the start; absent where there is no clock to set. */
export function useDemoClock(
  first: ClockState | undefined,
  events: EventStream | undefined,
): DemoClock | undefined {
  const [read, setRead] = useState(first && { clock: first, at: Date.now() });
  const [, setTick] = useState(0);
  const take = (clock: ClockState) => setRead({ clock, at: Date.now() });
  useEffect(() => {
    if (!first) return;
    const timer = setInterval(() => setTick((ticks) => ticks + 1), refreshMs);
    return () => clearInterval(timer);
  }, []);
  useEffect(
    () =>
      first &&
      events?.subscribe({
        onOpen: () => void api.clock().then(take, toastError),
        onChange(change) {
          if (change.type === "clock") take(change.clock);
        },
      }),
    [],
  );
  if (!read) return undefined;
  const { local, aheadMs } = read.clock;
  const minutes = Math.floor((Date.now() - read.at) / minuteMs);
  const now = instantOf(local) + minutes * minuteMs;
  const shown = new Date(now).toISOString().slice(0, 16);
  const realDay = Math.floor((now - aheadMs) / (24 * 60 * minuteMs));
  return {
    local: shown,
    isMoved: aheadMs !== 0,
    days: Math.floor(now / (24 * 60 * minuteMs)) - realDay,
    set: (setting) => void api.setClock(setting).then(take, toastError),
  };
}

const format = new Intl.DateTimeFormat("en-GB", {
  weekday: "short",
  day: "numeric",
  month: "short",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  timeZone: "UTC",
});

/** Such as `Thu, 31 Dec 2026, 23:50`. */
export const clockText = (local: string): string => format.format(instantOf(local));
