/** Beside the table of texts: which rows and columns it shows, and what is wrong with the files. */
import type { CatalogueTable } from "../../server/api-types.ts";
import { Switch } from "../button.tsx";
import type { TextState, TranslationFilter } from "./translation-filter.ts";

interface FiltersProps {
  table: CatalogueTable | undefined;
  filter: TranslationFilter;
  unsavedCount: number;
  onFilter(filter: TranslationFilter): void;
}

const states: readonly (readonly [TextState, string])[] = [
  ["all", "all"],
  ["edited", "edited"],
  ["faulty", "with errors"],
];

function StateFilter({ filter, unsavedCount, onFilter }: FiltersProps) {
  const offered =
    unsavedCount > 0 || filter.state === "unsaved"
      ? [...states, ["unsaved", `not saved (${unsavedCount})`] as const]
      : states;
  return (
    <div class="filter" role="group" aria-label="Show">
      <h2 class="kind">Show</h2>
      <div class="switch-group">
        {offered.map(([state, label]) => (
          <Switch
            label={label}
            isOn={filter.state === state}
            onFlip={() => onFilter({ ...filter, state })}
          />
        ))}
      </div>
    </div>
  );
}

function LanguageFilter({ table, filter, onFilter }: FiltersProps) {
  const { hidden } = filter;
  return (
    <div class="filter" role="group" aria-label="Language">
      <h2 class="kind">Language</h2>
      <div class="switch-group">
        {table?.languages.map((language) => (
          <Switch
            label={language}
            isOn={!hidden.has(language)}
            onFlip={() =>
              onFilter({ ...filter, hidden: hidden.symmetricDifference(new Set([language])) })
            }
          />
        ))}
      </div>
    </div>
  );
}

export function TranslationFilters(props: FiltersProps) {
  return (
    <div id="text-filters" class="list filters">
      <StateFilter {...props} />
      <LanguageFilter {...props} />
      <p class="text-note">
        What is saved here goes to your draft. Members get it when that is{" "}
        <a href="#/drafts">published</a>.
      </p>
    </div>
  );
}
