/** Builds the webhook events for users' actions, and shows the actions in the chats. */
import type { Clock } from "../../clock.ts";
import type { LineEvent } from "../../line/webhook-events.ts";
import type { Accounts, Channel, Group } from "./accounts.ts";
import type { ChatItem, Chats } from "./chats.ts";
import { contentOf, type Mentionable, type MessageAction } from "./message-contents.ts";
import type { Contents } from "./contents.ts";
import { messageIds, randomToken, ulid } from "./ids.ts";
import type { ReplyTokens } from "./reply-tokens.ts";

/** A user's action in a chat. */
export type PersonAction =
  | MessageAction
  | {
      readonly type: "postback";
      readonly data: string;
      readonly displayText?: string;
      readonly params?: Readonly<Record<string, string>>;
    }
  /** `isUnblocked`: unless given, whether the user had blocked the account. */
  | { readonly type: "follow"; readonly isUnblocked?: boolean }
  | { readonly type: "unfollow" }
  | { readonly type: "unsend"; readonly messageId: string }
  /** LINE sends it in groups only. */
  | { readonly type: "edit"; readonly messageId: string; readonly text: string }
  /** The account joins or leaves the group; the event doesn't name a user. */
  | { readonly type: "join" | "leave" }
  | { readonly type: "memberJoined" | "memberLeft" }
  | { readonly type: "accountLink"; readonly result: "ok" | "failed"; readonly nonce: string };

export interface ChatTarget {
  /** Channel id (default: the first channel). */
  readonly channel?: string;
  /** Id of a group or room (default: the 1:1 chat). */
  readonly chat?: string;
  /** Whether another module controls the chat: the event has no reply token. */
  readonly standby?: boolean;
}

/** Builds an event. @throws {RangeError} for an unknown user, group or channel. */
export type Compose = (userId: string, action: PersonAction, target?: ChatTarget) => LineEvent;

interface Dependencies {
  readonly accounts: Accounts;
  readonly chats: Chats;
  readonly replyTokens: ReplyTokens;
  readonly contents: Contents;
  readonly clock: Clock;
}

const eventsWithoutReplyToken: ReadonlySet<string> = new Set([
  "unfollow",
  "unsend",
  "leave",
  "memberLeft",
]);

export function createEventComposer({
  accounts,
  chats,
  replyTokens,
  contents,
  clock,
}: Dependencies): Compose {
  const nextMessageId = messageIds(clock.now());

  return (userId, action, where = {}) => {
    const channel = accounts.channel(where.channel);
    const group = where.chat === undefined ? undefined : accounts.group(where.chat);
    if (where.chat !== undefined && !group) throw new RangeError(`no group ${where.chat}`);
    if (!accounts.person(userId)) throw new RangeError(`no person ${userId}`);
    const chatId = group?.chatId ?? userId;
    const at = clock.now();
    const webhookEventId = ulid(at);
    const failedLink = action.type === "accountLink" && action.result === "failed";

    const common = {
      webhookEventId,
      deliveryContext: { isRedelivery: false },
      timestamp: at,
      mode: where.standby ? "standby" : "active",
      ...(failedLink ? {} : { source: sourceOf(userId, action, group) }),
      ...(where.standby || failedLink || eventsWithoutReplyToken.has(action.type)
        ? {}
        : { replyToken: replyTokens.issue({ channelId: channel.id, chatId, webhookEventId }) }),
    };
    const show = (item: ChatItem) => chats.add(channel.id, chatId, item);
    const showNote = () =>
      show({ kind: "note", id: webhookEventId, at, what: action.type, userId });

    switch (action.type) {
      case "postback": {
        const { data, displayText, params } = action;
        const shown = displayText === undefined ? {} : { displayText };
        show({ kind: "tap", id: webhookEventId, at, userId, data, ...shown });
        return { type: "postback", postback: { data, ...(params ? { params } : {}) }, ...common };
      }
      case "follow": {
        const { isUnblocked = accounts.isBlocked(channel.id, userId) } = action;
        accounts.setBlocked(channel.id, userId, false);
        showNote();
        return { type: "follow", follow: { isUnblocked }, ...common };
      }
      case "unfollow":
        accounts.setBlocked(channel.id, userId, true);
        showNote();
        return { type: "unfollow", ...common };
      case "unsend": {
        const { messageId } = action;
        chats.alter(channel.id, chatId, messageId, { unsent: true });
        return { type: "unsend", unsend: { messageId }, ...common };
      }
      case "edit": {
        const { messageId: id, text } = action;
        const message = { id, type: "text", quoteToken: randomToken(24), text };
        chats.alter(channel.id, chatId, id, { edited: true, content: message });
        return { type: "messageEdited", message, ...common };
      }
      case "join":
      case "leave":
        showNote();
        return { type: action.type, ...common };
      case "memberJoined":
      case "memberLeft": {
        const joined = action.type === "memberJoined";
        accounts.setMember(chatId, userId, joined);
        showNote();
        const members = [{ type: "user", userId }];
        return { type: action.type, [joined ? "joined" : "left"]: { members }, ...common };
      }
      case "accountLink": {
        const { result, nonce } = action;
        return { type: "accountLink", link: { result, nonce }, ...common };
      }
      case "text":
      case "sticker":
      case "image":
      case "video":
      case "audio":
      case "file":
      case "location": {
        const mentionable = group ? mentionableIn(group, channel, accounts) : [];
        const message = contentOf(nextMessageId(), action, mentionable);
        if (action.type === "image" && action.content) contents.set(message.id, action.content);
        const isRead = !channel.hasChat;
        show({ kind: "from_person", id: message.id, at, userId, content: message, isRead });
        return { type: "message", message, ...common };
      }
    }
  };
}

function sourceOf(
  userId: string,
  action: PersonAction,
  group: Group | undefined,
): NonNullable<LineEvent["source"]> {
  if (!group) return { type: "user", userId };
  const id = group.type === "group" ? { groupId: group.chatId } : { roomId: group.chatId };
  const isAnonymous = action.type === "join" || action.type === "leave";
  return { type: group.type, ...id, ...(isAnonymous ? {} : { userId }) };
}

function mentionableIn(group: Group, channel: Channel, accounts: Accounts): Mentionable[] {
  const account = { userId: channel.botUserId, displayName: channel.displayName, isSelf: true };
  const others = group.members.flatMap((userId) => {
    const person = accounts.person(userId);
    return person ? [{ userId, displayName: person.displayName, isSelf: false }] : [];
  });
  return [account, ...others];
}
