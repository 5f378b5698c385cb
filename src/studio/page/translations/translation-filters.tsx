/** Which texts the table shows, and the switches for that beside it. */
import type { CatalogueTable, Text } from "../../server/api-types.ts";
import { languageName, rich, t } from "../i18n.ts";
import { Switch } from "../parts.tsx";
import type { UnsavedTexts } from "../use-unsaved-texts.ts";

interface FiltersProps {
  table: CatalogueTable | undefined;
  filter: TranslationFilter;
  unsavedCount: number;
  onFilter(filter: TranslationFilter): void;
}

function StateFilter({ filter, unsavedCount, onFilter }: FiltersProps) {
  const isUnsavedOffered = unsavedCount > 0 || filter.state === "unsaved";
  const offered = [
    ["all", t("filter.all")],
    ["edited", t("filter.edited")],
    ["faulty", t("filter.faulty")],
    ...(isUnsavedOffered
      ? [["unsaved", t("filter.unsaved", { count: unsavedCount })] as const]
      : []),
  ] as const;
  return (
    <div class="filter" role="group" aria-label={t("filter.show")}>
      <h2 class="kind">{t("filter.show")}</h2>
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

/** Texts of what members do; empty = all. */
function GroupFilter({ table, filter, onFilter }: FiltersProps) {
  const groups = [...new Set(table?.rows.map(({ group }) => group))];
  return (
    <label class="filter">
      <span class="kind">{t("filter.group")}</span>
      <select
        value={filter.group ?? ""}
        onChange={({ currentTarget: { value } }) =>
          onFilter({ ...filter, group: groups.find((group) => group === value) ?? null })
        }
      >
        <option value="">{t("filter.all")}</option>
        {groups.map((group) => (
          <option key={group} value={group}>
            {t(`texts.group.${group}`)}
          </option>
        ))}
      </select>
    </label>
  );
}

function LanguageFilter({ table, filter, onFilter }: FiltersProps) {
  const { hidden } = filter;
  return (
    <div class="filter" role="group" aria-label={t("filter.language")}>
      <h2 class="kind">{t("filter.language")}</h2>
      <div class="switch-group">
        {table?.languages.map((language) => (
          <Switch
            label={languageName(language)}
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
    <div id="text-filters" class="filters">
      <StateFilter {...props} />
      <GroupFilter {...props} />
      <LanguageFilter {...props} />
      <p class="text-note">
        {rich("texts.note", { link: (text) => <a href="#/drafts">{text}</a> })}
      </p>
    </div>
  );
}

type TextState = "all" | "edited" | "faulty" | "unsaved";

export interface TranslationFilter {
  state: TextState;
  /** Null = all. */
  group: TranslationRow["group"] | null;
  /** Languages whose column is hidden. */
  hidden: ReadonlySet<string>;
}

export const everyText: TranslationFilter = { state: "all", group: null, hidden: new Set() };

export type TranslationRow = CatalogueTable["rows"][number];

/** The name of a cell, as in the page's address. */
export const cellName = (key: string, language: string) => `${key}/${language}`;

export const isEdited = ({ draft, published }: Text) => draft !== undefined && draft !== published;
export const isFaulty = ({ faults }: Text) => faults.length > 0;

/** @param searched in lower case. */
export function passes(
  { key, title, group, texts }: TranslationRow,
  { state, group: wanted }: TranslationFilter,
  searched: string,
  unsaved: UnsavedTexts,
): boolean {
  const all = Object.values(texts);
  const typed = Object.keys(texts).map((language) => unsaved.get(cellName(key, language)));
  if (wanted !== null && group !== wanted) return false;
  if (state === "edited" && !all.some(isEdited)) return false;
  if (state === "faulty" && !all.some(isFaulty)) return false;
  if (state === "unsaved" && typed.every((text) => text === undefined)) return false;
  return [
    key,
    title,
    ...typed,
    ...all.flatMap(({ builtIn, published, draft }) => [builtIn, published, draft]),
  ]
    .join("\n")
    .toLowerCase()
    .includes(searched);
}
