/** The demo's clock: what it shows, the dialog that sets it, and the banner while it isn't at the real date. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { ClockSetting, ClockState } from "../server/clock-types.ts";
import { api } from "./api.ts";
import type { EventStream } from "./event-stream.ts";
import { Button, Icon, QuestionDialog, toastError } from "./parts.tsx";

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
const clockText = (local: string): string => format.format(instantOf(local));

const steps = [1, 7, 30];

const daysText = (days: number): string => {
  const count = `${Math.abs(days)} ${Math.abs(days) === 1 ? "day" : "days"}`;
  if (days === 0) return "another time of today";
  return days > 0 ? `${count} ahead` : `${count} back`;
};

/** The button that opens the dialog, and the dialog. */
export function ClockButton({ clock }: { clock: DemoClock }) {
  const [question, setQuestion] = useState<object>();
  const input = useRef<HTMLInputElement>(null);
  const closeWith = (days: number) => {
    document.querySelector<HTMLDialogElement>("#clock-dialog")?.close();
    clock.set({ days });
  };
  return (
    <>
      <Button
        class="nav-item"
        title={`The demo\u2019s date: ${clock.isMoved ? clockText(clock.local) : "now"}`}
        onClick={() => setQuestion({})}
      >
        <Icon name="calendar" />
        <span>{clock.isMoved ? daysText(clock.days) : "Set date"}</span>
      </Button>
      <QuestionDialog
        id="clock-dialog"
        label="The demo’s date and time"
        question={question}
        confirm="Set"
        onClose={(isConfirmed) => {
          const local = input.current?.value.slice(0, 16);
          if (isConfirmed && local) clock.set({ local });
        }}
      >
        <input
          ref={input}
          id="clock-dialog-input"
          type="datetime-local"
          min="2000-01-01T00:00"
          max="2099-12-31T23:59"
          defaultValue={clock.local}
          required
        />
        <div class="clock-steps" role="group" aria-label="Days ahead">
          {steps.map((days) => (
            <Button key={days} class="clock-step" onClick={() => closeWith(days)}>
              {days === 1 ? "+1 day" : `+${days} days`}
            </Button>
          ))}
        </div>
      </QuestionDialog>
    </>
  );
}

/** Says on every view that the demo isn't at the real date, and leads back. */
export function ClockBanner({ clock }: { clock: DemoClock }) {
  return (
    <p id="clock-banner" class="banner clock" role="status" hidden={!clock.isMoved}>
      <span>
        In this demo it is {clockText(clock.local)} – {daysText(clock.days)}
      </span>
      <Button class="quiet" onClick={() => clock.set({ real: true })}>
        Back to now
      </Button>
    </p>
  );
}
