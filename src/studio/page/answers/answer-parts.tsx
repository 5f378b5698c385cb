/** What the list of answers and a single one have in common. */
import type { AnswerRow } from "../../server/answer-types.ts";
import { t } from "../i18n.ts";
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
        {t(
          row.draft === ""
            ? "answers.state.goes"
            : row.published === null
              ? "answers.state.new"
              : "answers.state.draft",
        )}
      </span>
    )}
    {row.faults.length > 0 && <span class="chip error">{t("answers.state.faulty")}</span>}
    {isUnsaved && <span class="unsaved-mark">{t("answers.state.unsaved")}</span>}
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
