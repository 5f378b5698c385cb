/** Asks how a message that was sent already should read. */
import { byId } from "../dom.ts";

/** @returns the new text, or nothing when the question was closed or nothing was changed. */
export function editText(text: string): Promise<string | undefined> {
  const dialog = byId("editor", HTMLDialogElement);
  const field = byId("editor-input", HTMLTextAreaElement);
  field.value = text;
  dialog.returnValue = "";
  dialog.showModal();
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const close = () => {
    const written = field.value.trim();
    resolve(dialog.returnValue === "ok" && written && written !== text ? written : undefined);
  };
  dialog.addEventListener("close", close, { once: true });
  return promise;
}
