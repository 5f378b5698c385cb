/** One answer: its fields, what is wrong or doubtful, and how it is read in each language. */
import { useState } from "preact/hooks";
import type { AnswerPreview, AnswerRow, AnswersPage } from "../../server/answer-types.ts";
import { api } from "../api.ts";
import { SampleMessages } from "../gallery/sample-messages.tsx";
import { languageName, t } from "../i18n.ts";
import { Button, ConfirmedButton } from "../parts.tsx";
import { useWhileTyping } from "../requests.tsx";
import { AnswerFields } from "./answer-fields.tsx";
import { jsonOf } from "./answer-form.ts";
import { StateChips } from "./answer-parts.tsx";
import { savedOf, type AnswersState } from "./use-answers.ts";

const fallbackName = "fallback";

interface EditorProps extends AnswersState {
  row: AnswerRow;
  page: AnswersPage;
  /** Opens the chat with a phrase; absent where there is no chat. */
  onTry: ((phrase: string, isDraft: boolean) => void) | undefined;
}

export function AnswerEditor(props: EditorProps) {
  const { row, page, isBusy, isUnsaved, edit, save } = props;
  const { name } = row;
  const form = props.formOf(row);
  const { faults, warnings, messages, isChecked } = useAnswerPreview(name, jsonOf(form));
  const canSave = isUnsaved(name) && isChecked && faults.length === 0 && !isBusy;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.metaKey || event.ctrlKey) || !canSave) return;
    event.preventDefault();
    save(row);
  };
  return (
    <div class="single" onKeyDown={onKeyDown}>
      <a class="quiet" href="#/answers">
        ‹ {t("answers.all")}
      </a>
      <h2>
        {name} <StateChips row={row} isUnsaved={isUnsaved(name)} />
      </h2>
      <Actions {...props} canSave={canSave} />
      <div class="answer-faults" role="status">
        {faults.map((fault) => (
          <p class="fault-text">{shownFault(fault)}</p>
        ))}
        {warnings.map((warning) => (
          <p class="warning-text">{warning}</p>
        ))}
      </div>
      <div class="answer-columns">
        <AnswerFields
          form={form}
          languages={page.languages}
          intents={page.intents}
          faults={faults}
          hasPhrases={name !== fallbackName}
          onChange={(next) => edit(row, next)}
        />
        <div class="answer-previews">
          {page.languages.map((language) => {
            const shown = messages[language];
            return (
              shown && (
                <section
                  key={language}
                  aria-label={t("answers.preview", { language: languageName(language) })}
                >
                  <h3>{languageName(language)}</h3>
                  <div class="screen">
                    <SampleMessages messages={shown} language={language} />
                  </div>
                </section>
              )
            );
          })}
        </div>
      </div>
    </div>
  );
}

function Actions(props: EditorProps & { canSave: boolean }) {
  const { row, canSave, isBusy, isUnsaved, save, discard, takeOut, remove, onTry } = props;
  const { name, draft, published } = row;
  const [phrase = ""] = Object.values(props.formOf(row).phrases).flat();
  const isThere = savedOf(row) !== "" && !isUnsaved(name);
  return (
    <div class="answers-head">
      <Button
        class="strong"
        disabled={!canSave}
        title={t("answers.keys")}
        onClick={() => save(row)}
      >
        {t("save")}
      </Button>
      {isUnsaved(name) && (
        <Button class="quiet" onClick={() => discard(name)}>
          {t("answers.discard")}
        </Button>
      )}
      {draft !== undefined && (
        <Button class="quiet" disabled={isBusy} onClick={() => takeOut(name)}>
          {t("answers.takeOut")}
        </Button>
      )}
      {onTry && phrase && (
        <Button
          class="quiet"
          disabled={!isThere}
          title={t("answers.try.title")}
          onClick={() => onTry(phrase, draft !== undefined)}
        >
          {t("answers.try")}
        </Button>
      )}
      {published !== null && draft !== "" && (
        <ConfirmedButton
          id="delete-answer-dialog"
          label={t("answers.delete")}
          question={t("answers.delete.question")}
          confirm={t("answers.delete")}
          disabled={isBusy}
          onConfirm={() => remove(name)}
          warning={t("answers.delete.warning")}
        />
      )}
      {draft !== undefined && (
        <a class="quiet" href="#/drafts">
          {t("answers.publish")}
        </a>
      )}
    </div>
  );
}

const fieldLabels = {
  phrases: "answers.phrases",
  picture: "answers.picture",
  from: "answers.times.from",
  until: "answers.times.until",
  hours: "answers.times.begins",
} as const;

/** @param field of a button, such as `label.en`; empty = the whole button. */
function buttonFieldLabel(field: string): string {
  const [name, language] = field.split(".");
  if (name === "url") return t("answers.button.address");
  if (name === "intent") return t("answers.button.asks");
  return name === "label" && language !== undefined
    ? t("answers.button.label", { language: languageName(language) })
    : field;
}

/** The place in words. */
function shownFault(fault: string): string {
  const [, phraseIn, phraseAt, ofPhrase = ""] =
    /^phrases\.([\w-]+)\.(\d+): (.*)$/s.exec(fault) ?? [];
  if (phraseIn !== undefined) {
    const number = Number(phraseAt) + 1;
    return t("answers.fault.phrase", { language: languageName(phraseIn), number, fault: ofPhrase });
  }
  const [, replyIn, ofReply = ""] = /^reply\.([\w-]+): (.*)$/s.exec(fault) ?? [];
  if (replyIn !== undefined) {
    return t("answers.fault.reply", { language: languageName(replyIn), fault: ofReply });
  }
  const [, buttonAt, field, ofButton = ""] = /^buttons\.(\d+)\.?([^:]*): (.*)$/s.exec(fault) ?? [];
  if (buttonAt !== undefined) {
    const number = Number(buttonAt) + 1;
    const label = buttonFieldLabel(field ?? "");
    const shown = label === "" ? "" : t("answers.fault.button.field", { field: label });
    return t("answers.fault.button", { number, field: shown, fault: ofButton });
  }
  const [, place, ofField = ""] = /^(phrases|picture|from|until|hours): (.*)$/s.exec(fault) ?? [];
  if (place !== undefined) {
    const label = t(fieldLabels[place as keyof typeof fieldLabels]);
    return t("answers.fault.field", { field: label, fault: ofField });
  }
  return fault.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

const nothing: AnswerPreview = { faults: [], warnings: [], messages: {} };

/**
 * Checks and renders an answer on the server while it is written.
 * @returns what is wrong and doubtful now, and the messages of the last answer that had no fault.
 */
function useAnswerPreview(name: string, json: string): AnswerPreview & { isChecked: boolean } {
  const [state, setState] = useState({ ...nothing, checked: "" });
  useWhileTyping(
    json,
    () => api.previewAnswer(name, json),
    ({ faults, warnings, messages }) =>
      setState((before) => ({
        faults,
        warnings,
        messages: faults.length > 0 ? before.messages : messages,
        checked: json,
      })),
  );
  return { ...state, isChecked: state.checked === json };
}
