/** Replies in groups and rooms: a link to the 1:1 chat when the account is addressed, never member data. */
import type { LineEvent } from "../line/webhook-events.ts";
import type { Message } from "../line/messages/prepare-reply.ts";
import type { RenderContext, Sample } from "./context.ts";
import { button, column, flex, textLine, uriAction, coloredBox } from "./views/flex-components.ts";
import {
  normalizeEvent,
  isMentioned,
  isCommand,
  withoutEmojiNames,
} from "./routing/text-normalizer.ts";
import { help, isOffered } from "./intents/help.ts";
import type { RouteEvent } from "./routing/text-router.ts";

/** LINE's limit for the address of an action, in characters. */
const maxUriLength = 1000;

/** Whether an event comes from a group or a room. */
export function isGroupChat({ source }: LineEvent): boolean {
  return source?.type === "group" || source?.type === "room";
}

/**
 * @param basicId the account's basic id, such as `@sakura`.
 * @returns a function that makes the messages for an event of a group; empty when the account isn't addressed.
 */
export function createGroupChats({ basicId, route }: { basicId: string; route: RouteEvent }) {
  const chatUri = (prefill: string) =>
    `https://line.me/R/oaMessage/${encodeURIComponent(basicId)}/?${encodeURIComponent(prefill.toWellFormed())}`;

  /** @param prefill the text that the link puts into the 1:1 chat's input field; null = the word for help. */
  function chatLink(ctx: RenderContext, text: string, prefill: string | null): Message[] {
    const { t, brand, language } = ctx;
    const [helpWord = ""] = help.phrases[language];
    const uri = chatUri(prefill ?? helpWord);
    const action = uriAction(
      t("group.button"),
      uri.length > maxUriLength ? chatUri(helpWord) : uri,
    );
    const footer = column([button(action, brand.accent)]);
    return [flex(text, [coloredBox(brand.color, [textLine(text)], { footer })])];
  }

  return function replyInGroup(event: LineEvent, ctx: RenderContext): Message[] {
    const { t, brand } = ctx;
    if (event.type === "join") {
      return chatLink(ctx, t("group.hello", { business: brand.name }), null);
    }
    if (event.type !== "message" || event.message?.text === undefined) return [];
    const normalized = normalizeEvent(event);
    const request = route(normalized) ?? route(withoutEmojiNames(normalized));
    // A phrase without argument only: codes and names also occur in the group's own conversation.
    const isKeyword =
      request !== null &&
      !isCommand(normalized) &&
      isOffered(request.intent) &&
      Object.keys(request.details).length === 0;
    if (!isKeyword && !isMentioned(event)) return [];
    return chatLink(ctx, t("group.private"), request && (normalized.message?.text ?? "").trim());
  };
}

/** Samples of the group replies, with a made-up account. */
export function groupSamples(ctx: RenderContext): Sample[] {
  const replyInGroup = createGroupChats({ basicId: "@example", route: () => null });
  const event = { webhookEventId: "sample", timestamp: ctx.now };
  const mentionee = { type: "user", index: 0, length: 1, isSelf: true };
  const message = { id: "sample", type: "text", text: "@", mention: { mentionees: [mentionee] } };
  return [
    { name: "ordinary", messages: replyInGroup({ ...event, type: "message", message }, ctx) },
    { name: "ordinary", about: "hello", messages: replyInGroup({ ...event, type: "join" }, ctx) },
  ];
}
