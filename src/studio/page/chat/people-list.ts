/** The list of people and groups: headings, search, arrows, and why each is worth choosing. */
import type { Group, Person } from "../../server/line-simulator.ts";
import { avatar } from "../avatar.ts";
import { byId, el } from "../dom.ts";
import { oneOf } from "../sanitize.ts";

const languageNames = new Intl.DisplayNames("en", { type: "language", fallback: "code" });

/** A language tag as a word; a tag that isn't one is shown as it is. */
export function languageName(tag: string): string {
  try {
    return languageNames.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Whose chat can be chosen. */
interface Entry {
  id: string;
  name: string;
  kind: string;
  note: string;
  language?: string | undefined;
  pictureUrl?: string | undefined;
}

const groupsHeading = "Groups";

function ofPerson({ userId, displayName, language, note, pictureUrl, kind }: Person): Entry {
  return {
    id: userId,
    name: displayName,
    kind: kind ?? "People",
    note: note ?? "",
    language,
    pictureUrl,
  };
}

const ofGroup = ({ chatId, displayName, members }: Group): Entry => ({
  id: chatId,
  name: displayName,
  kind: groupsHeading,
  note: `${members.length} people and the account`,
});

function row({ id, name, language, note, pictureUrl }: Entry): HTMLLIElement {
  const link = el(
    "a",
    { class: "person", attributes: { href: `#/chat/${encodeURIComponent(id.toWellFormed())}` } },
    avatar(name, pictureUrl),
    el(
      "span",
      { class: "person-words" },
      el(
        "span",
        {
          class: "person-name",
          attributes: { dir: "auto", ...(language ? { lang: language } : {}) },
        },
        name,
      ),
      el("span", { class: "person-note", attributes: { title: note } }, note),
    ),
    language
      ? el("span", { class: "chip", attributes: { title: languageName(language) } }, language)
      : undefined,
  );
  return el("li", {}, link);
}

export interface PeopleList {
  show(people: readonly Person[], groups: readonly Group[]): void;
  /** Marks the chat that is shown. */
  mark(id: string | undefined): void;
  filter(): void;
  /** Goes to the first one that is listed. */
  focus(): void;
}

export function createPeopleList(): PeopleList {
  const list = byId("people", HTMLElement);
  const search = byId("search", HTMLInputElement);
  const empty = byId("nobody", HTMLElement);
  let rows: { id: string; row: HTMLLIElement; words: string }[] = [];
  let headings: { block: HTMLElement; rows: HTMLLIElement[] }[] = [];
  let chosen: string | undefined;

  const filter = () => {
    const wanted = search.value.trim().toLowerCase();
    for (const { row: one, words } of rows) one.hidden = !words.includes(wanted);
    for (const { block, rows: own } of headings) block.hidden = own.every(({ hidden }) => hidden);
    empty.hidden = rows.some(({ row: one }) => !one.hidden);
  };
  const visibleLinks = () =>
    rows.filter(({ row: one }) => !one.hidden).map(({ row: one }) => one.querySelector("a"));

  list.addEventListener("keydown", (event: KeyboardEvent) => {
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
  });

  const mark = (id: string | undefined) => {
    chosen = id;
    for (const { id: own, row: one } of rows) {
      const link = one.querySelector("a");
      if (own !== chosen) link?.removeAttribute("aria-current");
      else link?.setAttribute("aria-current", "page");
    }
  };

  return {
    show(people, groups) {
      const entries = [...people.map(ofPerson), ...groups.map(ofGroup)];
      rows = entries.map((entry) => ({
        id: entry.id,
        row: row(entry),
        words: [entry.name, entry.kind, entry.note, entry.language, entry.id]
          .join(" ")
          .toLowerCase(),
      }));
      const kinds = Map.groupBy(entries.keys(), (index) => entries[index]?.kind ?? "");
      headings = Array.from(kinds, ([kind, indexes], number) => {
        const own = [...indexes].flatMap((index) => rows[index]?.row ?? []);
        const id = `kind-${number}`;
        const heading = el("h2", { class: "kind", attributes: { id } }, kind);
        const items = el("ul", { attributes: { "aria-labelledby": id } }, ...own);
        return { block: el("div", {}, heading, items), rows: own };
      });
      list.replaceChildren(...headings.map(({ block }) => block));
      filter();
      mark(chosen);
    },
    mark,
    filter,
    focus: () => visibleLinks()[0]?.focus(),
  };
}
