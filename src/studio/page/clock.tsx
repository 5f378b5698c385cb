/** The demo's clock: what it shows, the dialog that sets it, and the banner while it isn't at the real date. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { ClockSetting, ClockState } from "../server/clock-types.ts";
import { api } from "./api.ts";
import type { EventStream } from "./event-stream.ts";
import { localTimeText, t } from "./i18n.ts";
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

const steps = [1, 7, 30];

function daysText(days: number): string {
  if (days === 0) return t("clock.today");
  return days > 0 ? t("clock.ahead", { days }) : t("clock.back", { days: -days });
}

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
        title={clock.isMoved ? t("clock.at", { time: localTimeText(clock.local) }) : t("clock.now")}
        onClick={() => setQuestion({})}
      >
        <Icon name="calendar" />
        <span>{clock.isMoved ? daysText(clock.days) : t("clock.set")}</span>
      </Button>
      <QuestionDialog
        id="clock-dialog"
        label={t("clock.question")}
        question={question}
        confirm={t("clock.confirm")}
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
        <div class="clock-steps" role="group" aria-label={t("clock.steps")}>
          {steps.map((days) => (
            <Button key={days} class="clock-step" onClick={() => closeWith(days)}>
              {t("clock.step", { days })}
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
        {t("clock.banner", { time: localTimeText(clock.local), days: daysText(clock.days) })}
      </span>
      <Button class="quiet" onClick={() => clock.set({ real: true })}>
        {t("clock.reset")}
      </Button>
    </p>
  );
}
