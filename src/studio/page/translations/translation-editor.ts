/** One text being edited: how it comes out, what the checker says, and where it is said. */
import type { Preview, Text } from "../../server/api-types.ts";
import { api, Refusal } from "../api.ts";
import { button, el } from "../dom.ts";
import { drawMessages } from "../gallery/sample-messages.ts";
import { icon } from "../icons.ts";
import { toast } from "../toast.ts";

interface Edited {
  key: string;
  language: string;
  values: Readonly<Record<string, string>>;
  text: Text;
  /** Whether it can be saved. */
  editable: boolean;
}

export interface WordsEditor {
  element: HTMLElement;
  open(edited: Edited): void;
  close(): void;
  /** Which text is edited, such as `balance.empty/th`. */
  path(): string;
}

const typingPauseMs = 150;

export function createWordsEditor(on: { onSaved(): Promise<void>; onClosed(): void }): WordsEditor {
  const element = el("section", {
    class: "words-editor",
    attributes: { "aria-label": "Edit a text" },
  });
  element.hidden = true;
  let current: Edited | undefined;
  let timer: number | undefined;
  /** Answers of earlier letters that come late are thrown away. */
  let asked = 0;

  const field = el("textarea", {
    attributes: {
      rows: "5",
      maxlength: "5000",
      spellcheck: "false",
      dir: "auto",
      "aria-label": "Text",
    },
  });
  const complaints = el("div", { class: "complaints", attributes: { role: "status" } });
  const said = el("p", { class: "said-alone", attributes: { dir: "auto" } });
  const screen = el("div", { class: "screen" });
  const where = el("p", { class: "faint" });
  const title = el("h2");
  const help = el("p", { class: "faint" });
  const texts = el("dl", { class: "pairs" });
  const save = button("strong", "Save", () => void keep(field.value));
  const back = button("quiet", "Take ours again", () => void keep(null));

  element.append(
    el(
      "header",
      { class: "bench-head" },
      title,
      button("quiet", "Close", () => shut(), icon("close")),
    ),
    field,
    help,
    complaints,
    el("div", { class: "again" }, save, back),
    said,
    where,
    screen,
    texts,
  );

  function show({ faults, said: alone, reply }: Preview): void {
    complaints.replaceChildren(...faults.map((fault) => el("p", { class: "fault-text" }, fault)));
    save.disabled = !current?.editable || faults.length > 0;
    if (faults.length > 0) return;
    said.textContent = alone ?? "";
    where.textContent = reply ? `As in ${reply.name}, ${reply.sample}:` : "No sample says it.";
    screen.hidden = !reply;
    screen.replaceChildren(...drawMessages(reply?.messages ?? [], current?.language ?? ""));
  }

  async function preview(): Promise<void> {
    if (!current) return;
    const { key, language } = current;
    const number = (asked += 1);
    try {
      const answer = await api.preview(language, key, field.value);
      if (number === asked) show(answer);
    } catch (error) {
      toast(error instanceof Refusal ? error.message : "The bot can’t be reached");
    }
  }

  async function keep(text: string | null): Promise<void> {
    if (!current) return;
    const { key, language } = current;
    try {
      await api.saveText(language, key, text);
      toast(text === null ? "Ours is said again" : "Saved to the draft");
      await on.onSaved();
    } catch (error) {
      toast(error instanceof Refusal ? error.message : "Not saved");
    }
  }

  function close(): void {
    element.hidden = true;
    current = undefined;
  }

  function shut(): void {
    const link = document.querySelector<HTMLElement>("a.text[aria-current]");
    close();
    on.onClosed();
    link?.focus();
  }

  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => void preview(), typingPauseMs);
  });
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      event.preventDefault();
      shut();
    } else if (event.key === "Enter" && (event.metaKey || event.ctrlKey) && !save.disabled) {
      event.preventDefault();
      void keep(field.value);
    }
  });

  return {
    element,
    path: () => (current ? `${current.key}/${current.language}` : ""),
    open(edited) {
      current = edited;
      const { key, language, values, text, editable } = edited;
      element.hidden = false;
      title.textContent = `${key} · ${language}`;
      field.lang = language;
      said.lang = language;
      field.value = text.draft ?? text.published;
      const names = Object.entries(values).map(([name, kind]) => `{${name}} (${kind})`);
      help.textContent = names.length > 0 ? `It knows ${names.join(", ")}` : "It has no arguments.";
      texts.replaceChildren(
        el("dt", {}, "Published"),
        el("dd", { attributes: { lang: language, dir: "auto" } }, text.published),
        el("dt", {}, "Ours"),
        el("dd", { attributes: { lang: language, dir: "auto" } }, text.ours),
      );
      back.hidden = text.draft === undefined;
      save.disabled = !editable;
      save.title = editable ? "Ctrl and Enter" : "Set WORDS_DIR first";
      void preview();
      field.focus();
    },
    close,
  };
}
