/** Stores what each chat shows to the users in it, and reports every change. */
import type { Clock } from "../../clock.ts";
import type { Message } from "../../line/messages/prepare-reply.ts";

interface ItemBase {
  readonly id: string;
  /** Clock milliseconds. */
  readonly at: number;
}

/** An entry of a chat. */
export type ChatItem =
  /** A user's message; `content` is the event's message. */
  | (ItemBase & {
      readonly kind: "from_person";
      readonly userId: string;
      readonly content: Readonly<Record<string, unknown>>;
      readonly unsent?: boolean;
      readonly edited?: boolean;
      /** Whether it was marked as read; in an account without chat every message is read. */
      readonly isRead?: boolean;
    })
  /** A postback; shows its `displayText`, if any. */
  | (ItemBase & {
      readonly kind: "tap";
      readonly userId: string;
      readonly data: string;
      readonly displayText?: string;
    })
  /** The account's message. */
  | (ItemBase & {
      readonly kind: "from_account";
      readonly way: "reply" | "push";
      readonly message: Message;
      /** The event that was replied to. */
      readonly webhookEventId?: string;
    })
  /** The loading animation, until the account's next message or the end of its time. */
  | (ItemBase & { readonly kind: "loading"; readonly until: number })
  /** An event without content of its own, such as a follow; `what` is its type. */
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
  /** Changes a user's message after it was unsent or edited. */
  alter(
    channelId: string,
    chatId: string,
    id: string,
    change: { unsent?: boolean; edited?: boolean; content?: Record<string, unknown> },
  ): void;
  /** Marks a message and those before it as read. @returns false for an unknown token. */
  markRead(channelId: string, markAsReadToken: string): boolean;
  clear(channelId: string, chatId: string): void;
}

/** Of one chat. */
const maxItems = 500;
/** Of the contents of all chats, as JSON: 60 MB as objects at most. */
const maxCharacters = 20_000_000;

const sizeOf = (item: ChatItem): number => {
  if (item.kind === "from_account") return JSON.stringify(item.message).length;
  return item.kind === "from_person" ? JSON.stringify(item.content).length : 0;
};

export function createChats(clock: Clock, onChange: (change: ChatChange) => void): Chats {
  /** The one in which something happened last is the last. */
  const chats = new Map<string, ChatItem[]>();
  let characters = 0;
  const drop = (dropped: readonly ChatItem[]) => {
    for (const item of dropped) characters -= sizeOf(item);
  };

  /** The oldest of the chats that were quiet for longest is forgotten first. */
  function dropOldest(): void {
    for (const [key, items] of chats) {
      let count = 0;
      while (characters > maxCharacters && count < items.length - 1)
        drop(items.slice(count, ++count));
      items.splice(0, count);
      if (characters <= maxCharacters) return;
      if (chats.size > 1) {
        drop(items);
        chats.delete(key);
      }
    }
  }

  return {
    read: (channelId, chatId) =>
      (chats.get(`${channelId}/${chatId}`) ?? []).filter(
        (item) => item.kind !== "loading" || item.until > clock.now(),
      ),
    add(channelId, chatId, item) {
      const key = `${channelId}/${chatId}`;
      const items = chats.get(key) ?? [];
      chats.delete(key);
      chats.set(key, items);
      if (item.kind === "from_account" || item.kind === "loading") {
        const loadingIndex = items.findIndex(({ kind }) => kind === "loading");
        if (loadingIndex >= 0) items.splice(loadingIndex, 1);
      }
      items.push(item);
      characters += sizeOf(item);
      if (items.length > maxItems) drop(items.splice(0, 1));
      dropOldest();
      onChange({ kind: "chat", channelId, chatId, item });
    },
    alter(channelId, chatId, id, change) {
      const items = chats.get(`${channelId}/${chatId}`) ?? [];
      const index = items.findIndex((item) => item.id === id);
      const found = items[index];
      if (found?.kind !== "from_person") return;
      const content = change.unsent ? {} : (change.content ?? found.content);
      const item = { ...found, ...change, content };
      items[index] = item;
      characters += sizeOf(item) - sizeOf(found);
      onChange({ kind: "chat", channelId, chatId, item });
    },
    markRead(channelId, token) {
      for (const [key, items] of chats) {
        const last = items.findIndex(
          (item) => item.kind === "from_person" && item.content["markAsReadToken"] === token,
        );
        if (last < 0 || !key.startsWith(`${channelId}/`)) continue;
        const chatId = key.slice(channelId.length + 1);
        for (const [index, item] of items.slice(0, last + 1).entries()) {
          if (item.kind !== "from_person" || item.isRead) continue;
          const read = { ...item, isRead: true };
          items[index] = read;
          onChange({ kind: "chat", channelId, chatId, item: read });
        }
        return true;
      }
      return false;
    },
    clear(channelId, chatId) {
      const key = `${channelId}/${chatId}`;
      drop(chats.get(key) ?? []);
      chats.delete(key);
    },
  };
}
