/** What each chat shows, as the people in it see it, and a live stream of its changes. */
import type { Clock } from "../../clock.ts";
import type { Message } from "../../line/messages/prepare-reply.ts";

interface ItemBase {
  readonly id: string;
  /** Clock milliseconds. */
  readonly at: number;
}

/** One line of a chat. */
export type ChatItem =
  /** A message of a person's; `content` is the event's message. */
  | (ItemBase & {
      readonly kind: "from_person";
      readonly userId: string;
      readonly content: Readonly<Record<string, unknown>>;
      readonly unsent?: boolean;
      readonly edited?: boolean;
    })
  /** A tap that shows nothing but, maybe, words. */
  | (ItemBase & {
      readonly kind: "tap";
      readonly userId: string;
      readonly data: string;
      readonly displayText?: string;
    })
  /** A message of the account's. */
  | (ItemBase & {
      readonly kind: "from_account";
      readonly way: "reply" | "push";
      readonly message: Message;
      /** The event that was replied to. */
      readonly webhookEventId?: string;
    })
  /** Three dots until the account's next message, or until the time is over. */
  | (ItemBase & { readonly kind: "loading"; readonly until: number })
  /** Something that happened: followed, blocked, joined, left. */
  | (ItemBase & { readonly kind: "note"; readonly what: string; readonly userId?: string });

export interface ChatChange {
  readonly kind: "chat";
  readonly channelId: string;
  readonly chatId: string;
  readonly item: ChatItem;
}

export interface Chats {
  read(channelId: string, chatId: string): readonly ChatItem[];
  add(channelId: string, chatId: string, item: ChatItem): void;
  /** Alters a person's message: taken back, or written anew. */
  alter(
    channelId: string,
    chatId: string,
    id: string,
    change: { unsent?: boolean; edited?: boolean; content?: Record<string, unknown> },
  ): void;
  clear(channelId: string, chatId: string): void;
}

const maxItems = 500;

export function createChats(clock: Clock, onChange: (change: ChatChange) => void): Chats {
  const chats = new Map<string, ChatItem[]>();
  const open = (channelId: string, chatId: string): ChatItem[] => {
    const key = `${channelId}/${chatId}`;
    const items = chats.get(key) ?? [];
    chats.set(key, items);
    return items;
  };
  return {
    read: (channelId, chatId) =>
      (chats.get(`${channelId}/${chatId}`) ?? []).filter(
        (item) => item.kind !== "loading" || item.until > clock.now(),
      ),
    add(channelId, chatId, item) {
      const items = open(channelId, chatId);
      if (item.kind === "from_account" || item.kind === "loading") {
        const loadingIndex = items.findIndex(({ kind }) => kind === "loading");
        if (loadingIndex >= 0) items.splice(loadingIndex, 1);
      }
      items.push(item);
      if (items.length > maxItems) items.shift();
      onChange({ kind: "chat", channelId, chatId, item });
    },
    alter(channelId, chatId, id, change) {
      const items = open(channelId, chatId);
      const at = items.findIndex((item) => item.id === id);
      const found = items[at];
      if (found?.kind !== "from_person") return;
      const content = change.unsent ? {} : (change.content ?? found.content);
      const item = { ...found, ...change, content };
      items[at] = item;
      onChange({ kind: "chat", channelId, chatId, item });
    },
    clear: (channelId, chatId) => void chats.delete(`${channelId}/${chatId}`),
  };
}
