/** The list of people and groups: headings, arrows, and why each is worth choosing. */
import type { TargetedKeyboardEvent } from "preact";
import type { Group, Person } from "../../server/chat-types.ts";
import type { Everybody } from "../api.ts";
import { Avatar } from "../parts.tsx";
import { languageName, t } from "../i18n.ts";
import { oneOf } from "../sanitize.ts";
import { focusSearch } from "../search.tsx";
import { chatHash, groupName } from "./active-chat.ts";

/** Whose chat can be chosen. */
interface Entry {
  id: string;
  name: string;
  kind: string;
  note: string;
  isSpecial?: boolean | undefined;
  language?: string | undefined;
  pictureUrl?: string | undefined;
}

const ofPerson = ({ userId, displayName, kind, note, isSpecial, ...person }: Person): Entry => ({
  id: userId,
  name: displayName,
  kind: kind ?? t("chat.people"),
  note: note ?? "",
  isSpecial,
  language: person.language,
  pictureUrl: person.pictureUrl,
});

export const groupNote = ({ members }: Group) => t("chat.group.note", { people: members.length });

const ofGroup = (group: Group): Entry => ({
  id: group.chatId,
  name: groupName(group),
  kind: t("chat.groups"),
  note: groupNote(group),
});

const passes = ({ name, kind, note, language, id }: Entry, searched: string) =>
  [name, kind, note, language, id].join(" ").toLowerCase().includes(searched);

/** Arrows go from link to link, and from the first one back to the search. */
function onKeyDown(event: TargetedKeyboardEvent<HTMLElement>): void {
  const links = Array.from(event.currentTarget.querySelectorAll<HTMLElement>("a, summary")).filter(
    (link) => link.checkVisibility(),
  );
  const at = links.indexOf(document.activeElement as HTMLElement);
  const steps: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: links.length - 1,
  };
  const target = oneOf(steps, event.key);
  if (target === undefined) return;
  event.preventDefault();
  if (target < 0) focusSearch();
  else links[Math.min(target, links.length - 1)]?.focus();
}

function row({ id, name, language, note, pictureUrl }: Entry, isChosen: boolean) {
  return (
    <li key={id}>
      <a class="person" href={chatHash(id)} aria-current={isChosen ? "page" : undefined}>
        <Avatar name={name} pictureUrl={pictureUrl} />
        <span class="person-text">
          <span class="person-name" dir="auto" lang={language}>
            {name}
          </span>
          <span class="person-note" title={note}>
            {note}
          </span>
        </span>
        {language && (
          <span class="chip" title={languageName(language)}>
            {language}
          </span>
        )}
      </a>
    </li>
  );
}

interface PeopleListProps {
  /** Absent until the bot has told. */
  everybody: Everybody | undefined;
  /** What is searched, in small letters. */
  searched: string;
  chosen: string | undefined;
}

export function PeopleList({ everybody, searched, chosen }: PeopleListProps) {
  const entries = everybody
    ? [...everybody.people.map(ofPerson), ...everybody.groups.map(ofGroup)]
    : [];
  const found = entries.filter((entry) => passes(entry, searched));
  const usual = found.filter(({ isSpecial }) => !isSpecial);
  const special = found.filter(({ isSpecial }) => isSpecial);
  // What is looked for, and whose chat is open, isn't hidden.
  const isOpen = searched !== "" || special.some(({ id }) => id === chosen);
  return (
    <nav id="people-nav" class="list" aria-label={t("chat.people")}>
      <div id="people" class="people" onKeyDown={onKeyDown}>
        {listsOf(usual, chosen)}
        {special.length > 0 && (
          <details class="special" open={isOpen}>
            <summary>{t("chat.people.special")}</summary>
            {listsOf(special, chosen)}
          </details>
        )}
      </div>
      {everybody && found.length === 0 && (
        <p id="no-people" class="placeholder">
          {t("chat.people.none")}
        </p>
      )}
    </nav>
  );
}

/** One list below the heading of each kind. */
function listsOf(entries: readonly Entry[], chosen: string | undefined) {
  return [...Map.groupBy(entries, ({ kind }) => kind)].map(([kind, own]) => (
    <div key={kind}>
      <h2 class="kind">{kind}</h2>
      <ul aria-label={kind}>{own.map((entry) => row(entry, entry.id === chosen))}</ul>
    </div>
  ));
}
