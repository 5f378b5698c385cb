/** Groups and rooms: nothing personal, only the way to the 1:1 chat, and only when the account is addressed. */
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

/** LINE refuses longer addresses. */
const maxUriLength = 1000;

/** Whether an event is of a chat of several people. */
export function isGroupChat({ source }: LineEvent): boolean {
  return source?.type === "group" || source?.type === "room";
}

/**
 * @param basicId the account's, such as `@sakura`.
 * @returns what is said in a group to an event; nothing where nobody speaks to the account.
 */
export function createGroupChats({ basicId, route }: { basicId: string; route: RouteEvent }) {
  const chatUri = (words: string) =>
    `https://line.me/R/oaMessage/${encodeURIComponent(basicId)}/?${encodeURIComponent(words.toWellFormed())}`;

  /** @param words what is typed in the chat already; null where nothing answers to what was said. */
  function wayToChat(ctx: RenderContext, text: string, words: string | null): Message[] {
    const { t, brand, language } = ctx;
    const [helpWord = ""] = help.phrases[language];
    const uri = chatUri(words ?? helpWord);
    const action = uriAction(
      t("group.button"),
      uri.length > maxUriLength ? chatUri(helpWord) : uri,
    );
    const footer = column([button(action, brand.accent)]);
    return [flex(text, [coloredBox(brand.color, [textLine(text)], { footer })])];
  }

  return function inGroup(event: LineEvent, ctx: RenderContext): Message[] {
    const { t, brand } = ctx;
    if (event.type === "join") {
      return wayToChat(ctx, t("group.hello", { business: brand.name }), null);
    }
    if (event.type !== "message" || event.message?.text === undefined) return [];
    const said = normalizeEvent(event);
    const request = route(said) ?? route(withoutEmojiNames(said));
    // Only a word that stands for an intent by itself: people of a group talk about codes and names, too.
    const isKeyword =
      request !== null &&
      !isCommand(said) &&
      isOffered(request.intent) &&
      Object.keys(request.details).length === 0;
    if (!isKeyword && !isMentioned(event)) return [];
    return wayToChat(ctx, t("group.private"), request && (said.message?.text ?? "").trim());
  };
}

/** What a group hears of an account that is made up. */
export function groupSamples(ctx: RenderContext): Sample[] {
  const inGroup = createGroupChats({ basicId: "@example", route: () => null });
  const event = { webhookEventId: "sample", timestamp: ctx.now };
  const call = { type: "user", index: 0, length: 1, isSelf: true };
  const message = { id: "sample", type: "text", text: "@", mention: { mentionees: [call] } };
  return [
    { name: "ordinary", messages: inGroup({ ...event, type: "message", message }, ctx) },
    { name: "ordinary", about: "hello", messages: inGroup({ ...event, type: "join" }, ctx) },
  ];
}
