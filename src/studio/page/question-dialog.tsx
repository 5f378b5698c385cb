/** A dialog with one field, a way out and a way on; open as long as there is a question. */
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface QuestionDialogProps {
  id: string;
  label: string;
  /** Another question opens the dialog anew. */
  question: object | undefined;
  /** What the button says that goes on. */
  confirm: string;
  onClose(isConfirmed: boolean): void;
  /** The field, with a default value; its id is the dialog's with `-input` behind it. */
  children?: ComponentChildren;
}

export function QuestionDialog(props: QuestionDialogProps) {
  const { id, label, question, confirm, onClose, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    if (!current || !question) return;
    current.returnValue = "";
    current.querySelector("form")?.reset();
    current.showModal();
  }, [question]);
  const onClosed = () => {
    // The browser tells it later: the dialog may be open again by then.
    if (dialog.current && !dialog.current.open) onClose(dialog.current.returnValue === "ok");
  };
  return (
    <dialog ref={dialog} id={id} class="picker" aria-labelledby={`${id}-label`} onClose={onClosed}>
      <form method="dialog">
        <label id={`${id}-label`} for={`${id}-input`}>
          {label}
        </label>
        {children}
        <div class="picker-buttons">
          <button value="" formnovalidate>
            Cancel
          </button>
          <button value="ok" class="strong">
            {confirm}
          </button>
        </div>
      </form>
    </dialog>
  );
}
