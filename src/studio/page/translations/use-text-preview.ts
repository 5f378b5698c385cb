/** Validates and renders a text on the server while it is typed. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Preview } from "../../server/api-types.ts";
import { api } from "../api.ts";
import { toastError } from "../toast.ts";

const typingPauseMs = 150;

/** @returns the text's faults, and the preview of the last text that had none. */
export function useTextPreview(language: string, key: string, text: string) {
  const [faults, setFaults] = useState<readonly string[]>([]);
  const [preview, setPreview] = useState<Preview>();
  const isFirst = useRef(true);
  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      try {
        const answer = await api.preview(language, key, text);
        if (!isCurrent) return;
        setFaults(answer.faults);
        if (answer.faults.length === 0) setPreview(answer);
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
  }, [text]);
  return { faults, preview };
}
