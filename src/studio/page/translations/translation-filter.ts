/** Which texts the table shows. */
import type { CatalogueTable, Text } from "../../server/api-types.ts";
import type { UnsavedTexts } from "../use-unsaved-texts.ts";

export type TextState = "all" | "edited" | "faulty" | "unsaved";

export interface TranslationFilter {
  state: TextState;
  /** Languages whose column is hidden. */
  hidden: ReadonlySet<string>;
}

export const everyText: TranslationFilter = { state: "all", hidden: new Set() };

export type TranslationRow = CatalogueTable["rows"][number];

/** The name of a cell, as in the page's address. */
export const cellName = (key: string, language: string) => `${key}/${language}`;

export const isEdited = ({ draft, published }: Text) => draft !== undefined && draft !== published;
export const isFaulty = ({ faults }: Text) => faults.length > 0;

/** @param searched in lower case. */
export function passes(
  { key, texts }: TranslationRow,
  state: TextState,
  searched: string,
  unsaved: UnsavedTexts,
): boolean {
  const all = Object.values(texts);
  const typed = Object.keys(texts).map((language) => unsaved.get(cellName(key, language)));
  if (state === "edited" && !all.some(isEdited)) return false;
  if (state === "faulty" && !all.some(isFaulty)) return false;
  if (state === "unsaved" && typed.every((text) => text === undefined)) return false;
  return [
    key,
    ...typed,
    ...all.flatMap(({ builtIn, published, draft }) => [builtIn, published, draft]),
  ]
    .join("\n")
    .toLowerCase()
    .includes(searched);
}
