/** Checks and renders an answer on the server while it is written. */
import { useState } from "preact/hooks";
import type { AnswerPreview } from "../../server/answer-types.ts";
import { api } from "../api.ts";
import { useWhileTyping } from "../use-while-typing.ts";

const nothing: AnswerPreview = { faults: [], warnings: [], messages: {} };

/** @returns what is wrong and doubtful now, and the messages of the last answer that had no fault. */
export function useAnswerPreview(
  name: string,
  json: string,
): AnswerPreview & { isChecked: boolean } {
  const [state, setState] = useState({ ...nothing, checked: "" });
  useWhileTyping(
    json,
    () => api.previewAnswer(name, json),
    ({ faults, warnings, messages }) =>
      setState((before) => ({
        faults,
        warnings,
        messages: faults.length > 0 ? before.messages : messages,
        checked: json,
      })),
  );
  return { ...state, isChecked: state.checked === json };
}
