/** What the server tells the page about people, their chats and what they do there. */
import type { Channel, Group, Person } from "../../emulators/line/accounts.ts";
import type { Action, Message } from "../../line/messages/message-types.ts";

export type { Group, Person };

/** The LINE official account at the other end; there may be a second one for tests. */
export type Account = Pick<Channel, "id" | "displayName">;

/** Which chat: a person's or a group's id, with one of the accounts. */
export interface Place {
  account: string;
  chatId: string;
}

/** What a postback from a date picker carries; one of the three. */
export type PickedTime = { date: string } | { time: string } | { datetime: string };

/** One thing that a person does on their phone. */
export type UserAction =
  | { type: "text"; text: string }
  | { type: "postback"; data: string; displayText?: string; params?: PickedTime }
  | { type: "sticker"; packageId: string; stickerId: string }
  /** `url`: of a code on somebody's screen. */
  | { type: "image"; url?: string }
  | { type: "location"; title?: string; address?: string; latitude: number; longitude: number }
  | { type: "follow" }
  | { type: "unfollow" }
  | { type: "join" }
  | { type: "leave" }
  | { type: "unsend"; messageId: string }
  | { type: "edit"; messageId: string; text: string };

/** A code on somebody's screen, which can be sent as a photo. */
export interface PhotographableCode {
  url: string;
  /** Whose it is, and what. */
  label: string;
}

/** What a person's own message shows. */
export type PersonMessage =
  | { type: "text"; text: string }
  | { type: "sticker"; packageId: string; stickerId: string }
  | { type: "image"; url?: string }
  | { type: "location"; title?: string; address?: string; latitude: number; longitude: number };

/** A grey line between messages. */
export type Notice = "follow" | "unfollow" | "unsend" | "join" | "leave";

/** One entry of a chat. `id` is stable: the same id again is the same entry, changed. */
export type ChatItem = {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  /** The webhook event that it came with, or answers; a message of a person's is found by its id. */
  event?: string;
} & (
  | { from: "person"; userId: string; message: PersonMessage; edited?: boolean }
  | { from: "account"; message: Message }
  | { from: "system"; notice: Notice; userId?: string }
);

/** How the webhook of an action was received. */
export interface ActionResult {
  /** The bot's HTTP status; null when nothing answered; absent where the account isn't in the group. */
  status?: number | null;
  /** The chat entry that the action made, where it made one. */
  item?: ChatItem;
}

export type SimulatorChange =
  /** An entry is new, or was changed. */
  | ({ type: "item"; item: ChatItem } & Place)
  /** The loading animation runs until this time; null ends it. */
  | ({ type: "loading"; until: number | null } & Place)
  /** Somebody's rich menu may be another one now. */
  | { type: "menu"; account: string }
  /** Who is there, and how they are, should be read again. */
  | { type: "people" };

/** What a phone shows below a chat, until it is closed. */
export interface RichMenuView {
  /** Another one has another id. */
  id: string;
  /** What the bar says by which it is opened and closed. */
  bar: string;
  /** Whether it is open at first. */
  selected: boolean;
  /** In pixels, as the areas' bounds. */
  size: { width: number; height: number };
  areas: {
    bounds: { x: number; y: number; width: number; height: number };
    action: Action;
  }[];
}

export interface ChatView {
  /** In the order in which they are shown. */
  items: ChatItem[];
  /** When the loading animation ends, milliseconds since 1970; null = it isn't shown. */
  loading: number | null;
}
