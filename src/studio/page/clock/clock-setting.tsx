/** Shows the demo's date while it isn't the real one, and asks for another. */
import { useRef, useState } from "preact/hooks";
import { Button } from "../button.tsx";
import { QuestionDialog } from "../question-dialog.tsx";
import { clockText, type DemoClock } from "./use-demo-clock.ts";

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
        class="quiet clock-button"
        title={`The demo\u2019s date: ${clock.isMoved ? clockText(clock.local) : "now"}`}
        onClick={() => setQuestion({})}
      >
        {clock.isMoved ? daysText(clock.days) : "Set date"}
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
