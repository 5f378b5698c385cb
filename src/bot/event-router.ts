/** What an event of a 1:1 chat asks for: kinds of events become intents here. */
import type { LineEvent } from "../line/webhook-events.ts";
import { withoutEmojiNames } from "./routing/text-normalizer.ts";
import { greeting } from "./intents/greeting.ts";
import { unknown } from "./intents/unknown.ts";
import { wordless } from "./intents/wordless.ts";
import {
  emptyPostback,
  plain,
  type RoutedRequest,
  type RouteEvent,
} from "./routing/text-router.ts";

/**
 * @param event with only words left in its text.
 * @returns null where nothing is said: to edits, to what was unsent meanwhile, and to events that we don't know.
 */
export function routeEvent(event: LineEvent, route: RouteEvent): RoutedRequest | null {
  switch (event.type) {
    case "follow":
      return withoutDetails(greeting);
    case "postback":
      if (event.postback?.data === emptyPostback) return null;
      return route(event) ?? withoutDetails(unknown);
    case "message":
      return routeMessage(event, route);
    default:
      return null;
  }
}

function routeMessage(event: LineEvent, route: RouteEvent): RoutedRequest | null {
  const { message } = event;
  if (message?.type !== "text") return message ? withoutDetails(wordless) : null;
  if (message.text === undefined) return null;
  const found = route(event);
  if (found) return found;
  const bare = withoutEmojiNames(event);
  return route(bare) ?? withoutDetails(plain(bare.message?.text ?? "") ? unknown : wordless);
}

const withoutDetails = ({ name }: { name: string }): RoutedRequest => ({
  intent: name,
  details: {},
});
