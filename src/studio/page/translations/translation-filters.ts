/** Beside the table of texts: which of them it shows, and what is wrong with the files. */
import { h } from "preact";
import type { CatalogueTable } from "../../server/api-types.ts";
import { Switch } from "../button.ts";
import { html } from "../html.ts";
import type { TranslationFilter } from "./translation-table.ts";

interface FiltersProps {
  table: CatalogueTable | undefined;
  filter: TranslationFilter;
  onFilter(filter: TranslationFilter): void;
}

const choices: readonly (readonly [TranslationFilter, string])[] = [
  ["all", "all"],
  ["edited", "edited"],
  ["faulty", "with complaints"],
];

export function TranslationFilters({ table, filter, onFilter }: FiltersProps) {
  const note = table?.editable
    ? "What is saved here goes to WORDS_DIR. Members get it when it is published: npm run cli -- words publish"
    : "Set WORDS_DIR to save texts. Until then they can be tried out here.";
  return html`<div id="words-filters" class="list filters">
    <h2 class="kind">Show</h2>
    <div class="switch-group" role="group" aria-label="Show">
      ${choices.map(([value, label]) =>
        h(Switch, { label, isOn: filter === value, onFlip: () => onFilter(value) }),
      )}
    </div>
    ${table && html`<p class="words-note">${note}</p>`}
    ${table?.faults.map((fault) => html`<p class="fault-text">${fault}</p>`)}
  </div>`;
}
