/** The fields of an answer: phrases and replies by language, picture, buttons, dates and hours. */
import { useState } from "preact/hooks";
import { classes } from "../classes.ts";
import { languageName, t, zoneName } from "../i18n.ts";
import { Button, Icon } from "../parts.tsx";
import type { AnswerForm, ButtonForm } from "./answer-form.ts";

interface FieldsProps {
  form: AnswerForm;
  languages: readonly string[];
  /** What a button may ask for. */
  intents: readonly string[];
  faults: readonly string[];
  /** The fallback has no phrases. */
  hasPhrases: boolean;
  onChange(form: AnswerForm): void;
}

const maxButtons = 4;

const times = [
  ["from", "date"],
  ["until", "date"],
  ["begins", "time"],
  ["ends", "time"],
] as const;

/** The places of the phrases of a language that have a fault. */
const faultyPhrases = (faults: readonly string[], language: string): ReadonlySet<number> =>
  new Set(
    faults.flatMap((fault) => {
      const [, named, at] = /^phrases\.([\w-]+)\.(\d+): /.exec(fault) ?? [];
      return named === language ? [Number(at)] : [];
    }),
  );

export function AnswerFields(props: FieldsProps) {
  const { form, languages, faults, hasPhrases, onChange } = props;
  const set = (change: Partial<AnswerForm>) => onChange({ ...form, ...change });
  return (
    <div class="answer-fields">
      {hasPhrases && (
        <fieldset>
          <legend>{t("answers.phrases")}</legend>
          {languages.map((language) => (
            <PhraseChips
              key={language}
              language={language}
              phrases={form.phrases[language] ?? []}
              faulty={faultyPhrases(faults, language)}
              onChange={(phrases) => set({ phrases: { ...form.phrases, [language]: phrases } })}
            />
          ))}
        </fieldset>
      )}
      <fieldset>
        <legend>{t("answers.reply")}</legend>
        <p class="faint">{t("answers.reply.hint", { name: "{name}" })}</p>
        {languages.map((language) => (
          <label key={language}>
            {languageName(language)}
            <textarea
              rows={3}
              maxlength={5000}
              dir="auto"
              lang={language}
              name={`reply-${language}`}
              value={form.reply[language] ?? ""}
              onInput={({ currentTarget }) =>
                set({ reply: { ...form.reply, [language]: currentTarget.value } })
              }
            />
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>{t("answers.extras")}</legend>
        <label>
          {t("answers.picture")}
          <input
            type="url"
            inputmode="url"
            placeholder="https://"
            maxlength={2000}
            name="picture"
            value={form.picture}
            onInput={({ currentTarget }) => set({ picture: currentTarget.value })}
          />
        </label>
        <ButtonFields {...props} />
      </fieldset>
      <fieldset>
        <legend>{t("answers.times", { zone: zoneName() })}</legend>
        <div class="answer-times">
          {times.map(([field, type]) => (
            <label key={field}>
              {t(`answers.times.${field}`)}
              <input
                type={type}
                name={field}
                value={form[field]}
                onInput={({ currentTarget }) => set({ [field]: currentTarget.value })}
              />
            </label>
          ))}
        </div>
        <p class="faint">{t("answers.times.hint")}</p>
      </fieldset>
    </div>
  );
}

function ButtonFields({ form, languages, intents, onChange }: FieldsProps) {
  const { buttons } = form;
  const setAll = (next: readonly ButtonForm[]) => onChange({ ...form, buttons: next });
  const set = (at: number, change: Partial<ButtonForm>) =>
    setAll(buttons.map((one, index) => (index === at ? { ...one, ...change } : one)));
  return (
    <>
      {buttons.map(({ label, does, target }, index) => (
        <div
          key={index}
          class="answer-button"
          role="group"
          aria-label={t("answers.button", { number: index + 1 })}
        >
          {languages.map((language) => (
            <label key={language}>
              {t("answers.button.label", { language: languageName(language) })}
              <input
                lang={language}
                dir="auto"
                maxlength={80}
                value={label[language] ?? ""}
                onInput={({ currentTarget }) =>
                  set(index, { label: { ...label, [language]: currentTarget.value } })
                }
              />
            </label>
          ))}
          <label>
            {t("answers.button.tap")}
            <select
              value={does}
              onChange={({ currentTarget }) => {
                const next = currentTarget.value as ButtonForm["does"];
                set(index, { does: next, target: next === "intent" ? (intents[0] ?? "") : "" });
              }}
            >
              <option value="url">{t("answers.button.url")}</option>
              <option value="intent">{t("answers.button.intent")}</option>
            </select>
          </label>
          <label>
            {t(does === "url" ? "answers.button.address" : "answers.button.asks")}
            {does === "url" ? (
              <input
                inputmode="url"
                placeholder={t("answers.button.placeholder")}
                maxlength={1000}
                value={target}
                onInput={({ currentTarget }) => set(index, { target: currentTarget.value })}
              />
            ) : (
              <select
                value={target}
                onChange={({ currentTarget }) => set(index, { target: currentTarget.value })}
              >
                {intents.map((intent) => (
                  <option value={intent}>{intent}</option>
                ))}
              </select>
            )}
          </label>
          <Button
            class="quiet"
            label={t("answers.button.remove.label", { number: index + 1 })}
            onClick={() => setAll(buttons.filter((_, at) => at !== index))}
          >
            {t("answers.button.remove")}
          </Button>
        </div>
      ))}
      {buttons.length < maxButtons && (
        <Button
          class="quiet"
          onClick={() => setAll([...buttons, { label: {}, does: "url", target: "" }])}
        >
          {t("answers.button.add")}
        </Button>
      )}
    </>
  );
}

interface PhraseChipsProps {
  language: string;
  phrases: readonly string[];
  /** The places of those that have a fault. */
  faulty: ReadonlySet<number>;
  onChange(phrases: readonly string[]): void;
}

/** The phrases of an answer in one language: chips, and a field for one more. */
function PhraseChips({ language, phrases, faulty, onChange }: PhraseChipsProps) {
  const [written, setWritten] = useState("");
  const name = languageName(language);
  const id = `phrases-${language}`;
  /** Several at once where lines were pasted. */
  const add = (text: string) => {
    const more = text
      .split(/[\n,、，]/)
      .map((phrase) => phrase.trim())
      .filter((phrase) => phrase !== "" && !phrases.includes(phrase));
    setWritten("");
    if (more.length > 0) onChange([...phrases, ...new Set(more)]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      add(written);
    } else if (event.key === "Backspace" && written === "") onChange(phrases.slice(0, -1));
  };
  return (
    <div class="phrases">
      <label for={id}>{name}</label>
      <ul class="phrase-list" aria-label={t("answers.phrases.in", { language: name })}>
        {phrases.map((phrase, index) => (
          <li key={phrase} class={classes("phrase", faulty.has(index) && "faulty")}>
            <span lang={language} dir="auto">
              {phrase}
            </span>
            <Button
              class="phrase-remove"
              label={t("answers.phrases.remove", { phrase })}
              onClick={() => onChange(phrases.filter((_, at) => at !== index))}
            >
              <Icon name="close" />
            </Button>
          </li>
        ))}
      </ul>
      <div class="phrase-add">
        <input
          id={id}
          lang={language}
          dir="auto"
          autocomplete="off"
          spellcheck={false}
          maxlength={1000}
          enterkeyhint="done"
          placeholder={t("answers.phrases.another")}
          value={written}
          onInput={({ currentTarget }) => setWritten(currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={() => add(written)}
        />
        <Button
          class="quiet"
          label={t("answers.phrases.add.label", { language: name })}
          onClick={() => add(written)}
        >
          {t("answers.phrases.add")}
        </Button>
      </div>
    </div>
  );
}
