/** The texts as a table, and the one that is edited beside it. */
import { h } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { CatalogueTable } from "../../server/api-types.ts";
import { html } from "../html.ts";
import { navigate } from "../route.ts";
import { TranslationEditor } from "./translation-editor.ts";
import { TranslationTable, type TranslationFilter } from "./translation-table.ts";

function close(): void {
  const link = currentLink();
  navigate("#/words");
  link?.focus();
}

const currentLink = () => document.querySelector<HTMLElement>("#words a.text[aria-current]");

interface TranslationsProps {
  table: CatalogueTable | undefined;
  filter: TranslationFilter;
  /** In small letters. */
  searched: string;
  /** Of a single text, such as `balance.empty/th`; empty = none is edited. */
  path: string;
  onSaved(): Promise<void>;
}

export function Translations({ table, filter, searched, path, onSaved }: TranslationsProps) {
  const [key = "", language = ""] = path.split("/");
  const row = table?.rows.find((one) => one.key === key);
  const text = row && Object.hasOwn(row.texts, language) ? row.texts[language] : undefined;
  const isLoaded = table !== undefined;
  const section = useRef<HTMLElement>(null);
  // The editor takes room from the table when it opens, and more when its preview is there.
  useEffect(() => {
    const place = section.current?.querySelector(".table-place");
    const observer = new ResizeObserver(() =>
      currentLink()?.scrollIntoView({ block: "nearest", inline: "nearest" }),
    );
    if (place) observer.observe(place);
    return () => observer.disconnect();
  }, [path, isLoaded]);
  return html`<section ref=${section} id="words" class="words" aria-label="Words" tabindex="-1">
    ${table && h(TranslationTable, { table, filter, searched, path })}
    ${
      table &&
      row &&
      text &&
      h(TranslationEditor, {
        key: path,
        messageKey: key,
        language,
        values: row.values,
        text,
        isEditable: table.editable,
        onSaved,
        onClose: close,
      })
    }
  </section>`;
}
