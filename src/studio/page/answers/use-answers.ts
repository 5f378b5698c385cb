/** The answers of the shop's own as the page knows them: the list, and what was written and not saved yet. */
import type { AnswerRow, AnswersPage } from "../../server/answer-types.ts";
import { api } from "../api.ts";
import { t } from "../i18n.ts";
import { navigate, type Route } from "../route.ts";
import { toast } from "../parts.tsx";
import { useBusy, useLoaded, type Loaded } from "../requests.tsx";
import { useUnsavedTexts } from "../use-unsaved-texts.ts";
import { emptyForm, formOf, jsonOf, nameFor, type AnswerForm } from "./answer-form.ts";

export interface AnswersState {
  loading: Loaded<AnswersPage>;
  /** Those that there are, and those that are written and weren't saved yet, by their names. */
  rows: readonly AnswerRow[];
  isBusy: boolean;
  /** What the fields have. */
  formOf(row: AnswerRow): AnswerForm;
  isUnsaved(name: string): boolean;
  edit(row: AnswerRow, form: AnswerForm): void;
  discard(name: string): void;
  /** Saves to the draft. */
  save(row: AnswerRow): void;
  /** Takes it out of the draft. */
  takeOut(name: string): void;
  /** Has it go with the next publication. */
  remove(name: string): void;
  /** Opens the fields of an answer that isn't there yet. */
  begin(name: string): void;
  /** The same, with a phrase in its place. */
  beginFor(phrase: string, language: string): void;
}

/** What the editor's draft has, else what members get; empty = none. */
export const savedOf = ({ draft, published }: AnswerRow): string => draft ?? published ?? "";

export const answerHash = (name: string) => `#/answers/${name}`;

/** @param route the page's; the list is read whenever it is one of the answers', or of the statistics'. */
export function useAnswers(route: Route, onError: (error: unknown) => void): AnswersState {
  const isShown = route.view === "answers" || route.view === "statistics";
  const loading = useLoaded(api.answers, isShown ? route : null, onError);
  const [isBusy, work] = useBusy();
  const unsaved = useUnsavedTexts("unsaved-answers");

  const known = loading.value?.answers ?? [];
  const isKnown = (name: string) => known.some((row) => row.name === name);
  const begun = [...unsaved.texts.keys()].filter((name) => !isKnown(name));
  const rows = [...known, ...begun.map((name) => ({ name, published: null, faults: [] }))].toSorted(
    (one, other) => (one.name < other.name ? -1 : 1),
  );
  const written = (row: AnswerRow): AnswerForm => {
    const kept = unsaved.texts.get(row.name);
    return kept === undefined ? formOf(savedOf(row)) : JSON.parse(kept);
  };
  /** @param done what is said where a plan or a review doesn't end by it. */
  async function store(name: string, text: string | null, done: string): Promise<void> {
    const kept = unsaved.texts.get(name);
    const { ended } = await api.saveAnswer(name, text);
    toast(ended === null ? done : t(`answers.saved.${ended}`));
    await loading.reload();
    // What was typed while it was being saved stays unsaved.
    if (kept !== undefined) unsaved.forget(name, kept);
  }
  const begin = (name: string, form: AnswerForm) => {
    if (!isKnown(name) && !unsaved.texts.has(name)) unsaved.keep(name, JSON.stringify(form));
    navigate(answerHash(name));
  };
  return {
    loading,
    rows,
    isBusy,
    formOf: written,
    isUnsaved: (name) => unsaved.texts.has(name),
    edit(row, form) {
      const isSaved = jsonOf(form) === jsonOf(formOf(savedOf(row))) && isKnown(row.name);
      if (isSaved) unsaved.forget(row.name);
      else unsaved.keep(row.name, JSON.stringify(form));
    },
    discard: (name) => unsaved.forget(name),
    save: (row) => work(() => store(row.name, jsonOf(written(row)), t("answers.saved"))),
    takeOut: (name) => work(() => store(name, null, t("answers.takenOut"))),
    remove: (name) => work(() => store(name, "", t("answers.goes"))),
    begin: (name) => begin(name, emptyForm),
    beginFor(phrase, language) {
      const taken = new Set(rows.map(({ name }) => name));
      begin(nameFor(phrase, taken), { ...emptyForm, phrases: { [language]: [phrase] } });
    },
  };
}
