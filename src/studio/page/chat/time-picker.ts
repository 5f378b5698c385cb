/** Asks for a date or a time with the browser's own input, as LINE does with the phone's. */
import { byId } from "../dom.ts";
import type { PickedTime } from "../../server/line-simulator.ts";

export type PickerMode = "date" | "time" | "datetime";

interface Limits {
  label?: string;
  mode: PickerMode;
  initial?: string;
  min?: string;
  max?: string;
}

/** LINE writes `2026-11-21t09:30` with either t; an input knows the large one. */
const inputForm = (value = "") => value.replace("t", "T");

/** @returns what was picked, or nothing when the question was closed. */
export function pickTime({
  label,
  mode,
  initial,
  min,
  max,
}: Limits): Promise<PickedTime | undefined> {
  const dialog = byId("picker", HTMLDialogElement);
  const input = byId("picker-input", HTMLInputElement);
  byId("picker-label", HTMLElement).textContent = label ?? "Choose";
  input.type = mode === "datetime" ? "datetime-local" : mode;
  input.min = inputForm(min);
  input.max = inputForm(max);
  input.value = inputForm(initial);
  input.required = true;
  dialog.returnValue = "";
  dialog.showModal();
  const { promise, resolve } = Promise.withResolvers<PickedTime | undefined>();
  const close = () =>
    resolve(dialog.returnValue === "ok" && input.value ? { [mode]: input.value } : undefined);
  dialog.addEventListener("close", close, { once: true });
  return promise;
}
