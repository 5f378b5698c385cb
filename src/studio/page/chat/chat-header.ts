/** Above the phone: whose it is, which language it speaks, and which account it writes to. */
import type { Account, Group, Person } from "../../server/line-simulator.ts";
import { avatar } from "../avatar.ts";
import { byId, el } from "../dom.ts";
import { languageName } from "./people-list.ts";

/** What LINE's phones can speak that we care for: ours, and one that isn't. */
const languages = ["th", "en", "ja", "zh-TW", "zh-CN", "de"];

interface Choice {
  label: string;
  options: readonly { value: string; text: string }[];
  value: string;
  choose(value: string): void;
}

function select({ label, options, value, choose }: Choice): HTMLElement {
  const field = el(
    "select",
    { attributes: { "aria-label": label, title: label } },
    ...options.map((option) => el("option", { attributes: { value: option.value } }, option.text)),
  );
  field.value = value;
  field.addEventListener("change", () => choose(field.value));
  return field;
}

interface Shown {
  /** Whose hand types; in a group, one of its people. */
  person: Person;
  group: Group | undefined;
  people: ReadonlyMap<string, Person>;
  account: Account;
  accounts: readonly Account[];
  setLanguage(language: string): void;
  setAccount(id: string): void;
  setPerson(userId: string): void;
}

export function showOwner(shown: Shown): void {
  const { person, group, people, account, accounts } = shown;
  const { displayName, language = "", note } = person;
  const title = group?.displayName ?? displayName;
  byId("owner-avatar", HTMLElement).replaceChildren(
    avatar(title, group ? undefined : person.pictureUrl),
  );
  byId("owner-name", HTMLElement).textContent = title;
  const about = group ? `${group.members.length} people and the account` : (note ?? "");
  byId("owner-note", HTMLElement).textContent = about;
  byId("owner-note", HTMLElement).title = about;
  byId("account-name", HTMLElement).textContent = account.displayName;
  byId("account-avatar", HTMLElement).replaceChildren(
    avatar(account.displayName, account.pictureUrl),
  );

  const choices: Choice[] = [];
  if (group) {
    choices.push({
      label: "Who writes",
      value: person.userId,
      options: group.members.map((userId) => ({
        value: userId,
        text: people.get(userId)?.displayName ?? userId,
      })),
      choose: shown.setPerson,
    });
  }
  choices.push({
    label: "Language of the phone",
    value: language,
    options: [...new Set([...(language ? [language] : []), ...languages])].map((tag) => ({
      value: tag,
      text: languageName(tag),
    })),
    choose: shown.setLanguage,
  });
  if (accounts.length > 1) {
    choices.push({
      label: "Account",
      value: account.id,
      options: accounts.map((one) => ({ value: one.id, text: one.displayName })),
      choose: shown.setAccount,
    });
  }
  byId("owner-choices", HTMLElement).replaceChildren(...choices.map(select));
  // The language decides which of the Chinese and Japanese shapes of a letter is drawn.
  byId("desk", HTMLElement).lang = language;
  document.title = `${title} · Studio`;
}
