/** Edits one text: a field, its faults as it is typed, and a preview of the reply that contains it. */
import { h } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Text } from "../../server/api-types.ts";
import { api, Refusal } from "../api.ts";
import { Button } from "../button.tsx";
import { html } from "../html.ts";
import { Icon } from "../icons.tsx";
import { toast, toastError } from "../toast.tsx";
import { TextPreview } from "./text-preview.tsx";
import { useTextPreview } from "./use-text-preview.ts";

interface TranslationEditorProps {
  messageKey: string;
  language: string;
  /** The arguments: name → kind. */
  values: Readonly<Record<string, string>>;
  text: Text;
  /** What was typed and not saved; absent where nothing was. */
  unsaved: string | undefined;
  /** Called with each change; with `undefined` when there is nothing left to save. */
  onEdit(text: string | undefined): void;
  /** @param written what the field had when that was asked for. */
  onSaved(written: string): Promise<void>;
  onClose(): void;
}

const endedTexts = {
  plan: "which isn’t planned any more",
  review: "which has to be reviewed again",
};

const argumentsText = (values: Readonly<Record<string, string>>) => {
  const names = Object.entries(values).map(([name, kind]) => `{${name}} (${kind})`);
  return names.length > 0 ? `Arguments: ${names.join(", ")}` : "It has no arguments.";
};

/** Saves with the editor's keys and buttons; the focus stays in the field. */
function useSave({ language, messageKey, onSaved }: TranslationEditorProps, written: string) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  async function save(next: string | null): Promise<void> {
    try {
      const { ended } = await api.saveText(language, messageKey, next);
      const done = next === null ? "Taken out of your draft" : "Saved to your draft";
      toast(ended === null ? done : `${done}, ${endedTexts[ended]}`);
      await onSaved(written);
      // The button that was pressed may be gone.
      field.current?.focus();
    } catch (error) {
      if (error instanceof Refusal) toastError(error);
      else toast("Not saved");
    }
  }
  return { field, save: (next: string | null) => void save(next) };
}

interface ButtonsProps {
  editor: TranslationEditorProps;
  canSave: boolean;
  onSave(): void;
  onTakeOut(): void;
  onRestore(): void;
}

function Buttons({ editor, canSave, onSave, onTakeOut, onRestore }: ButtonsProps) {
  const { unsaved, text, onEdit } = editor;
  return html`<div class="button-row">
    ${h(Button, {
      class: "strong",
      disabled: !canSave,
      title: "Ctrl and Enter",
      onClick: onSave,
      children: "Save",
    })}
    ${
      unsaved !== undefined &&
      h(Button, { class: "quiet", onClick: () => onEdit(undefined), children: "Discard changes" })
    }
    ${
      text.draft !== undefined &&
      h(Button, { class: "quiet", onClick: onTakeOut, children: "Take out of the draft" })
    }
    ${
      (text.draft ?? text.published) !== text.builtIn &&
      h(Button, { class: "quiet", onClick: onRestore, children: "Restore the built-in text" })
    }
  </div>`;
}

const Header = ({
  messageKey,
  language,
  onClose,
}: Pick<TranslationEditorProps, "messageKey" | "language" | "onClose">) =>
  html`<header class="panel-header">
    <h2>${messageKey} · ${language}</h2>
    ${h(Button, {
      class: "quiet",
      label: "Close",
      onClick: onClose,
      children: h(Icon, { name: "close" }),
    })}
  </header>`;

const OtherVersions = ({ text, language }: Pick<TranslationEditorProps, "text" | "language">) =>
  html`<dl class="pairs">
    <dt>Published</dt>
    <dd lang=${language} dir="auto">${text.published}</dd>
    <dt>Built-in</dt>
    <dd lang=${language} dir="auto">${text.builtIn}</dd>
  </dl>`;

/** Another text needs another key. */
export function TranslationEditor(props: TranslationEditorProps) {
  const { messageKey, language, values, text, unsaved, onEdit, onClose } = props;
  const saved = text.draft ?? text.published;
  const written = unsaved ?? saved;
  const { faults, preview } = useTextPreview(language, messageKey, written);
  const { field, save } = useSave(props, written);
  const canSave = faults.length === 0;

  const onInput = ({ currentTarget }: InputEvent) => {
    const { value } = currentTarget as HTMLTextAreaElement;
    onEdit(value === saved ? undefined : value);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.preventDefault();
      onClose();
    } else if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && canSave) {
      event.preventDefault();
      save(written);
    }
  };
  return html`<section class="text-editor" aria-label="Edit a text" onKeyDown=${onKeyDown}>
    ${h(Header, { messageKey, language, onClose })}
    <textarea
      ref=${field}
      rows="5"
      maxlength="5000"
      spellcheck=${false}
      dir="auto"
      lang=${language}
      aria-label="Text"
      value=${written}
      onInput=${onInput}
    />
    <p class="faint">${argumentsText(values)}</p>
    <div class="text-faults" role="status">
      ${faults.map((fault) => html`<p class="fault-text">${fault}</p>`)}
    </div>
    ${h(Buttons, {
      editor: props,
      canSave,
      onSave: () => save(written),
      onTakeOut: () => save(null),
      onRestore: () => save(text.builtIn),
    })}
    ${preview && h(TextPreview, { preview, language })} ${h(OtherVersions, { text, language })}
  </section>`;
}
