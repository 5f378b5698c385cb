/** The texts: one row per message, one column per language. */
import { useMemo } from "preact/hooks";
import type { CatalogueTable, Text } from "../../server/api-types.ts";
import { classes } from "../classes.ts";
import { language as pageLanguage, languageName, t } from "../i18n.ts";
import {
  cellName,
  isEdited,
  isFaulty,
  passes,
  type TranslationFilter,
  type TranslationRow,
} from "./translation-filters.tsx";
import type { UnsavedTexts } from "../use-unsaved-texts.ts";

interface CellProps {
  messageKey: string;
  language: string;
  text: Text;
  unsaved: string | undefined;
  isOpen: boolean;
}

/** Rendered again only when it changes: another cell changes with each letter that is typed. */
function Cell({ messageKey, language, text, unsaved, isOpen }: CellProps) {
  return useMemo(
    () => (
      <td>
        <a
          class={classes("text", isFaulty(text) ? "faulty" : isEdited(text) && "edited")}
          href={`#/words/${encodeURIComponent(messageKey)}/${language}`}
          lang={language}
          dir="auto"
          data-text={cellName(messageKey, language)}
          aria-current={isOpen ? "true" : undefined}
        >
          {unsaved ?? text.draft ?? text.published}
          {unsaved !== undefined && (
            <span class="unsaved-mark" lang={pageLanguage} dir="ltr">
              {t("texts.unsaved")}
            </span>
          )}
          {text.faults.map((fault) => (
            <span class="fault-text" lang={pageLanguage} dir="ltr">
              {fault}
            </span>
          ))}
        </a>
      </td>
    ),
    [text, unsaved, isOpen],
  );
}

function tableRow(
  { key, title, place, values, texts }: TranslationRow,
  languages: readonly string[],
  props: TableProps,
) {
  const { path, unsaved } = props;
  const names = Object.keys(values).map((name) => `{${name}}`);
  return (
    <tr key={key}>
      <th scope="row">
        <span class="text-title">{title}</span>
        <span class="faint">{place}</span>
        <code class="code-name">{[key, ...names].join(" ")}</code>
      </th>
      {languages.map((language) => {
        const text = texts[language];
        const name = cellName(key, language);
        if (!text) return <td />;
        return (
          <Cell
            messageKey={key}
            language={language}
            text={text}
            unsaved={unsaved.get(name)}
            isOpen={name === path}
          />
        );
      })}
    </tr>
  );
}

interface TableProps {
  table: CatalogueTable;
  filter: TranslationFilter;
  unsaved: UnsavedTexts;
  /** In lower case. */
  searched: string;
  /** The cell that is edited. */
  path: string;
}

/** Rendered again only when it changes: it has thousands of cells. */
export function TranslationTable(props: TableProps) {
  const { table, filter, unsaved, searched } = props;
  const languages = table.languages.filter((language) => !filter.hidden.has(language));
  return useMemo(() => {
    const rows = table.rows.filter((row) => passes(row, filter, searched, unsaved));
    return (
      <div class="table-place" tabindex={0} role="group" aria-label={t("texts.all")}>
        <table style={{ "--columns": String(languages.length) }}>
          <thead>
            <tr>
              <th scope="col">{t("texts.message")}</th>
              {languages.map((language) => (
                <th scope="col">{languageName(language)}</th>
              ))}
            </tr>
          </thead>
          {Array.from(
            Map.groupBy(rows, ({ group }) => group),
            ([group, own]) => (
              <tbody key={group}>
                <tr>
                  <th class="group" scope="rowgroup" colspan={languages.length + 1}>
                    {t(`texts.group.${group}`)}
                  </th>
                </tr>
                {own.map((row) => tableRow(row, languages, props))}
              </tbody>
            ),
          )}
        </table>
        {rows.length === 0 && <p class="placeholder">{t("texts.none")}</p>}
      </div>
    );
  }, Object.values(props));
}
