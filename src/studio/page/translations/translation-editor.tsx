/** Edits one text: a field, its faults as it is typed, and a preview of the reply that contains it. */
import type { TargetedInputEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Preview, Text } from "../../server/api-types.ts";
import { api, Refusal } from "../api.ts";
import { SampleMessages } from "../gallery/sample-messages.tsx";
import { Button, Icon, toast, toastError } from "../parts.tsx";
import { useWhileTyping } from "../requests.tsx";

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
  return (
    <div class="button-row">
      <Button class="strong" disabled={!canSave} title="Ctrl and Enter" onClick={onSave}>
        Save
      </Button>
      {unsaved !== undefined && (
        <Button class="quiet" onClick={() => onEdit(undefined)}>
          Discard changes
        </Button>
      )}
      {text.draft !== undefined && (
        <Button class="quiet" onClick={onTakeOut}>
          Take out of the draft
        </Button>
      )}
      {(text.draft ?? text.published) !== text.builtIn && (
        <Button class="quiet" onClick={onRestore}>
          Restore the built-in text
        </Button>
      )}
    </div>
  );
}

const Header = ({
  messageKey,
  language,
  onClose,
}: Pick<TranslationEditorProps, "messageKey" | "language" | "onClose">) => (
  <header class="panel-header">
    <h2>
      {messageKey} · {language}
    </h2>
    <Button class="quiet" label="Close" onClick={onClose}>
      <Icon name="close" />
    </Button>
  </header>
);

const OtherVersions = ({ text, language }: Pick<TranslationEditorProps, "text" | "language">) => (
  <dl class="pairs">
    <dt>Published</dt>
    <dd lang={language} dir="auto">
      {text.published}
    </dd>
    <dt>Built-in</dt>
    <dd lang={language} dir="auto">
      {text.builtIn}
    </dd>
  </dl>
);

/** Another text needs another key. */
export function TranslationEditor(props: TranslationEditorProps) {
  const { messageKey, language, values, text, unsaved, onEdit, onClose } = props;
  const saved = text.draft ?? text.published;
  const written = unsaved ?? saved;
  const { faults, preview } = useTextPreview(language, messageKey, written);
  const { field, save } = useSave(props, written);
  const canSave = faults.length === 0;

  const onInput = ({ currentTarget: { value } }: TargetedInputEvent<HTMLTextAreaElement>) => {
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
  return (
    <section class="text-editor" aria-label="Edit a text" onKeyDown={onKeyDown}>
      <Header messageKey={messageKey} language={language} onClose={onClose} />
      <textarea
        ref={field}
        rows={5}
        maxlength={5000}
        spellcheck={false}
        dir="auto"
        lang={language}
        aria-label="Text"
        value={written}
        onInput={onInput}
      />
      <p class="faint">{argumentsText(values)}</p>
      <div class="text-faults" role="status">
        {faults.map((fault) => (
          <p class="fault-text">{fault}</p>
        ))}
      </div>
      <Buttons
        editor={props}
        canSave={canSave}
        onSave={() => save(written)}
        onTakeOut={() => save(null)}
        onRestore={() => save(text.builtIn)}
      />
      {preview && <TextPreview preview={preview} language={language} />}
      <OtherVersions text={text} language={language} />
    </section>
  );
}

/** A text as it comes out: by itself, and in a reply that contains it. */
function TextPreview({ preview, language }: { preview: Preview; language: string }) {
  const { formatted, reply } = preview;
  return (
    <>
      <p class="formatted-text" dir="auto" lang={language}>
        {formatted}
      </p>
      <p class="faint">
        {reply ? `As in ${reply.name}, ${reply.sample}:` : "No sample contains it."}
      </p>
      {reply && (
        <div class="screen">
          <SampleMessages messages={reply.messages} language={language} />
        </div>
      )}
    </>
  );
}

/**
 * Validates and renders a text on the server while it is typed.
 * @returns the text's faults, and the preview of the last text that had none.
 */
function useTextPreview(language: string, key: string, text: string) {
  const [faults, setFaults] = useState<readonly string[]>([]);
  const [preview, setPreview] = useState<Preview>();
  useWhileTyping(
    text,
    () => api.preview(language, key, text),
    (answer) => {
      setFaults(answer.faults);
      if (answer.faults.length === 0) setPreview(answer);
    },
  );
  return { faults, preview };
}
