/** The texts: one row per message, one column per language. */
import type { Text, CatalogueTable } from "../../server/api-types.ts";
import { classes, html, memo } from "../html.ts";

export type TranslationFilter = "all" | "edited" | "faulty";

type Row = CatalogueTable["rows"][number];

const isEdited = ({ draft, published }: Text) => draft !== undefined && draft !== published;
const isFaulty = ({ faults }: Text) => faults.length > 0;

function passes({ key, texts }: Row, filter: TranslationFilter, searched: string): boolean {
  const all = Object.values(texts);
  if (filter === "edited" && !all.some(isEdited)) return false;
  if (filter === "faulty" && !all.some(isFaulty)) return false;
  return [key, ...all.flatMap(({ ours, published, draft }) => [ours, published, draft])]
    .join("\n")
    .toLowerCase()
    .includes(searched);
}

function cell(key: string, language: string, text: Text, path: string) {
  const own = `${key}/${language}`;
  return html`<td>
    <a
      class=${classes("text", isFaulty(text) ? "faulty" : isEdited(text) && "edited")}
      href=${`#/words/${encodeURIComponent(key)}/${language}`}
      lang=${language}
      dir="auto"
      data-text=${own}
      aria-current=${own === path ? "true" : undefined}
      >${text.draft ?? text.published}${text.faults.map(
        (fault) => html`<span class="fault-text" lang="en" dir="ltr">${fault}</span>`,
      )}</a
    >
  </td>`;
}

function tableRow({ key, values, texts }: Row, languages: readonly string[], path: string) {
  const names = Object.keys(values).map((name) => `{${name}}`);
  return html`<tr key=${key}>
    <th scope="row">
      <span class="key">${key}</span>
      ${names.length > 0 && html`<span class="faint">${names.join(" ")}</span>`}
    </th>
    ${languages.map((language) => {
      const text = texts[language];
      return text ? cell(key, language, text, path) : html`<td />`;
    })}
  </tr>`;
}

interface TableProps {
  table: CatalogueTable;
  filter: TranslationFilter;
  searched: string;
  path: string;
}

export const TranslationTable = memo(({ table, filter, searched, path }: TableProps) => {
  const { languages, rows } = table;
  return html`<div class="table-place" tabindex="0" role="group" aria-label="All texts">
    <table>
      <thead>
        <tr>
          <th scope="col">Message</th>
          ${languages.map((language) => html`<th scope="col">${language}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows
          .filter((row) => passes(row, filter, searched))
          .map((row) => tableRow(row, languages, path))}
      </tbody>
    </table>
  </div>`;
});
