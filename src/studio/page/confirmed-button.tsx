/** A button that asks before it does what can't be undone. */
import { useState } from "preact/hooks";
import { Button } from "./button.tsx";
import { QuestionDialog } from "./question-dialog.tsx";

interface ConfirmedButtonProps {
  /** Of the dialog's element. */
  id: string;
  label: string;
  question: string;
  /** What can't be undone about it. */
  warning: string;
  confirm: string;
  disabled: boolean;
  onConfirm(): void;
}

export function ConfirmedButton(props: ConfirmedButtonProps) {
  const { id, label, question, warning, confirm, disabled, onConfirm } = props;
  const [asked, setAsked] = useState<object>();
  return (
    <>
      <Button class="quiet" disabled={disabled} onClick={() => setAsked({})}>
        {label}
      </Button>
      {asked && (
        <QuestionDialog
          id={id}
          label={question}
          question={asked}
          confirm={confirm}
          onClose={(isConfirmed) => {
            setAsked(undefined);
            if (isConfirmed) onConfirm();
          }}
        >
          <p>{warning}</p>
        </QuestionDialog>
      )}
    </>
  );
}
