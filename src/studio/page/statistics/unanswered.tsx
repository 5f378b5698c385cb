/** What several people have asked and nobody could answer, each with a way to write the answer. */
import type { UnansweredPage } from "../../server/statistics-types.ts";
import { Button } from "../button.tsx";

interface UnansweredProps {
  page: UnansweredPage | undefined;
  /** In small letters. */
  searched: string;
  onAnswer(phrase: string, language: string): void;
}

export function Unanswered({ page, searched, onAnswer }: UnansweredProps) {
  if (!page) return null;
  const shown = page.texts.filter(({ text }) => text.includes(searched));
  return (
    <section id="unanswered" aria-label="What nobody could answer">
      <h2>What nobody could answer</h2>
      <p class="faint">
        Texts that three people or more have asked, without any that may be about a person.
      </p>
      {shown.length === 0 && (
        <p class="none">{page.texts.length === 0 ? "Nothing in these days." : "Nothing matches"}</p>
      )}
      <ul class="unanswered-list">
        {shown.map(({ text, language, people, times }) => (
          <li key={text} class="answer-row">
            <span class="unanswered-text" lang={language} dir="auto">
              {text}
            </span>
            <span class="faint">
              {people} people, {times} times
            </span>
            <Button
              class="quiet"
              label={`Write an answer to ${text}`}
              onClick={() => onAnswer(text, language)}
            >
              Write an answer
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
