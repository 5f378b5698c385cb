/** The list of people: search, arrows, and why each is worth choosing. */
import type { Person } from "../phone.ts";
import { byId, el } from "./dom.ts";
import { avatar } from "./avatar.ts";
import { oneOf } from "./safe.ts";

const languageNames = new Intl.DisplayNames("en", { type: "language", fallback: "code" });

/** A language tag as a word; a tag that isn't one is shown as it is. */
export function languageName(tag: string): string {
  try {
    return languageNames.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

function entry({ userId, displayName, language, note, pictureUrl }: Person): HTMLLIElement {
  const link = el(
    "a",
    {
      class: "person",
      attributes: { href: `#/chat/${encodeURIComponent(userId.toWellFormed())}` },
    },
    avatar(displayName, pictureUrl),
    el(
      "span",
      { class: "person-words" },
      el(
        "span",
        {
          class: "person-name",
          attributes: { dir: "auto", ...(language ? { lang: language } : {}) },
        },
        displayName,
      ),
      el("span", { class: "person-note", attributes: { title: note } }, note ?? ""),
    ),
    language
      ? el("span", { class: "chip", attributes: { title: languageName(language) } }, language)
      : undefined,
  );
  return el("li", {}, link);
}

export interface PeopleList {
  show(people: Person[]): void;
  /** Marks the person whose phone is shown. */
  mark(userId: string | undefined): void;
}

export function createPeopleList(): PeopleList {
  const list = byId("people", HTMLUListElement);
  const search = byId("search", HTMLInputElement);
  const empty = byId("nobody", HTMLElement);
  let rows: { person: Person; row: HTMLLIElement; words: string }[] = [];
  let chosen: string | undefined;

  const filter = () => {
    const wanted = search.value.trim().toLowerCase();
    for (const { row, words } of rows) row.hidden = !words.includes(wanted);
    empty.hidden = rows.some(({ row }) => !row.hidden);
  };
  const visibleLinks = () =>
    rows.filter(({ row }) => !row.hidden).map(({ row }) => row.querySelector("a"));

  const move = (event: KeyboardEvent) => {
    const links = visibleLinks();
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: links.length - 1,
    };
    const target = oneOf(steps, event.key);
    if (target === undefined) return;
    event.preventDefault();
    if (target < 0) search.focus();
    else links[Math.min(target, links.length - 1)]?.focus();
  };

  list.addEventListener("keydown", move);
  search.addEventListener("input", filter);
  search.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      visibleLinks()[0]?.focus();
    } else if (event.key === "Enter" && !event.isComposing) {
      visibleLinks()[0]?.click();
    } else if (event.key === "Escape") {
      search.value = "";
      filter();
    }
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof HTMLElement && event.target.matches("input, textarea");
    if (event.key !== "/" || typing || event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    search.focus();
  });

  const mark = (userId: string | undefined) => {
    chosen = userId;
    for (const { person, row } of rows) {
      const link = row.querySelector("a");
      if (person.userId !== chosen) link?.removeAttribute("aria-current");
      else link?.setAttribute("aria-current", "page");
    }
  };

  return {
    show(people) {
      rows = people.map((person) => ({
        person,
        row: entry(person),
        words: [person.displayName, person.note, person.language, person.userId]
          .join(" ")
          .toLowerCase(),
      }));
      list.replaceChildren(...rows.map(({ row }) => row));
      filter();
      mark(chosen);
    },
    mark,
  };
}
