/** Builds the `message` object of a webhook event for each type of message. */
import type { LineEvent } from "../../line/webhook-events.ts";
import { randomToken } from "./ids.ts";

/** A message that a user sends. */
export type MessageAction =
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
export function contentOf(
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

export interface Mentionable {
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
