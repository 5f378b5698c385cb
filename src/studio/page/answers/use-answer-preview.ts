/** Checks and renders an answer on the server while it is written. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { AnswerPreview } from "../../server/answer-types.ts";
import { api } from "../api.ts";
import { toastError } from "../toast.ts";

const typingPauseMs = 150;
const nothing: AnswerPreview = { faults: [], warnings: [], messages: {} };

/** @returns what is wrong and doubtful now, and the messages of the last answer that had no fault. */
export function useAnswerPreview(
  name: string,
  json: string,
): AnswerPreview & { isChecked: boolean } {
  const [state, setState] = useState({ ...nothing, checked: "" });
  const isFirst = useRef(true);
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      try {
        const { faults, warnings, messages } = await api.previewAnswer(name, json);
        if (!isCurrent) return;
        setState((before) => ({
          faults,
          warnings,
          messages: faults.length > 0 ? before.messages : messages,
          checked: json,
        }));
      } catch (error) {
        toastError(error);
      }
    };
    const timer = setTimeout(() => void load(), isFirst.current ? 0 : typingPauseMs);
    isFirst.current = false;
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [json]);
  return { ...state, isChecked: state.checked === json };
}
