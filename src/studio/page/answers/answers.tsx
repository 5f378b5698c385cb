/** The answers of the shop's own: all of them, or one with its fields and previews. */
import { useState } from "preact/hooks";
import { languageName, t } from "../i18n.ts";
import { LoadState } from "../requests.tsx";
import { AnswerEditor } from "./answer-editor.tsx";
import { firstPhrases, matches, StateChips } from "./answer-parts.tsx";
import { answerHash, type AnswersState } from "./use-answers.ts";

interface AnswersProps extends AnswersState {
  /** The name of one; empty = all of them. */
  path: string;
  /** In small letters. */
  searched: string;
  /** Opens the chat with a phrase; absent where there is no chat. */
  onTry: ((phrase: string, isDraft: boolean) => void) | undefined;
}

export function Answers(props: AnswersProps) {
  const { loading, rows, path } = props;
  const { value: page } = loading;
  if (!page) return <LoadState {...loading} />;
  const row = rows.find(({ name }) => name === path);
  return (
    <section id="answers" class="answers" aria-label={t("answers.label")} tabindex={-1}>
      <LoadState {...loading} />
      {path === "" ? (
        <AllAnswers {...props} />
      ) : row ? (
        <AnswerEditor key={path} {...props} row={row} page={page} />
      ) : (
        <p class="placeholder">
          {t("answers.unknown")}{" "}
          <a class="permalink" href="#/answers">
            {t("answers.all")}
          </a>
        </p>
      )}
    </section>
  );
}

function AllAnswers(props: AnswersProps) {
  const { rows, searched, isUnsaved } = props;
  const shown = rows.filter((row) => matches(row, searched));
  return (
    <div class="answers-all">
      <NewAnswer {...props} />
      {shown.length === 0 && (
        <p class="placeholder">{t(rows.length === 0 ? "answers.empty" : "answers.none")}</p>
      )}
      <ul class="answer-list">
        {shown.map((row) => (
          <li key={row.name} class="answer-row">
            <a class="permalink" href={answerHash(row.name)}>
              {row.name}
            </a>
            <StateChips row={row} isUnsaved={isUnsaved(row.name)} />
            <span class="answer-phrases">
              {firstPhrases(row).map(({ language, phrase }) => (
                <span class="phrase-name" lang={language} dir="auto" title={languageName(language)}>
                  {phrase}
                </span>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Asks for the name, by which it is found. */
function NewAnswer({ begin }: AnswersProps) {
  const [name, setName] = useState("");
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    setName("");
    begin(name);
  };
  return (
    <form class="new-answer" onSubmit={onSubmit}>
      <label for="new-answer">{t("answers.new")}</label>
      <div class="phrase-add">
        <input
          id="new-answer"
          required
          pattern={"[a-z0-9][a-z0-9\\-]{0,59}"}
          maxlength={60}
          autocapitalize="none"
          autocomplete="off"
          spellcheck={false}
          placeholder="opening-hours"
          aria-describedby="new-answer-hint"
          value={name}
          onInput={({ currentTarget }) => setName(currentTarget.value)}
        />
        <button class="strong">{t("answers.new.confirm")}</button>
      </div>
      <p id="new-answer-hint" class="faint">
        {t("answers.new.hint")}
      </p>
    </form>
  );
}
