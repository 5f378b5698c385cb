/** Asks for a date or a time with the browser's own input, as LINE does with the phone's. */
import { useRef } from "preact/hooks";
import type { PickedTime } from "../../server/chat-types.ts";
import type { PickerAction } from "./perform-action.ts";
import { QuestionDialog } from "../question-dialog.tsx";

/** LINE writes `2026-11-21t09:30` with either t; an input knows the large one. */
const inputForm = (value = "") => value.replace("t", "T");

const pickedTimes = {
  date: (date: string) => ({ date }),
  time: (time: string) => ({ time }),
  datetime: (datetime: string) => ({ datetime }),
};

interface TimePickerProps {
  action: PickerAction | undefined;
  onPicked(action: PickerAction, picked: PickedTime): void;
}

export function TimePicker({ action, onPicked }: TimePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const { mode = "date", label = "Choose", initial, min, max } = action ?? {};
  const onClose = (isConfirmed: boolean) => {
    const value = input.current?.value;
    if (isConfirmed && action && value) onPicked(action, pickedTimes[mode](value));
  };
  return (
    <QuestionDialog id="picker" label={label} question={action} confirm="OK" onClose={onClose}>
      <input
        ref={input}
        id="picker-input"
        type={mode === "datetime" ? "datetime-local" : mode}
        min={inputForm(min)}
        max={inputForm(max)}
        defaultValue={inputForm(initial)}
        required
      />
    </QuestionDialog>
  );
}
