/** Groups and rooms: nothing personal, only the way to the 1:1 chat, and only when the account is addressed. */
import type { LineEvent } from "../line/webhook-events.ts";
import type { Message } from "../line/messages/prepare-reply.ts";
import type { Look, Sample } from "./context.ts";
import { button, column, flex, line, open, panel } from "./views/flex-components.ts";
import { heard, isAddressed, isOrder, withoutEmojiNames } from "./routing/text-normalizer.ts";
import { help, isOffered } from "./intents/help.ts";
import type { Route } from "./routing/text-router.ts";

/** LINE refuses longer addresses. */
const longestUri = 1000;

/** Whether an event is of a chat of several people. */
export function isShared({ source }: LineEvent): boolean {
  return source?.type === "group" || source?.type === "room";
}

/**
 * @param basicId the account's, such as `@sakura`.
 * @returns what is said in a group to an event; nothing where nobody speaks to the account.
 */
export function createGroups({ basicId, route }: { basicId: string; route: Route }) {
  const chatUri = (words: string) =>
    `https://line.me/R/oaMessage/${encodeURIComponent(basicId)}/?${encodeURIComponent(words.toWellFormed())}`;

  /** @param words what is typed in the chat already; null where nothing answers to what was said. */
  function wayToChat(look: Look, text: string, words: string | null): Message[] {
    const { say, brand, language } = look;
    const [helpWord = ""] = help.phrases[language];
    const uri = chatUri(words ?? helpWord);
    const action = open(say("group.button"), uri.length > longestUri ? chatUri(helpWord) : uri);
    const footer = column([button(action, brand.accent)]);
    return [flex(text, [panel(brand.color, [line(text)], { footer })])];
  }

  return function inGroup(event: LineEvent, look: Look): Message[] {
    const { say, brand } = look;
    if (event.type === "join") {
      return wayToChat(look, say("group.hello", { business: brand.name }), null);
    }
    if (event.type !== "message" || event.message?.text === undefined) return [];
    const said = heard(event);
    const request = route(said) ?? route(withoutEmojiNames(said));
    // Only a word that stands for an intent by itself: people of a group talk about codes and names, too.
    const isKeyword =
      request !== null &&
      !isOrder(said) &&
      isOffered(request.intent) &&
      Object.keys(request.details).length === 0;
    if (!isKeyword && !isAddressed(event)) return [];
    return wayToChat(look, say("group.private"), request && (said.message?.text ?? "").trim());
  };
}

/** What a group hears of an account that is made up. */
export function samplesInGroup(look: Look): Sample[] {
  const inGroup = createGroups({ basicId: "@example", route: () => null });
  const event = { webhookEventId: "sample", timestamp: look.now };
  const call = { type: "user", index: 0, length: 1, isSelf: true };
  const message = { id: "sample", type: "text", text: "@", mention: { mentionees: [call] } };
  return [
    { name: "ordinary", messages: inGroup({ ...event, type: "message", message }, look) },
    { name: "ordinary", about: "hello", messages: inGroup({ ...event, type: "join" }, look) },
  ];
}
