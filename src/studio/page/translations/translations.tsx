/** The texts as a table, and the one that is edited beside it. */
import { useEffect, useRef } from "preact/hooks";
import type { CatalogueTable } from "../../server/api-types.ts";
import { t } from "../i18n.ts";
import { navigate } from "../route.ts";
import { TranslationEditor } from "./translation-editor.tsx";
import { cellName, type TranslationFilter } from "./translation-filters.tsx";
import { TranslationTable } from "./translation-table.tsx";
import type { UnsavedTexts } from "../use-unsaved-texts.ts";

function close(): void {
  const link = currentLink();
  navigate("#/words");
  link?.focus();
}

const currentLink = () => document.querySelector<HTMLElement>("#texts a.text[aria-current]");

interface TranslationsProps {
  table: CatalogueTable | undefined;
  filter: TranslationFilter;
  unsaved: {
    texts: UnsavedTexts;
    keep(cell: string, text: string): void;
    forget(cell: string, text?: string): void;
  };
  /** In lower case. */
  searched: string;
  /** Of a single text, such as `balance.empty/th`; empty = none is edited. */
  path: string;
  onSaved(): Promise<void>;
}

/** Keeps the edited cell in sight: the editor takes space from the table when it opens, and more with its preview. */
function useCurrentCellInSight(path: string, isLoaded: boolean) {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const table = section.current?.querySelector(".table-place");
    const observer = new ResizeObserver(() =>
      currentLink()?.scrollIntoView({ block: "nearest", inline: "nearest" }),
    );
    if (table) observer.observe(table);
    return () => observer.disconnect();
  }, [path, isLoaded]);
  return section;
}

/** The editor of the cell that the address names; null where there is no such cell. */
function editorOf(table: CatalogueTable, { path, unsaved, onSaved }: TranslationsProps) {
  const [key = "", language = ""] = path.split("/");
  const row = table.rows.find((one) => one.key === key);
  const text = row && Object.hasOwn(row.texts, language) ? row.texts[language] : undefined;
  if (!row || !text) return null;
  const cell = cellName(key, language);
  return (
    <TranslationEditor
      key={cell}
      messageKey={key}
      title={row.title}
      place={row.place}
      language={language}
      values={row.values}
      text={text}
      unsaved={unsaved.texts.get(cell)}
      onEdit={(edited) => {
        if (edited === undefined) unsaved.forget(cell);
        else unsaved.keep(cell, edited);
      }}
      onSaved={async (written) => {
        await onSaved();
        // What was typed while it was being saved stays unsaved.
        unsaved.forget(cell, written);
      }}
      onClose={close}
    />
  );
}

export function Translations(props: TranslationsProps) {
  const { table, filter, unsaved, searched, path } = props;
  const section = useCurrentCellInSight(path, table !== undefined);
  return (
    <section ref={section} id="texts" class="texts" aria-label={t("view.words")} tabindex={-1}>
      {table && (
        <>
          <TranslationTable
            table={table}
            filter={filter}
            unsaved={unsaved.texts}
            searched={searched}
            path={path}
          />
          {editorOf(table, props)}
        </>
      )}
    </section>
  );
}
