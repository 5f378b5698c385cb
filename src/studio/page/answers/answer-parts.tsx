/** What the list of answers and a single one have in common. */
import type { AnswerRow } from "../../server/answer-types.ts";
import { formOf } from "./answer-form.ts";
import { savedOf } from "./use-answers.ts";

interface StateChipsProps {
  row: AnswerRow;
  isUnsaved: boolean;
}

/** What isn't as members get it. */
export const StateChips = ({ row, isUnsaved }: StateChipsProps) => (
  <>
    {row.draft !== undefined && (
      <span class="chip changed">
        {row.draft === "" ? "goes" : row.published === null ? "new" : "in your draft"}
      </span>
    )}
    {row.faults.length > 0 && <span class="chip error">faulty</span>}
    {isUnsaved && <span class="unsaved-mark">not saved</span>}
  </>
);

/** @param searched in small letters. */
export const matches = (row: AnswerRow, searched: string): boolean =>
  `${row.name} ${savedOf(row)}`.toLowerCase().includes(searched);

/** One phrase of each language that it has some in, each once. */
export function firstPhrases(row: AnswerRow): { language: string; phrase: string }[] {
  const all = Object.entries(formOf(savedOf(row)).phrases).flatMap(([language, [phrase]]) =>
    phrase === undefined ? [] : [{ language, phrase }],
  );
  return all.filter((one, at) => all.findIndex(({ phrase }) => phrase === one.phrase) === at);
}
