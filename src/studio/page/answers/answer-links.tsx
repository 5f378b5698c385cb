/** Beside the answers: each by its name. */
import { matches, StateChips } from "./answer-parts.tsx";
import { answerHash, type AnswersState } from "./use-answers.ts";

interface AnswerLinksProps extends Pick<AnswersState, "rows" | "isUnsaved"> {
  path: string;
  /** In small letters. */
  searched: string;
}

export const AnswerLinks = ({ rows, isUnsaved, path, searched }: AnswerLinksProps) => (
  <nav id="answer-links" class="filters list" aria-label="Answers">
    {rows
      .filter((row) => matches(row, searched))
      .map((row) => (
        <a
          key={row.name}
          class="person"
          href={answerHash(row.name)}
          aria-current={row.name === path ? "page" : undefined}
        >
          <span class="person-text">
            <span class="person-name">{row.name}</span>
          </span>
          <StateChips row={row} isUnsaved={isUnsaved(row.name)} />
        </a>
      ))}
  </nav>
);
