/** The room with the phones: people on the left, a phone in the middle, the inspector beside it. */
import type { Group, Person } from "../../server/line-simulator.ts";
import { api, listen, type Everybody } from "../api.ts";
import { createChat, type Seat } from "./chat.ts";
import { byId } from "../dom.ts";
import { createInspector } from "../inspector/inspector.ts";
import { showOwner } from "./chat-header.ts";
import { createPeopleList } from "./people-list.ts";
import type { Search } from "../search.ts";
import { toast } from "../toast.ts";

export interface Phones {
  /** @param path a chat's id, and behind a slash an account's where it isn't the first. */
  open(path: string): Promise<void>;
}

/** An address that was mangled on its way leads to nobody. */
function decoded(part = ""): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

const address = ({ place }: Seat, first: string | undefined) =>
  `#/chat/${encodeURIComponent(place.chatId)}${
    place.account === first ? "" : `/${encodeURIComponent(place.account)}`
  }`;

/** @param lost is called when the bot can't be reached, @param found when it can again. */
export async function createPhones(
  search: Search,
  lost: () => void,
  found: () => void,
): Promise<Phones> {
  const list = createPeopleList();
  const people = new Map<string, Person>();
  const groups = new Map<string, Group>();
  let everybody: Everybody = { accounts: [], people: [], groups: [] };
  let seat: Seat | undefined;
  /** Who types in each group. */
  const hands = new Map<string, string>();

  const inspector = createInspector();
  const chat = createChat(people, (entry) => inspector.pick(entry));

  async function meet(): Promise<void> {
    everybody = await api.people();
    people.clear();
    groups.clear();
    for (const person of everybody.people) people.set(person.userId, person);
    for (const group of everybody.groups) groups.set(group.chatId, group);
    list.show(everybody.people, everybody.groups);
    if (seat) showSeat(seat);
  }

  function showSeat(next: Seat): void {
    const person = people.get(next.userId);
    if (!person) return;
    const [first] = everybody.accounts;
    showOwner({
      person,
      group: groups.get(next.place.chatId),
      people,
      account: next.account,
      accounts: everybody.accounts,
      setLanguage: (language) => void api.setLanguage(person.userId, language).catch(lost),
      setAccount(account) {
        location.hash = address({ ...next, place: { ...next.place, account } }, first?.id);
      },
      setPerson(userId) {
        hands.set(next.place.chatId, userId);
        void sit({ ...next, userId }).catch(lost);
      },
    });
  }

  async function sit(next: Seat): Promise<void> {
    seat = next;
    showSeat(next);
    await Promise.all([chat.open(next), inspector.open(next.place, next.userId)]);
  }

  await meet();
  listen({
    change(change) {
      if (change.type === "inspection" || change.type === "faults") inspector.change(change);
      else if (change.type === "people") void meet().catch(lost);
      else chat.change(change);
    },
    open() {
      found();
      // Whatever happened while the line wasn't open yet, or was cut, is read now.
      void Promise.all([chat.refresh(), inspector.refresh()]).catch(lost);
    },
    lost,
  });

  return {
    async open(path) {
      search.serve({
        label: "Search people",
        filter: () => list.filter(),
        focus: () => list.focus(),
        take: () => (document.activeElement as HTMLElement | null)?.click(),
      });
      const [id, accountId] = path.split("/").map(decoded);
      const [first] = everybody.accounts;
      const account = everybody.accounts.find((one) => one.id === accountId) ?? first;
      const group = groups.get(id ?? "");
      const userId = group ? (hands.get(group.chatId) ?? group.members[0]) : id;
      const person = people.get(userId ?? "");
      document.body.classList.toggle("chatting", person !== undefined);
      list.mark(person && id);
      if (!person || !account || !id) {
        seat = undefined;
        document.title = "Studio";
        if (path) toast("Nobody has that user id");
        return;
      }
      await sit({ place: { account: account.id, chatId: id }, account, userId: person.userId });
    },
  };
}

/** Says whether the line to the bot is open. */
export function showLine(isOpen: boolean): void {
  byId("banner", HTMLElement).hidden = isOpen;
  document.body.classList.toggle("live", isOpen);
}
