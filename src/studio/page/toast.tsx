/** A short word at the bottom that goes away by itself. */
import { useEffect, useState } from "preact/hooks";
import { failureText, isLoggedOut } from "./api.ts";

const shownMs = 3200;
let show: ((text: string) => void) | undefined;

export function toast(text: string): void {
  show?.(text);
}

/** Says why something wasn't done; a session that is over begins with the log-in again. */
export function toastError(error: unknown): void {
  if (isLoggedOut(error)) location.reload();
  else toast(failureText(error));
}

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
  return (
    <div id="toast" class={isShown ? "toast shown" : "toast"} role="status">
      {text}
    </div>
  );
}
