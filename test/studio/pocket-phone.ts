/** A phone that lives in memory: it answers every action as a test tells it to. */
import { encode } from "fast-png";
import type { Message } from "../../src/line/messages/message-types.ts";
import type {
  ChatItem,
  Group,
  Person,
  PersonMessage,
  Phone,
  UserAction,
  SimulatorChange,
  RichMenuView,
} from "../../src/studio/server/chat-types.ts";

const onePixel = Buffer.from(
  encode({ width: 1, height: 1, data: new Uint8Array([180, 71, 95]), channels: 3 }),
);

/** The only account that people write to. */
export const account = "sakura";

export interface PocketPhone extends Phone {
  /** What was done, in order. */
  readonly done: { userId: string; action: UserAction }[];
  /** Adds a message of the account to a person's chat. */
  say(userId: string, ...messages: Message[]): void;
  /** Tells the watchers something. */
  tell(change: SimulatorChange): void;
  /** Until when the loading animation runs. */
  loading: number | null;
  /** The rich menus that people see. */
  readonly menus: Map<string, RichMenuView>;
  /** The languages that phones were set to. */
  readonly languages: Map<string, string>;
  /** How the bot answers from now on; 200 unless told. */
  status: number | null;
  /** Holds every action back until the promise is settled. */
  gate: Promise<void> | undefined;
  /** Called for each action, after it is in the chat. */
  reaction: ((userId: string, action: UserAction) => void) | undefined;
}

function shownFor(action: UserAction): PersonMessage | undefined {
  if (action.type === "postback") {
    return action.displayText ? { type: "text", text: action.displayText } : undefined;
  }
  return action.type === "text" || action.type === "sticker" || action.type === "location"
    ? action
    : undefined;
}

export function pocketPhone(
  people: Person[],
  now: () => number,
  groups: Group[] = [],
): PocketPhone {
  const chats = new Map<string, ChatItem[]>();
  const watchers = new Set<(change: SimulatorChange) => void>();
  const tell = (change: SimulatorChange) => watchers.forEach((watcher) => watcher(change));
  let made = 0;

  const add = (chatId: string, item: ChatItem) => {
    chats.set(chatId, [...(chats.get(chatId) ?? []), item]);
    tell({ type: "item", account, chatId, item });
    return item;
  };
  const stamp = () => ({ id: `item-${(made += 1)}`, at: now() });

  const phone: PocketPhone = {
    done: [],
    status: 200,
    gate: undefined,
    reaction: undefined,
    tell,
    loading: null,
    accounts: () => [{ id: account, displayName: "Sakura Cafe ซากุระ" }],
    people: () => people,
    groups: () => groups,
    chat: ({ chatId }) => ({ items: chats.get(chatId) ?? [], loading: phone.loading }),
    menus: new Map(),
    menu: ({ chatId }) => phone.menus.get(chatId) ?? null,
    menuImage: (_account, id) =>
      [...phone.menus.values()].some((menu) => menu.id === id)
        ? { type: "image/png", bytes: onePixel }
        : null,
    setLanguage(userId, language) {
      phone.languages.set(userId, language);
    },
    languages: new Map(),
    async act({ chatId }, userId, action) {
      await phone.gate;
      phone.done.push({ userId, action });
      const message = phone.status === 200 ? shownFor(action) : undefined;
      const item = message && add(chatId, { ...stamp(), from: "person", userId, message });
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
