/** What a chat asks: a date or time, another text for a message, a photo, and how it is saved as a story. */
import { useRef } from "preact/hooks";
import type { ChatItem, PhotographableCode, PickedTime } from "../../server/chat-types.ts";
import { t } from "../i18n.ts";
import { QuestionDialog } from "../parts.tsx";
import type { PickerAction } from "./perform-action.ts";

/** LINE writes `2026-11-21t09:30` with either t; an input knows the large one. */
const inputForm = (value = "") => value.replace("t", "T");

const pickedTimes = {
  date: (date: string) => ({ date }),
  time: (time: string) => ({ time }),
  datetime: (datetime: string) => ({ datetime }),
};

interface TimePickerProps {
  action: PickerAction | undefined;
  onPicked(action: PickerAction, picked: PickedTime): void;
}

/** Asks for a date or a time with the browser's own input, as LINE does with the phone's. */
export function TimePicker({ action, onPicked }: TimePickerProps) {
  const input = useRef<HTMLInputElement>(null);
  const { mode = "date", label = t("chat.pick"), initial, min, max } = action ?? {};
  const onClose = (isConfirmed: boolean) => {
    const value = input.current?.value;
    if (isConfirmed && action && value) onPicked(action, pickedTimes[mode](value));
  };
  return (
    <QuestionDialog
      id="picker"
      label={label}
      question={action}
      confirm={t("chat.pick.confirm")}
      onClose={onClose}
    >
      <input
        ref={input}
        id="picker-input"
        type={mode === "datetime" ? "datetime-local" : mode}
        min={inputForm(min)}
        max={inputForm(max)}
        defaultValue={inputForm(initial)}
        required
      />
    </QuestionDialog>
  );
}

export interface EditedMessage {
  messageId: string;
  text: string;
}

interface EditDialogProps {
  message: EditedMessage | undefined;
  /** Called only where another text was written. */
  onEdited(edited: EditedMessage): void;
}

/** Asks how a message that was sent already should read. */
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
      label={t("chat.edit.question")}
      question={message}
      confirm={t("save")}
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

interface PhotoDialogProps {
  /** Opens the dialog; another object opens it anew. */
  question: { codes: readonly PhotographableCode[] } | undefined;
  /** @param url of a code; empty = a picture of something else. */
  onCode(url: string): void;
  onFile(file: File): void;
}

/** Asks which picture is sent: a photo of a code on somebody's screen, or a file. */
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
      label={t("chat.photo.question")}
      question={question}
      confirm={t("chat.send")}
      onClose={onClose}
    >
      <select ref={code} id="photo-input">
        <option value="">{t("chat.photo.none")}</option>
        {codes.map(({ url, label }) => (
          <option key={url} value={url}>
            {label}
          </option>
        ))}
      </select>
      <p class="faint">{t(codes.length > 0 ? "chat.photo.codes" : "chat.photo.noCodes")}</p>
      <label for="photo-file">{t("chat.photo.file")}</label>
      <input ref={file} id="photo-file" type="file" accept="image/png,image/jpeg" />
    </QuestionDialog>
  );
}

interface SaveDialogProps {
  /** Opens the dialog; another object opens it anew. */
  question: { items: readonly ChatItem[] } | undefined;
  /** @param title empty = made from what was done first. @param from the id of the first item. */
  onSave(title: string, from: string): void;
}

const maxTitleLength = 60;

/** What somebody did, as the list of beginnings names it. */
function textOf(item: ChatItem): string | null {
  if (item.from === "system") return t(`chat.notice.${item.notice}`);
  if (item.from !== "person") return null;
  return item.message.type === "text" ? item.message.text : item.message.type;
}

/** Asks for a story's title, and which part of the chat it tells. */
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
      label={t("chat.story.title")}
      question={question}
      confirm={t("save")}
      onClose={onClose}
    >
      <input
        ref={title}
        id="save-chat-input"
        maxlength={maxTitleLength}
        autocomplete="off"
        placeholder={t("chat.story.placeholder")}
        dir="auto"
      />
      <label for="save-chat-from">{t("chat.story.from")}</label>
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
