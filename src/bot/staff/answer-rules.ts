/** What the bot says of the shop's own answers: which phrases it understands already, and what their buttons can ask for. */
import { isLoopback } from "../../config/environment-schema.ts";
import type { LineEvent } from "../../line/webhook-events.ts";
import type { AnswerRules } from "../i18n/answers/answer-reader.ts";
import { askableIntents, routeToIntent } from "../intents/intents.ts";
import { isTopic, question, topics } from "../intents/questions/questions.ts";
import { isCommand, normalizeEvent, withoutEmojiNames } from "../routing/text-normalizer.ts";
import { pictureUrl } from "../views/flex-components.ts";
import { isBareName } from "./bare-text.ts";
import { commandInWords } from "./command-words.ts";

/** @param allowHttp whether pictures may be at http addresses of this machine, which an embedded LINE loads. */
export const answerRules = (allowHttp: boolean): AnswerRules => ({
  understoodAs,
  isIntent: (name) => askableIntents.includes(name),
  isPicture: (url) =>
    pictureUrl({ allowHttp: allowHttp && isLoopback(URL.parse(url)?.hostname ?? "") }, url) !==
    null,
});

function understoodAs(phrase: string): string | null {
  const event = normalizeEvent({
    type: "message",
    webhookEventId: "",
    timestamp: 0,
    message: { id: "", type: "text", text: phrase },
  } satisfies LineEvent);
  if (isCommand(event)) return "a command of staff";
  const command = commandInWords(phrase);
  if (command !== undefined) return `/${command.name}`;
  const named = withoutEmojiNames(event);
  const routed = routeToIntent(event) ?? (named === event ? null : routeToIntent(named));
  if (routed?.intent === question.name) {
    const topic = routed.details["topic"];
    // Where only a person can help, the shop may know better.
    return isTopic(topic) && topics[topic].needsPerson ? null : `${question.name} ${topic}`;
  }
  if (routed) return routed.intent;
  return isBareName(phrase) ? "a number or code that staff look for" : null;
}
