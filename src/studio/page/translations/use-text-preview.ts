/** Validates and renders a text on the server while it is typed. */
import { useState } from "preact/hooks";
import type { Preview } from "../../server/api-types.ts";
import { api } from "../api.ts";
import { useWhileTyping } from "../use-while-typing.ts";

/** @returns the text's faults, and the preview of the last text that had none. */
export function useTextPreview(language: string, key: string, text: string) {
  const [faults, setFaults] = useState<readonly string[]>([]);
  const [preview, setPreview] = useState<Preview>();
  useWhileTyping(
    text,
    () => api.preview(language, key, text),
    (answer) => {
      setFaults(answer.faults);
      if (answer.faults.length === 0) setPreview(answer);
    },
  );
  return { faults, preview };
}
