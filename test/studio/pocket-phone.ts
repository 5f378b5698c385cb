/** A phone that lives in memory: it answers every action as a test tells it to. */
import type { Message } from "../../src/line/message-types.ts";
import type {
  ChatItem,
  Person,
  PersonMessage,
  Phone,
  PhoneAction,
  PhoneChange,
} from "../../src/studio/phone.ts";

export interface PocketPhone extends Phone {
  /** What was done, in order. */
  readonly done: { userId: string; action: PhoneAction }[];
  /** Adds a message of the account to a person's chat. */
  say(userId: string, ...messages: Message[]): void;
  /** Tells the watchers something. */
  tell(change: PhoneChange): void;
  /** How the bot answers from now on; 200 unless told. */
  status: number | null;
  /** Holds every action back until the promise is settled. */
  gate: Promise<void> | undefined;
  /** Called for each action, after it is in the chat. */
  reaction: ((userId: string, action: PhoneAction) => void) | undefined;
}

function shownFor(action: PhoneAction): PersonMessage | undefined {
  if (action.type === "postback") {
    return action.displayText ? { type: "text", text: action.displayText } : undefined;
  }
  return action.type === "text" || action.type === "sticker" || action.type === "location"
    ? action
    : undefined;
}

export function pocketPhone(people: Person[], now: () => number): PocketPhone {
  const chats = new Map<string, ChatItem[]>();
  const watchers = new Set<(change: PhoneChange) => void>();
  const tell = (change: PhoneChange) => watchers.forEach((watcher) => watcher(change));
  let made = 0;

  const add = (chatId: string, item: ChatItem) => {
    chats.set(chatId, [...(chats.get(chatId) ?? []), item]);
    tell({ type: "item", chatId, item });
    return item;
  };
  const stamp = () => ({ id: `item-${(made += 1)}`, at: now() });

  const phone: PocketPhone = {
    done: [],
    status: 200,
    gate: undefined,
    reaction: undefined,
    tell,
    account: () => ({ displayName: "Sakura Cafe ซากุระ" }),
    people: () => people,
    chat: (chatId) => chats.get(chatId) ?? [],
    async act(userId, action) {
      await phone.gate;
      phone.done.push({ userId, action });
      const message = phone.status === 200 ? shownFor(action) : undefined;
      const item = message && add(userId, { ...stamp(), from: "person", userId, message });
      phone.reaction?.(userId, action);
      return { status: phone.status, ...(item ? { item } : {}) };
    },
    watch(listener) {
      watchers.add(listener);
      return () => watchers.delete(listener);
    },
    say(userId, ...messages) {
      for (const message of messages) add(userId, { ...stamp(), from: "account", message });
    },
  };
  return phone;
}
