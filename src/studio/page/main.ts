/** Starts the page: people on the left, the phone of the chosen one in the middle. */
import type { Person } from "../phone.ts";
import { api, listen } from "./api.ts";
import { avatar } from "./avatar.ts";
import { createChat, type Chat } from "./chat.ts";
import { byId } from "./dom.ts";
import { createPeopleList, languageName, type PeopleList } from "./people-list.ts";
import { toast } from "./toast.ts";

const banner = byId("banner", HTMLElement);
const patienceMs = 1500;

function showOwner({ displayName, language, note, pictureUrl }: Person): void {
  byId("owner-avatar", HTMLElement).replaceChildren(avatar(displayName, pictureUrl));
  byId("owner-name", HTMLElement).textContent = displayName;
  byId("owner-note", HTMLElement).textContent = [language && languageName(language), note]
    .filter(Boolean)
    .join(" · ");
  // The language decides which of the Chinese and Japanese shapes of a letter is drawn.
  byId("desk", HTMLElement).lang = language ?? "";
  document.title = `${displayName} · Studio`;
}

/** An address that was mangled on its way leads to nobody. */
function decoded(part = ""): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

/** Follows the address: `#/chat/<userId>` shows that person's phone. */
async function follow(chat: Chat, people: Map<string, Person>, list: PeopleList) {
  const [, id] = /^#\/chat\/(.+)$/.exec(location.hash) ?? [];
  const person = people.get(decoded(id));
  document.body.classList.toggle("chatting", person !== undefined);
  list.mark(person?.userId);
  if (!person) {
    document.title = "Studio";
    if (id) toast("Nobody has that user id");
    return;
  }
  showOwner(person);
  await chat.open(person);
}

async function start(): Promise<void> {
  const list = createPeopleList();
  const { account, people } = await api.people();
  const byUserId = new Map(people.map((person) => [person.userId, person]));
  list.show(people);
  byId("account-name", HTMLElement).textContent = account.displayName;
  byId("account-avatar", HTMLElement).replaceChildren(
    avatar(account.displayName, account.pictureUrl),
  );
  const chat = createChat(account, byUserId);
  const go = () => void follow(chat, byUserId, list).catch(lost);
  addEventListener("hashchange", go);
  go();

  listen({
    change: (change) => chat.change(change),
    open() {
      banner.hidden = true;
      document.body.classList.add("live");
      // Whatever happened while the line wasn't open yet, or was cut, is read now.
      void chat.refresh().catch(lost);
    },
    lost,
  });
}

function lost(): void {
  document.body.classList.remove("live");
  banner.hidden = false;
}

function tryToStart(): void {
  start().catch(() => {
    lost();
    setTimeout(tryToStart, patienceMs);
  });
}

tryToStart();
