/** A short word at the bottom that goes away by itself. */
import { useEffect, useState } from "preact/hooks";
import { failureText } from "./api.ts";
import { html } from "./html.ts";

const shownMs = 3200;
let show: ((text: string) => void) | undefined;

export function toast(text: string): void {
  show?.(text);
}

export const toastError = (error: unknown) => toast(failureText(error));

export function Toast() {
  const [{ text, isShown }, setToast] = useState({ text: "", isShown: false });
  useEffect(() => {
    let timer: number | undefined;
    show = (next) => {
      setToast({ text: next, isShown: true });
      clearTimeout(timer);
      timer = setTimeout(() => setToast({ text: next, isShown: false }), shownMs);
    };
    return () => clearTimeout(timer);
  }, []);
  return html`<div id="toast" class=${isShown ? "toast shown" : "toast"} role="status">
    ${text}
  </div>`;
}
