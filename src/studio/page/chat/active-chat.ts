/** Which chat is shown, and who writes in it. */
import type { Everybody } from "../api.ts";
import type { Account, Group, Person, Place } from "../../server/chat-types.ts";

export interface ActiveChat {
  place: Place;
  account: Account;
  /** The members' account and any other. */
  accounts: readonly Account[];
  /** Who writes; in a group, one of its people. */
  person: Person;
  userId: string;
  group: Group | undefined;
  /** Whose chat it is: the group's name, or the person's. */
  title: string;
}

export const groupName = ({ name, chatId }: Group) => name ?? chatId;

/** An address that was mangled on its way leads to nobody. */
function decoded(part = ""): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}

/**
 * @param path a chat's id, and behind a slash an account's where it isn't the first.
 * @param writers who writes in each group, where somebody was chosen.
 */
export function activeChatAt(
  path: string,
  { accounts, people, groups }: Everybody,
  writers: ReadonlyMap<string, string>,
): ActiveChat | undefined {
  const [chatId = "", accountId] = path.split("/").map(decoded);
  const account = accounts.find(({ id }) => id === accountId) ?? accounts[0];
  const group = groups.find((one) => one.chatId === chatId);
  const userId = group ? (writers.get(chatId) ?? group.members[0]) : chatId;
  const person = people.find((one) => one.userId === userId);
  if (!account || !person) return undefined;
  const place = { account: account.id, chatId };
  const title = group ? groupName(group) : person.displayName;
  return { place, account, accounts, person, userId: person.userId, group, title };
}

export const chatHash = (chatId: string, account?: string) =>
  [`#/chat/${encodeURIComponent(chatId.toWellFormed())}`, account && encodeURIComponent(account)]
    .filter(Boolean)
    .join("/");
