/** The phrases of an answer in one language: chips, and a field for one more. */
import { useState } from "preact/hooks";
import { Button } from "../button.tsx";
import { classes } from "../classes.ts";
import { Icon } from "../icons.tsx";
import { languageName } from "../languages.ts";

interface PhraseChipsProps {
  language: string;
  phrases: readonly string[];
  /** The places of those that have a fault. */
  faulty: ReadonlySet<number>;
  onChange(phrases: readonly string[]): void;
}

export function PhraseChips({ language, phrases, faulty, onChange }: PhraseChipsProps) {
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
      <ul class="phrase-list" aria-label={`Phrases in ${name}`}>
        {phrases.map((phrase, index) => (
          <li key={phrase} class={classes("phrase", faulty.has(index) && "faulty")}>
            <span lang={language} dir="auto">
              {phrase}
            </span>
            <Button
              class="phrase-remove"
              label={`Remove ${phrase}`}
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
          placeholder="Another phrase"
          value={written}
          onInput={({ currentTarget }) => setWritten(currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={() => add(written)}
        />
        <Button class="quiet" label={`Add the phrase in ${name}`} onClick={() => add(written)}>
          Add
        </Button>
      </div>
    </div>
  );
}
