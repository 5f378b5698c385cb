/** What an event of a 1:1 chat asks for: kinds of events become intents here. */
import type { LineEvent } from "../line/webhook-events.ts";
import { withoutEmojiNames } from "./routing/text-normalizer.ts";
import { greeting } from "./intents/greeting.ts";
import { unknown } from "./intents/unknown.ts";
import { wordless } from "./intents/wordless.ts";
import { nothingAsked, plain, type Request, type Route } from "./routing/text-router.ts";

/**
 * @param event with only words left in its text.
 * @returns null where nothing is said: to edits, to what was unsent meanwhile, and to events that we don't know.
 */
export function asked(event: LineEvent, route: Route): Request | null {
  switch (event.type) {
    case "follow":
      return simply(greeting);
    case "postback":
      if (event.postback?.data === nothingAsked) return null;
      return route(event) ?? simply(unknown);
    case "message":
      return askedByMessage(event, route);
    default:
      return null;
  }
}

function askedByMessage(event: LineEvent, route: Route): Request | null {
  const { message } = event;
  if (message?.type !== "text") return message ? simply(wordless) : null;
  if (message.text === undefined) return null;
  const found = route(event);
  if (found) return found;
  const bare = withoutEmojiNames(event);
  return route(bare) ?? simply(plain(bare.message?.text ?? "") ? unknown : wordless);
}

const simply = ({ name }: { name: string }): Request => ({ intent: name, details: {} });
