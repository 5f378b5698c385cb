/** Builds the webhook events for users' actions, and shows the actions in the chats. */
import type { Clock } from "../../clock.ts";
import type { LineEvent } from "../../line/webhook-events.ts";
import type { Accounts, Channel, Group } from "./accounts.ts";
import type { Chats } from "./chats.ts";
import { type Contents, messageIds, randomToken, ulid } from "./ids.ts";
import type { ReplyTokens } from "./outbox.ts";

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

/** An action, with where and when it happens. */
interface Occurrence {
  readonly channel: Channel;
  /** Undefined in a 1:1 chat. */
  readonly group: Group | undefined;
  readonly chatId: string;
  readonly userId: string;
  readonly webhookEventId: string;
  /** Clock milliseconds. */
  readonly at: number;
}

export function createEventComposer(parts: Dependencies): Compose {
  const { accounts, clock } = parts;
  const nextMessageId = messageIds(clock.now());
  return (userId, action, where = {}) => {
    const channel = accounts.channel(where.channel);
    const group = where.chat === undefined ? undefined : accounts.group(where.chat);
    if (where.chat !== undefined && !group) throw new RangeError(`no group ${where.chat}`);
    if (!accounts.person(userId)) throw new RangeError(`no person ${userId}`);
    const at = clock.now();
    const chatId = group?.chatId ?? userId;
    const occurrence = { channel, group, chatId, userId, webhookEventId: ulid(at), at };
    const common = commonOf(parts, occurrence, action, where.standby ?? false);
    return isMessage(action)
      ? { ...composeMessage(parts, occurrence, action, nextMessageId()), ...common }
      : { ...composeOther(parts, occurrence, action), ...common };
  };
}

/** What all events have. */
function commonOf(
  { replyTokens }: Dependencies,
  { channel, group, chatId, userId, webhookEventId, at }: Occurrence,
  action: PersonAction,
  standby: boolean,
) {
  const failedLink = action.type === "accountLink" && action.result === "failed";
  return {
    webhookEventId,
    deliveryContext: { isRedelivery: false },
    timestamp: at,
    mode: standby ? "standby" : "active",
    ...(failedLink ? {} : { source: sourceOf(userId, action, group) }),
    ...(standby || failedLink || eventsWithoutReplyToken.has(action.type)
      ? {}
      : { replyToken: replyTokens.issue({ channelId: channel.id, chatId, webhookEventId }) }),
  };
}

const messageTypes: ReadonlySet<string> = new Set<MessageAction["type"]>([
  "text",
  "sticker",
  "image",
  "video",
  "audio",
  "file",
  "location",
]);

const isMessage = (action: PersonAction): action is MessageAction => messageTypes.has(action.type);

function composeMessage(
  { accounts, chats, contents }: Dependencies,
  { channel, group, chatId, userId, at }: Occurrence,
  action: MessageAction,
  id: string,
) {
  const mentionable = group ? mentionableIn(group, channel, accounts) : [];
  const message = contentOf(id, action, mentionable);
  if (action.type === "image" && action.content) contents.set(id, action.content);
  const isRead = !channel.hasChat;
  chats.add(channel.id, chatId, {
    kind: "from_person",
    id,
    at,
    userId,
    content: message,
    isRead,
  });
  return { type: "message", message };
}

function composeOther(
  { accounts, chats }: Dependencies,
  { channel, chatId, userId, webhookEventId: id, at }: Occurrence,
  action: Exclude<PersonAction, MessageAction>,
) {
  const showNote = () =>
    chats.add(channel.id, chatId, { kind: "note", id, at, what: action.type, userId });
  switch (action.type) {
    case "postback": {
      const { data, displayText, params } = action;
      const shown = displayText === undefined ? {} : { displayText };
      chats.add(channel.id, chatId, { kind: "tap", id, at, userId, data, ...shown });
      return { type: "postback", postback: { data, ...(params ? { params } : {}) } };
    }
    case "follow": {
      const { isUnblocked = accounts.isBlocked(channel.id, userId) } = action;
      accounts.setBlocked(channel.id, userId, false);
      showNote();
      return { type: "follow", follow: { isUnblocked } };
    }
    case "unfollow":
      accounts.setBlocked(channel.id, userId, true);
      showNote();
      return { type: "unfollow" };
    case "unsend": {
      const { messageId } = action;
      chats.alter(channel.id, chatId, messageId, { unsent: true });
      return { type: "unsend", unsend: { messageId } };
    }
    case "edit": {
      const { messageId, text } = action;
      const message = { id: messageId, type: "text", quoteToken: randomToken(24), text };
      chats.alter(channel.id, chatId, messageId, { edited: true, content: message });
      return { type: "messageEdited", message };
    }
    case "join":
    case "leave":
      accounts.setInGroup(channel.id, chatId, action.type === "join");
      showNote();
      return { type: action.type };
    case "memberJoined":
    case "memberLeft": {
      const joined = action.type === "memberJoined";
      accounts.setMember(chatId, userId, joined);
      showNote();
      const members = [{ type: "user", userId }];
      return { type: action.type, [joined ? "joined" : "left"]: { members } };
    }
    case "accountLink": {
      const { result, nonce } = action;
      return { type: "accountLink", link: { result, nonce } };
    }
  }
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

// Builds the `message` object of a webhook event for each type of message.

/** A message that a user sends. */
type MessageAction =
  | { readonly type: "text"; readonly text: string; readonly quotedMessageId?: string }
  | { readonly type: "sticker"; readonly packageId?: string; readonly stickerId?: string }
  /** `content`: a PNG or JPEG that the bot can load; without it there is nothing to load. */
  | { readonly type: "image"; readonly content?: Buffer }
  | { readonly type: "video" | "audio" }
  | { readonly type: "file"; readonly fileName?: string; readonly fileSize?: number }
  | {
      readonly type: "location";
      readonly latitude?: number;
      readonly longitude?: number;
      readonly title?: string;
      readonly address?: string;
    };

/** The event's message, with the properties that the bot doesn't read. */
type Content = NonNullable<LineEvent["message"]> & Record<string, unknown>;

const contentProvider = { type: "line" };

/** @param mentionable the group's members and accounts; empty outside groups. */
function contentOf(
  id: string,
  action: MessageAction,
  mentionable: readonly Mentionable[],
): Content {
  const base = { id, type: action.type, markAsReadToken: randomToken(24) };
  const quoteToken = randomToken(24);
  const { type } = action;
  if (type === "text") {
    const { text, quotedMessageId } = action;
    return {
      ...base,
      quoteToken,
      text,
      ...mention(text, mentionable),
      ...(quotedMessageId ? { quotedMessageId } : {}),
    };
  }
  if (type === "sticker") {
    const { packageId = "446", stickerId = "1988" } = action;
    return { ...base, quoteToken, packageId, stickerId, stickerResourceType: "STATIC" };
  }
  if (type === "file") {
    return { ...base, fileName: action.fileName ?? "file.txt", fileSize: action.fileSize ?? 2138 };
  }
  if (type === "location") {
    return { ...base, latitude: 13.7563, longitude: 100.5018, ...action };
  }
  if (type === "image") return { ...base, quoteToken, contentProvider };
  if (type === "video") return { ...base, quoteToken, contentProvider, duration: 60_000 };
  return { ...base, contentProvider, duration: 60_000 };
}

interface Mentionable {
  readonly userId: string;
  readonly displayName: string;
  /** Whether this is the account that receives the event. */
  readonly isSelf: boolean;
}

/** Finds mentions: `@name` of each mentionable user and `@All`. */
function mention(
  text: string,
  mentionable: readonly Mentionable[],
): { mention?: NonNullable<Content["mention"]> } {
  if (mentionable.length === 0) return {};
  const mentionees = mentionable.flatMap(({ displayName, userId, isSelf }) => {
    const index = text.indexOf(`@${displayName}`);
    return index < 0
      ? []
      : [{ index, length: displayName.length + 1, type: "user", userId, isSelf }];
  });
  const all = text.indexOf("@All");
  if (all >= 0) mentionees.push({ index: all, length: 4, type: "all" } as (typeof mentionees)[0]);
  return mentionees.length > 0 ? { mention: { mentionees } } : {};
}
