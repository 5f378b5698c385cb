/** The line one writes in: Enter sends, Shift and Enter breaks the line. */
import { byId } from "../dom.ts";
import { icon } from "../icons.ts";

export interface Composer {
  focus(): void;
  fillIn(text: string): void;
  /** Clears it and turns it on or off. */
  reset(enabled: boolean): void;
}

/** @param send takes what was written; never called with blanks only. */
export function createComposer(send: (text: string) => void): Composer {
  const form = byId("composer", HTMLFormElement);
  const field = byId("message", HTMLTextAreaElement);
  const submit = byId("send", HTMLButtonElement);
  let lastSent = "";
  submit.append(icon("send"));

  const grow = () => {
    field.style.setProperty("height", "auto");
    field.style.setProperty("height", `${Math.min(field.scrollHeight, 132)}px`);
    submit.disabled = field.value.trim() === "";
  };
  const write = (text: string) => {
    field.value = text;
    grow();
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text === "") return;
    lastSent = text;
    write("");
    send(text);
  });
  field.addEventListener("input", grow);
  field.addEventListener("keydown", (event) => {
    // An input method's Enter chooses a word and must not send.
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      form.requestSubmit();
    } else if (event.key === "ArrowUp" && field.value === "" && lastSent !== "") {
      event.preventDefault();
      write(lastSent);
    }
  });

  return {
    focus: () => field.focus({ preventScroll: true }),
    fillIn(text) {
      write(text);
      field.focus();
    },
    reset(enabled) {
      field.disabled = !enabled;
      lastSent = "";
      write("");
    },
  };
}
