/** Reads an event of a 1:1 chat as a request: normalises its text and routes it to an intent or a staff command. */
import type { LineEvent } from "../line/webhook-events.ts";
import { plainNumber } from "../text/digits.ts";
import type { CommandRouter, ParsedCommand, TypedText } from "./staff/command-router.ts";
import type { Intent } from "./context.ts";
import { greeting } from "./intents/greeting.ts";
import { intents } from "./intents/intents.ts";
import { unknown, wordless } from "./intents/unknown.ts";
import {
  normalizeEvent,
  withoutEmojiNames,
  withoutPoliteEnding,
} from "./routing/text-normalizer.ts";
import { isEmptyPostback } from "./routing/postback.ts";
import { plain, type RoutedRequest, type RouteEvent } from "./routing/text-router.ts";

/** What a user asks for in a 1:1 chat. */
export interface UserRequest {
  /** The LINE user id of the bot's account. */
  account: string;
  /** The sender's LINE user id. */
  lineId: string;
  /** Normalised: without LINE emoji and mentions of the account in its text. */
  event: LineEvent;
  /** The staff command or tap; the sender's role isn't checked yet. */
  command: ParsedCommand | null;
  /** The intent for everybody who isn't staff; `unknown` for a staff command. */
  intent: Intent;
  /** The parameters of a postback or the argument of a text. */
  details: RoutedRequest["details"];
}

const intentsByName = new Map(intents.map((intent) => [intent.name, intent]));

/** @returns null for events without a reply: from groups, without a sender, or not asking for anything. */
export type ReadRequest = (account: string, event: LineEvent) => UserRequest | null;

/** @param route finds the intent of a text or postback. */
export function createEventRouter(options: {
  route: RouteEvent;
  commands: Pick<CommandRouter, "parse">;
}): ReadRequest {
  const { route, commands } = options;
  return function readRequest(account, event) {
    const lineId = privateSender(event);
    if (!lineId) return null;
    const normalized = normalizeEvent(event);
    const parsed = commands.parse(normalized);
    const isSure = isSurelyCommand(parsed);
    const byWords = isSure ? null : route(normalized);
    const routed = isSure ? withoutDetails(unknown) : routeEvent(normalized, route, byWords);
    if (!routed) return null;
    const command =
      parsed?.is === "text" && isRequest(normalized, byWords) ? numberIn(parsed) : parsed;
    const intent = intentsByName.get(routed.intent) ?? unknown;
    return { account, lineId, event: normalized, command, intent, details: routed.details };
  };
}

/** To everybody but staff a misspelt command is a text like any other, and a photo a picture like any other. */
const isSurelyCommand = (command: ParsedCommand | null): boolean =>
  command !== null && !["misspelt", "photo", "text"].includes(command.is);

/** A small word of digits, such as 555, may be what a command asked for, or the end of a number; no other request is. */
const numberIn = (parsed: TypedText): ParsedCommand | null =>
  /\p{N}/u.test(parsed.written) && /^\d+$/.test(plainNumber(parsed.written))
    ? { ...parsed, isSmallWord: true }
    : null;

/**
 * Whether a text asks for something by its words, so that it can't be what a command asked for. What could be a
 * coupon's code, politely ended or not, may as well be a number, a quantity or a card.
 */
function isRequest(event: LineEvent, byWords: RoutedRequest | null): boolean {
  if (!byWords) return false;
  const argument = intentsByName.get(byWords.intent)?.argument;
  if (!argument) return true;
  const written = withoutPoliteEnding(plain(event.message?.text ?? ""));
  return plain(byWords.details[argument.name] ?? "") !== written;
}

/**
 * @param event normalised. @param byWords what `route` found for it.
 * @returns null for edited and unsent messages, empty postbacks and unknown event types.
 */
export function routeEvent(
  event: LineEvent,
  route: RouteEvent,
  byWords = route(event),
): RoutedRequest | null {
  switch (event.type) {
    case "follow":
      return withoutDetails(greeting);
    case "postback":
      if (isEmptyPostback(event.postback?.data ?? "")) return null;
      return byWords ?? withoutDetails(unknown);
    case "message":
      return routeMessage(event, route, byWords);
    default:
      return null;
  }
}

function routeMessage(
  event: LineEvent,
  route: RouteEvent,
  byWords: RoutedRequest | null,
): RoutedRequest | null {
  const { message } = event;
  if (message?.type !== "text") return message ? withoutDetails(wordless) : null;
  if (message.text === undefined) return null;
  if (byWords) return byWords;
  const withoutEmoji = withoutEmojiNames(event);
  return (
    (withoutEmoji === event ? null : route(withoutEmoji)) ??
    withoutDetails(plain(withoutEmoji.message?.text ?? "") ? unknown : wordless)
  );
}

const withoutDetails = ({ name }: { name: string }): RoutedRequest => ({
  intent: name,
  details: {},
});

/** The sender of an event from a 1:1 chat, else null. Member data is shown in 1:1 chats only. */
function privateSender({ source }: LineEvent): string | null {
  return source?.type === "user" ? (source.userId ?? null) : null;
}
