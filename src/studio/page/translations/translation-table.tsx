/** The texts: one row per message, one column per language. */
import { useMemo } from "preact/hooks";
import type { CatalogueTable, Text } from "../../server/api-types.ts";
import { classes } from "../classes.ts";
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
            <span class="unsaved-mark" lang="en" dir="ltr">
              not saved
            </span>
          )}
          {text.faults.map((fault) => (
            <span class="fault-text" lang="en" dir="ltr">
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
  { key, values, texts }: TranslationRow,
  languages: readonly string[],
  props: TableProps,
) {
  const { path, unsaved } = props;
  const names = Object.keys(values).map((name) => `{${name}}`);
  return (
    <tr key={key}>
      <th scope="row">
        <span class="key">{key}</span>
        {names.length > 0 && <span class="faint">{names.join(" ")}</span>}
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
  return useMemo(
    () => (
      <div class="table-place" tabindex={0} role="group" aria-label="All texts">
        <table style={{ "--columns": String(languages.length) }}>
          <thead>
            <tr>
              <th scope="col">Message</th>
              {languages.map((language) => (
                <th scope="col">{language}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows
              .filter((row) => passes(row, filter.state, searched, unsaved))
              .map((row) => tableRow(row, languages, props))}
          </tbody>
        </table>
      </div>
    ),
    Object.values(props),
  );
}
