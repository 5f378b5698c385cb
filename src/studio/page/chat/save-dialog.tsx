/** Asks for a story's title, and which part of the chat it tells. */
import { useRef } from "preact/hooks";
import type { ChatItem } from "../../server/chat-types.ts";
import { QuestionDialog } from "../question-dialog.tsx";

interface SaveDialogProps {
  /** Opens the dialog; another object opens it anew. */
  question: { items: readonly ChatItem[] } | undefined;
  /** @param title empty = made from what was done first. @param from the id of the first item. */
  onSave(title: string, from: string): void;
}

const maxTitleLength = 60;

/** What somebody did, as the list of beginnings names it. */
function textOf(item: ChatItem): string | null {
  if (item.from === "system") return item.notice;
  if (item.from !== "person") return null;
  return item.message.type === "text" ? item.message.text : item.message.type;
}

export function SaveDialog({ question, onSave }: SaveDialogProps) {
  const title = useRef<HTMLInputElement>(null);
  const from = useRef<HTMLSelectElement>(null);
  const begins = (question?.items ?? []).flatMap((item) => {
    const text = textOf(item);
    return text === null ? [] : [{ id: item.id, text }];
  });
  const onClose = (isConfirmed: boolean) => {
    if (isConfirmed) onSave(title.current?.value.trim() ?? "", from.current?.value ?? "");
  };
  return (
    <QuestionDialog
      id="save-chat"
      label="Title of the story"
      question={question}
      confirm="Save"
      onClose={onClose}
    >
      <input
        ref={title}
        id="save-chat-input"
        maxlength={maxTitleLength}
        autocomplete="off"
        placeholder="What it shows"
        dir="auto"
      />
      <label for="save-chat-from">It begins with</label>
      <select ref={from} id="save-chat-from">
        {begins.map(({ id, text }) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
    </QuestionDialog>
  );
}
