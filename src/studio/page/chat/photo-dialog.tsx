/** Asks which picture is sent: a photo of a code on somebody's screen, or a file. */
import { useRef } from "preact/hooks";
import type { PhotographableCode } from "../../server/chat-types.ts";
import { QuestionDialog } from "../question-dialog.tsx";

interface PhotoDialogProps {
  /** Opens the dialog; another object opens it anew. */
  question: { codes: readonly PhotographableCode[] } | undefined;
  /** @param url of a code; empty = a picture of something else. */
  onCode(url: string): void;
  onFile(file: File): void;
}

export function PhotoDialog({ question, onCode, onFile }: PhotoDialogProps) {
  const code = useRef<HTMLSelectElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const codes = question?.codes ?? [];
  const onClose = (isConfirmed: boolean) => {
    if (!isConfirmed) return;
    const chosen = file.current?.files?.[0];
    if (chosen) onFile(chosen);
    else onCode(code.current?.value ?? "");
  };
  return (
    <QuestionDialog
      id="photo"
      label="Photo of"
      question={question}
      confirm="Send"
      onClose={onClose}
    >
      <select ref={code} id="photo-input">
        <option value="">Something without a code</option>
        {codes.map(({ url, label }) => (
          <option key={url} value={url}>
            {label}
          </option>
        ))}
      </select>
      <p class="faint">
        {codes.length > 0
          ? "Codes as they stand on the screens of this demo’s people."
          : "Codes appear here once a member has asked for a card or a coupon."}
      </p>
      <label for="photo-file">or a file, PNG or JPEG</label>
      <input ref={file} id="photo-file" type="file" accept="image/png,image/jpeg" />
    </QuestionDialog>
  );
}
