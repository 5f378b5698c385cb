/** The catalogues as a table: one row per message, one column per language, a text to edit and a phone beside it. */
import type { Text, WordsTable } from "../../server/api-types.ts";
import { api } from "../api.ts";
import { button, byId, el } from "../dom.ts";
import type { Search } from "../search.ts";
import { createWordsEditor } from "./translation-editor.ts";

export interface Words {
  /** @param path of a single text, such as `balance.empty/th`; empty = none is edited. */
  open(path: string): Promise<void>;
}

type Row = WordsTable["rows"][number];

export function createWordsTable(search: Search): Words {
  const place = byId("words", HTMLElement);
  const side = byId("words-filters", HTMLElement);
  const body = el("tbody");
  const note = el("p", { class: "words-note" });
  let table: WordsTable | undefined;
  let rows: { row: HTMLElement; words: string; edited: boolean; faulty: boolean }[] = [];
  let only: "" | "edited" | "faulty" = "";

  const editor = createWordsEditor({
    onSaved: () => load(),
    onClosed: () => {
      history.pushState(null, "", "#/words");
      mark("");
    },
  });

  const filter = () => {
    const wanted = search.words();
    for (const { row, words, edited, faulty } of rows) {
      const passes = only === "" || (only === "edited" ? edited : faulty);
      row.hidden = !passes || !words.includes(wanted);
    }
  };

  function mark(path: string): void {
    for (const one of body.querySelectorAll("a.text")) {
      if (one.getAttribute("data-text") !== path) {
        one.removeAttribute("aria-current");
        continue;
      }
      one.setAttribute("aria-current", "true");
      one.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }

  function showFilters(): void {
    const choices = [
      ["", "all"],
      ["edited", "edited"],
      ["faulty", "with complaints"],
    ] as const;
    side.replaceChildren(
      el("h2", { class: "kind" }, "Show"),
      el(
        "div",
        { class: "switch-group", attributes: { role: "group", "aria-label": "Show" } },
        ...choices.map(([value, label]) => {
          const made = button("switch", label, () => {
            only = value;
            showFilters();
            filter();
          });
          made.setAttribute("aria-pressed", String(only === value));
          return made;
        }),
      ),
      note,
      ...(table?.faults ?? []).map((fault) => el("p", { class: "fault-text" }, fault)),
    );
  }

  async function load(): Promise<void> {
    table = await api.catalogues();
    const { languages, editable } = table;
    rows = table.rows.map((row) => rowOf(row, languages));
    body.replaceChildren(...rows.map(({ row }) => row));
    note.textContent = editable
      ? "What is saved here goes to WORDS_DIR. Members get it when it is published: npm run cli -- words publish"
      : "Set WORDS_DIR to save texts. Until then they can be tried out here.";
    if (!place.querySelector("table")) {
      place.replaceChildren(
        el(
          "div",
          {
            class: "table-place",
            attributes: { tabindex: "0", role: "group", "aria-label": "All texts" },
          },
          el(
            "table",
            {},
            el(
              "thead",
              {},
              el(
                "tr",
                {},
                el("th", { attributes: { scope: "col" } }, "Message"),
                ...languages.map((one) => el("th", { attributes: { scope: "col" } }, one)),
              ),
            ),
            body,
          ),
        ),
        editor.element,
      );
    }
    showFilters();
    filter();
    mark(editor.path());
  }

  return {
    async open(path) {
      search.serve({
        label: "Search words",
        filter,
        focus: () => body.querySelector<HTMLElement>("tr:not([hidden]) a.text")?.focus(),
      });
      document.title = "Words · Studio";
      if (!table || path === "") await load();
      const [key = "", language = ""] = path.split("/");
      const row = table?.rows.find((one) => one.key === key);
      const text = row?.texts[language];
      if (!row || !text || !table) editor.close();
      else editor.open({ key, language, values: row.values, text, editable: table.editable });
      // Behind the editor's opening, which leaves less room to the table.
      mark(path);
    },
  };
}

function cell(key: string, language: string, text: Text): HTMLElement {
  const { draft, published, faults } = text;
  const words = draft ?? published;
  const state =
    faults.length > 0 ? "faulty" : draft !== undefined && draft !== published ? "edited" : "";
  const made = el(
    "a",
    {
      class: `text ${state}`,
      attributes: {
        href: `#/words/${encodeURIComponent(key)}/${language}`,
        lang: language,
        dir: "auto",
        "data-text": `${key}/${language}`,
      },
    },
    words,
    ...faults.map((fault) =>
      el("span", { class: "fault-text", attributes: { lang: "en", dir: "ltr" } }, fault),
    ),
  );
  return el("td", {}, made);
}

function rowOf({ key, values, texts }: Row, languages: readonly string[]) {
  const entries = Object.entries(texts);
  const names = Object.keys(values);
  const row = el(
    "tr",
    {},
    el(
      "th",
      { attributes: { scope: "row" } },
      el("span", { class: "key" }, key),
      names.length > 0
        ? el("span", { class: "faint" }, names.map((name) => `{${name}}`).join(" "))
        : undefined,
    ),
    ...languages.map((language) => {
      const text = texts[language];
      return text ? cell(key, language, text) : el("td");
    }),
  );
  return {
    row,
    words: [key, ...entries.flatMap(([, { ours, published, draft }]) => [ours, published, draft])]
      .join("\n")
      .toLowerCase(),
    edited: entries.some(([, { draft, published }]) => draft !== undefined && draft !== published),
    faulty: entries.some(([, { faults }]) => faults.length > 0),
  };
}
