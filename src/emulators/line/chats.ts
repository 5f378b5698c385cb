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

const maxItems = 500;

export function createChats(clock: Clock, onChange: (change: ChatChange) => void): Chats {
  const chats = new Map<string, ChatItem[]>();
  const itemsOf = (channelId: string, chatId: string): ChatItem[] => {
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
      const items = itemsOf(channelId, chatId);
      if (item.kind === "from_account" || item.kind === "loading") {
        const loadingIndex = items.findIndex(({ kind }) => kind === "loading");
        if (loadingIndex >= 0) items.splice(loadingIndex, 1);
      }
      items.push(item);
      if (items.length > maxItems) items.shift();
      onChange({ kind: "chat", channelId, chatId, item });
    },
    alter(channelId, chatId, id, change) {
      const items = itemsOf(channelId, chatId);
      const index = items.findIndex((item) => item.id === id);
      const found = items[index];
      if (found?.kind !== "from_person") return;
      const content = change.unsent ? {} : (change.content ?? found.content);
      const item = { ...found, ...change, content };
      items[index] = item;
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
    clear: (channelId, chatId) => void chats.delete(`${channelId}/${chatId}`),
  };
}
