/** Routes an event of a 1:1 chat to an intent by its type. */
import type { LineEvent } from "../line/webhook-events.ts";
import { withoutEmojiNames } from "./routing/text-normalizer.ts";
import { greeting } from "./intents/greeting.ts";
import { unknown } from "./intents/unknown.ts";
import { wordless } from "./intents/wordless.ts";
import { emptyPostback } from "./routing/postback.ts";
import { plain, type RoutedRequest, type RouteEvent } from "./routing/text-router.ts";

/**
 * @param event normalised: without emoji and mentions in its text.
 * @returns null for events without a reply: edited or unsent messages, empty postbacks, unknown event types.
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
  const routed = route(event);
  if (routed) return routed;
  const withoutEmoji = withoutEmojiNames(event);
  return (
    route(withoutEmoji) ??
    withoutDetails(plain(withoutEmoji.message?.text ?? "") ? unknown : wordless)
  );
}

const withoutDetails = ({ name }: { name: string }): RoutedRequest => ({
  intent: name,
  details: {},
});
