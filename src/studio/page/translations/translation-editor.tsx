/** Edits one text: a field, its faults as it is typed, and a preview of the reply that contains it. */
import type { TargetedInputEvent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Preview, Text } from "../../server/api-types.ts";
import { api, Refusal } from "../api.ts";
import { replyTitle } from "../gallery/gallery-filters.tsx";
import { SampleMessages } from "../gallery/sample-messages.tsx";
import { languageName, t } from "../i18n.ts";
import { Button, Icon, toast, toastError } from "../parts.tsx";
import { useWhileTyping } from "../requests.tsx";

interface TranslationEditorProps {
  messageKey: string;
  /** What the text is, and where it appears. */
  title: string;
  place: string;
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

const argumentsText = (values: Readonly<Record<string, string>>) => {
  const names = Object.keys(values).map((name) => `{${name}}`);
  return names.length > 0
    ? t("texts.arguments", { names: names.join(" ") })
    : t("texts.arguments.none");
};

/** Saves with the editor's keys and buttons; the focus stays in the field. */
function useSave({ language, messageKey, onSaved }: TranslationEditorProps, written: string) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  async function save(next: string | null): Promise<void> {
    try {
      const { ended } = await api.saveText(language, messageKey, next);
      const done = next === null ? "taken" : "saved";
      toast(t(ended === null ? `texts.${done}` : `texts.${done}.${ended}`));
      await onSaved(written);
      // The button that was pressed may be gone.
      field.current?.focus();
    } catch (error) {
      if (error instanceof Refusal) toastError(error);
      else toast(t("texts.notSaved"));
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
      <Button class="strong" disabled={!canSave} title={t("texts.save.keys")} onClick={onSave}>
        {t("texts.save")}
      </Button>
      {unsaved !== undefined && (
        <Button class="quiet" onClick={() => onEdit(undefined)}>
          {t("texts.discard")}
        </Button>
      )}
      {text.draft !== undefined && (
        <Button class="quiet" onClick={onTakeOut}>
          {t("texts.takeOut")}
        </Button>
      )}
      {(text.draft ?? text.published) !== text.builtIn && (
        <Button class="quiet" onClick={onRestore}>
          {t("texts.restore")}
        </Button>
      )}
    </div>
  );
}

const Header = ({ messageKey, title, place, language, onClose }: TranslationEditorProps) => (
  <header class="panel-header">
    <div>
      <h2>
        {title} · {languageName(language)}
      </h2>
      <p class="faint">
        {place} <code class="code-name">{messageKey}</code>
      </p>
    </div>
    <Button class="quiet" label={t("texts.close")} onClick={onClose}>
      <Icon name="close" />
    </Button>
  </header>
);

const OtherVersions = ({ text, language }: Pick<TranslationEditorProps, "text" | "language">) => (
  <dl class="pairs">
    <dt>{t("texts.published")}</dt>
    <dd lang={language} dir="auto">
      {text.published}
    </dd>
    <dt>{t("texts.builtIn")}</dt>
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
    <section class="text-editor" aria-label={t("texts.edit")} onKeyDown={onKeyDown}>
      <Header {...props} />
      <textarea
        ref={field}
        rows={5}
        maxlength={5000}
        spellcheck={false}
        dir="auto"
        lang={language}
        aria-label={t("texts.field")}
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
      {preview && <TextPreview preview={preview} language={language} isOld={faults.length > 0} />}
      <OtherVersions text={text} language={language} />
    </section>
  );
}

interface TextPreviewProps {
  preview: Preview;
  language: string;
  /** Whether it is of what was written before. */
  isOld: boolean;
}

/** A text as it comes out: in a reply to somebody who reads it, or by itself where no sample contains it. */
function TextPreview({ preview: { formatted, reply }, language, isOld }: TextPreviewProps) {
  return (
    <section class="text-preview" aria-label={t("preview.title")}>
      <p class="faint">
        {reply
          ? t(`preview.as.${reply.kind}`, { reply: replyTitle(reply.name) })
          : t("preview.alone")}
      </p>
      {isOld && <p class="draft-warning">{t("preview.old")}</p>}
      {reply ? (
        <div class="screen">
          <SampleMessages messages={reply.messages} language={language} />
        </div>
      ) : (
        <p class="formatted-text" dir="auto" lang={language}>
          {formatted}
        </p>
      )}
    </section>
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
