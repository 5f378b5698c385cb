/** One answer: its fields, what is wrong or doubtful, and how it is read in each language. */
import { useState } from "preact/hooks";
import type { AnswerPreview, AnswerRow, AnswersPage } from "../../server/answer-types.ts";
import { api } from "../api.ts";
import { SampleMessages } from "../gallery/sample-messages.tsx";
import { languageName } from "../i18n.ts";
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
        ‹ All answers
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
          timeZone={page.timeZone}
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
                <section key={language} aria-label={`As it is read in ${languageName(language)}`}>
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
      <Button class="strong" disabled={!canSave} title="Ctrl and Enter" onClick={() => save(row)}>
        Save
      </Button>
      {isUnsaved(name) && (
        <Button class="quiet" onClick={() => discard(name)}>
          Discard changes
        </Button>
      )}
      {draft !== undefined && (
        <Button class="quiet" disabled={isBusy} onClick={() => takeOut(name)}>
          Take out of the draft
        </Button>
      )}
      {onTry && phrase && (
        <Button
          class="quiet"
          disabled={!isThere}
          title="Opens the chat with the first phrase"
          onClick={() => onTry(phrase, draft !== undefined)}
        >
          Try it
        </Button>
      )}
      {published !== null && draft !== "" && (
        <ConfirmedButton
          id="delete-answer-dialog"
          label="Delete"
          question="Delete the answer?"
          confirm="Delete"
          disabled={isBusy}
          onConfirm={() => remove(name)}
          warning="It goes when your draft is published; until then members get it."
        />
      )}
      {draft !== undefined && (
        <a class="quiet" href="#/drafts">
          Publish
        </a>
      )}
    </div>
  );
}

/** The place in words. */
function shownFault(fault: string): string {
  const phrase = /^phrases\.([\w-]+)\.(\d+): (.*)$/s.exec(fault);
  if (phrase)
    return `${languageName(phrase[1] ?? "")}, phrase ${Number(phrase[2]) + 1}: ${phrase[3]}`;
  const reply = /^reply\.([\w-]+): (.*)$/s.exec(fault);
  if (reply) return `Reply in ${languageName(reply[1] ?? "")}: ${reply[2]}`;
  const button = /^buttons\.(\d+)\.?([^:]*): (.*)$/s.exec(fault);
  if (button)
    return `Button ${Number(button[1]) + 1}${button[2] && `, ${button[2]}`}: ${button[3]}`;
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
