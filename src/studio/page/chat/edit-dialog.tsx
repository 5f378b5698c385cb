/** Asks how a message that was sent already should read. */
import { useRef } from "preact/hooks";
import { QuestionDialog } from "../question-dialog.tsx";

export interface EditedMessage {
  messageId: string;
  text: string;
}

interface EditDialogProps {
  message: EditedMessage | undefined;
  /** Called only where another text was written. */
  onEdited(edited: EditedMessage): void;
}

export function EditDialog({ message, onEdited }: EditDialogProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const onClose = (isConfirmed: boolean) => {
    const text = field.current?.value.trim();
    if (!isConfirmed || !message || !text || text === message.text) return;
    onEdited({ messageId: message.messageId, text });
  };
  return (
    <QuestionDialog
      id="editor"
      label="Edited message"
      question={message}
      confirm="Save"
      onClose={onClose}
    >
      <textarea
        ref={field}
        id="editor-input"
        rows={3}
        maxlength={5000}
        required
        dir="auto"
        defaultValue={message?.text ?? ""}
      />
    </QuestionDialog>
  );
}
