/** What can be wrong with an answer of the shop's own: messages with arguments, and the sentences in English. */
import { formatterOf, type MessageOf } from "../format.ts";

export const answerFaultKeys = {
  /** It isn't JSON; the reason is the library's. */
  "answer.fault.json": { reason: "text" },
  /** It has another form than an answer; the reason is the library's. */
  "answer.fault.form": { reason: "text" },
  "answer.fault.unknown": { names: "text" },
  "answer.fault.name": { max: "text" },
  "answer.fault.text": {},
  "answer.fault.empty": {},
  "answer.fault.byLanguage": { languages: "text" },
  "answer.fault.oneLanguage": {},
  "answer.fault.phrase.long": { max: "text" },
  "answer.fault.phrase.blank": {},
  "answer.fault.phrase.same": { place: "text" },
  "answer.fault.phrase.shared": { phrase: "text", name: "text" },
  "answer.fault.phrase.understood": { phrase: "text", intent: "text" },
  "answer.fault.phrases.list": {},
  "answer.fault.phrases.many": { max: "text", count: "text" },
  "answer.fault.phrases.none": {},
  "answer.fault.phrases.fallback": {},
  "answer.fault.reply.long": { max: "text", length: "text" },
  "answer.fault.reply.longNamed": { max: "text", length: "text" },
  "answer.fault.reply.argument": { argument: "text", known: "text" },
  "answer.fault.picture": { max: "text" },
  "answer.fault.buttons.list": {},
  "answer.fault.buttons.many": { max: "text" },
  "answer.fault.button.label": { max: "text" },
  "answer.fault.button.target": {},
  "answer.fault.button.url": { max: "text" },
  "answer.fault.button.intent": { intent: "text" },
  "answer.fault.day": {},
  "answer.fault.until": {},
  "answer.fault.hours": {},
  "answer.fault.hours.same": {},
  "answer.fault.many": { max: "text" },
} as const;

export type AnswerFaultMessage = MessageOf<typeof answerFaultKeys>;

/** One fault of an answer. */
export interface PlacedFault {
  /** Where it stands in the answer, such as `phrases.en.0`; empty = the whole answer. */
  place: string;
  message: AnswerFaultMessage;
}

export const answerFaultsInEnglish: Readonly<Record<keyof typeof answerFaultKeys, string>> = {
  "answer.fault.json": "{reason}",
  "answer.fault.form": "{reason}",
  "answer.fault.unknown": "has an unknown {names}",
  "answer.fault.name": "its name must be of lower-case letters, digits and hyphens, {max} at most",
  "answer.fault.text": "must be a text",
  "answer.fault.empty": "is empty",
  "answer.fault.byLanguage": "must have texts by language: {languages}",
  "answer.fault.oneLanguage": "must have a text in one language at least",
  "answer.fault.phrase.long": "must have {max} characters at most",
  "answer.fault.phrase.blank": "must have a letter or a digit",
  "answer.fault.phrase.same": "is the same as {place}",
  "answer.fault.phrase.shared": '"{phrase}" is a phrase of {name}, too',
  "answer.fault.phrase.understood": 'the bot understands "{phrase}" already, as {intent}',
  "answer.fault.phrases.list": "must be a list of texts",
  "answer.fault.phrases.many": "must be {max} at most, in all languages together, and are {count}",
  "answer.fault.phrases.none": "must have one at least",
  "answer.fault.phrases.fallback": "the fallback has none: it is given for what isn't understood",
  "answer.fault.reply.long":
    "must have {max} characters at most, as LINE takes them, and has {length}",
  "answer.fault.reply.longNamed":
    "must have {max} characters at most, as LINE takes them, and has {length} with the longest name",
  "answer.fault.reply.argument": "has an unknown argument {argument}; it may have {known}",
  "answer.fault.picture": "must be an https address of {max} characters at most",
  "answer.fault.buttons.list": "must be a list of buttons",
  "answer.fault.buttons.many": "must be {max} at most",
  "answer.fault.button.label": "must have {max} characters at most, as LINE takes them",
  "answer.fault.button.target": "must have either a url or an intent",
  "answer.fault.button.url":
    "must be an https, tel or line address of {max} characters at most, without a password in it",
  "answer.fault.button.intent": "there is no intent {intent}",
  "answer.fault.day": "must be a date such as 2026-12-31 that there is",
  "answer.fault.until": "must not be before from",
  "answer.fault.hours": "must be two times of day such as 18:00-09:00",
  "answer.fault.hours.same": "must begin and end at different times",
  "answer.fault.many": "there may be {max} answers at most",
};

const english = formatterOf(answerFaultsInEnglish, "en", "UTC");

/** A fault as a sentence that begins with its place. @param write says it in another language than English. */
export function answerFaultSentence(
  { place, message }: PlacedFault,
  write = ({ key, values }: AnswerFaultMessage) => String(english(key, values)),
): string {
  const text = write(message);
  return place === "" ? text : `${place}: ${text}`;
}
