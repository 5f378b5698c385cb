/** What an answer of the shop's own is: phrases that ask for it and the reply, by language, and when it is given. */
import { z } from "zod";
import { languages, type Language } from "../../../config/environment-schema.ts";
import { countGraphemes } from "../../../line/messages/rule-builders.ts";
import { plain } from "../../../text/folded-name.ts";
import type { AnswerFaultMessage, PlacedFault } from "./answer-faults.ts";

export type TextByLanguage = Readonly<Partial<Record<Language, string>>>;

/** A button of an answer: it opens an address, or asks for one of the members' intents. */
export interface AnswerButton {
  label: TextByLanguage;
  /** https, tel or line. */
  url?: string | undefined;
  intent?: string | undefined;
}

export interface Answer {
  /** None of the fallback, which is given for what isn't understood. */
  phrases?: Readonly<Partial<Record<Language, readonly string[]>>> | undefined;
  /** `{name}` stands for how the person is addressed. */
  reply: TextByLanguage;
  picture?: string | undefined;
  buttons?: readonly AnswerButton[] | undefined;
  /** Days of the business's time zone, such as `2026-12-01`: the first and the last on which it is given. */
  from?: string | undefined;
  until?: string | undefined;
  /** The time of day, such as `18:00-09:00`: from the first minute on, and no more at the last one. */
  hours?: string | undefined;
}

/** The answer that replaces the sentence for what isn't understood. */
export const fallbackName = "fallback";

export const maxAnswers = 500;
/** Of an answer, in all languages together. */
const maxPhrases = 100;
const maxPhraseLength = 100;
const maxButtons = 4;
/** LINE's limit for a text. */
const maxReplyLength = 5000;
/** LINE's limits for the label of a button, its address, and that of a picture. */
const maxLabelLength = 40;
const maxUrlLength = 1000;
const maxPictureLength = 2000;
/** The longest form of address, which `{name}` may become. */
const maxNameLength = 60;

const placeholder = "{name}";

const maxAnswerNameLength = 60;
/** Lower-case letters, digits and hyphens. */
const isAnswerName = (name: string): boolean =>
  /^[a-z0-9][a-z0-9-]*$/.test(name) && name.length <= maxAnswerNameLength;

/** A fault as the message of a schema's issue, which is a text. */
const issueMessage = (message: AnswerFaultMessage): string => JSON.stringify(message);

/** What {@link issueMessage} made, or the library's own message. */
export const messageOfIssue = (text: string): AnswerFaultMessage =>
  text.startsWith("{")
    ? (JSON.parse(text) as AnswerFaultMessage)
    : { key: "answer.fault.form", values: { reason: text } };

const notText = issueMessage({ key: "answer.fault.text" });
const notByLanguage = issueMessage({
  key: "answer.fault.byLanguage",
  values: { languages: languages.join(", ") },
});

const phrase = z
  .string(notText)
  .max(
    maxPhraseLength,
    issueMessage({ key: "answer.fault.phrase.long", values: { max: `${maxPhraseLength}` } }),
  )
  .refine((text) => plain(text) !== "", issueMessage({ key: "answer.fault.phrase.blank" }));

const phrases = z
  .partialRecord(
    z.enum(languages),
    z.array(phrase, issueMessage({ key: "answer.fault.phrases.list" })),
    notByLanguage,
  )
  .check(({ value, issues }) => {
    const lists = Object.entries(value);
    const count = lists.reduce((sum, [, list]) => sum + (list?.length ?? 0), 0);
    if (count > maxPhrases) {
      const values = { max: `${maxPhrases}`, count: `${count}` };
      const message = issueMessage({ key: "answer.fault.phrases.many", values });
      issues.push({ code: "custom", message, input: value });
    }
    for (const [language, list = []] of lists) {
      const first = new Map<string, number>();
      for (const [index, text] of list.entries()) {
        const before = first.get(plain(text));
        if (before === undefined) first.set(plain(text), index);
        else {
          const values = { place: `${language}.${before}` };
          const message = issueMessage({ key: "answer.fault.phrase.same", values });
          issues.push({ code: "custom", message, input: text, path: [language, index] });
        }
      }
    }
  });

function byLanguage(text: z.ZodType<string>) {
  return z
    .partialRecord(z.enum(languages), text, notByLanguage)
    .refine(
      (texts) => Object.keys(texts).length > 0,
      issueMessage({ key: "answer.fault.oneLanguage" }),
    );
}

const writtenText = z
  .string(notText)
  .refine((text) => text.trim() !== "", issueMessage({ key: "answer.fault.empty" }));

const reply = byLanguage(
  writtenText.check(({ value, issues }) => {
    const names = value.split(placeholder).length - 1;
    const length = value.length + names * (maxNameLength - placeholder.length);
    const key = names > 0 ? "answer.fault.reply.longNamed" : "answer.fault.reply.long";
    const fault: AnswerFaultMessage | null =
      length > maxReplyLength
        ? { key, values: { max: `${maxReplyLength}`, length: `${length}` } }
        : unknownArgument(value);
    if (fault) issues.push({ code: "custom", message: issueMessage(fault), input: value });
  }),
);

function unknownArgument(text: string): AnswerFaultMessage | null {
  const other = [...text.matchAll(/\{[a-z]+\}/gi)].find(([found]) => found !== placeholder);
  if (!other) return null;
  const [argument] = other;
  return { key: "answer.fault.reply.argument", values: { argument, known: placeholder } };
}

const label = byLanguage(
  writtenText.refine(
    (text) => countGraphemes(text) <= maxLabelLength,
    issueMessage({ key: "answer.fault.button.label", values: { max: `${maxLabelLength}` } }),
  ),
);

function isOpenable(text: string): boolean {
  if (text.length > maxUrlLength || !/^[!-~]+$/.test(text)) return false;
  if (/^tel:/i.test(text)) return /\d/.test(text);
  if (/^line:/i.test(text)) return /^line:\/\/./i.test(text);
  const url = URL.parse(text);
  return url?.protocol === "https:" && url.username === "" && url.password === "";
}

const button = z
  .strictObject({
    label,
    url: z
      .string(notText)
      .refine(
        isOpenable,
        issueMessage({ key: "answer.fault.button.url", values: { max: `${maxUrlLength}` } }),
      )
      .optional(),
    intent: z.string(notText).optional(),
  })
  .refine(
    ({ url, intent }) => (url === undefined) !== (intent === undefined),
    issueMessage({ key: "answer.fault.button.target" }),
  );

const day = z.string(notText).refine(isDay, issueMessage({ key: "answer.fault.day" }));

function isDay(text: string): boolean {
  try {
    return (
      /^\d{4}-\d\d-\d\d$/.test(text) &&
      Boolean(Temporal.PlainDate.from(text, { overflow: "reject" }))
    );
  } catch {
    return false;
  }
}

const hoursForm = /^(?:[01]\d|2[0-3]):[0-5]\d-(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;
const hours = z
  .string(notText)
  .regex(hoursForm, issueMessage({ key: "answer.fault.hours" }))
  .refine(
    (text) => text.slice(0, 5) !== text.slice(6),
    issueMessage({ key: "answer.fault.hours.same" }),
  );

/** @param isPicture whether LINE can load a picture from an address. */
export const answerSchema = (isPicture: (url: string) => boolean) =>
  z.strictObject({
    phrases: phrases.optional(),
    reply,
    picture: z
      .string(notText)
      .refine(
        (text) => text.length <= maxPictureLength && /^[!-~]+$/.test(text) && isPicture(text),
        issueMessage({ key: "answer.fault.picture", values: { max: `${maxPictureLength}` } }),
      )
      .optional(),
    buttons: z
      .array(button, issueMessage({ key: "answer.fault.buttons.list" }))
      .max(
        maxButtons,
        issueMessage({ key: "answer.fault.buttons.many", values: { max: `${maxButtons}` } }),
      )
      .optional(),
    from: day.optional(),
    until: day.optional(),
    hours: hours.optional(),
  });

/** The parts of an answer that are checked together, or by what the bot knows. */
export interface CheckedParts extends Pick<Answer, "phrases" | "from" | "until"> {
  buttons?: readonly Pick<AnswerButton, "intent">[] | undefined;
}

/** Of what isn't an answer: what can't be read is left out, or empty. Never throws. */
export const readableParts: z.ZodType<CheckedParts> = z
  .object({
    phrases: z.partialRecord(z.enum(languages), z.array(z.string().catch("")).catch([])).catch({}),
    buttons: z.array(z.object({ intent: z.string().optional() }).catch({})).catch([]),
    from: day.optional().catch(undefined),
    until: day.optional().catch(undefined),
  })
  .catch({ phrases: {}, buttons: [], from: undefined, until: undefined });

/** What is wrong between its dates. */
export const dateFaults = ({ from, until }: CheckedParts): PlacedFault[] =>
  from && until && from > until ? [{ place: "until", message: { key: "answer.fault.until" } }] : [];

/** What an answer lacks, or has too much, because of its name. */
export function nameFaults(name: string, { phrases: own }: CheckedParts): PlacedFault[] {
  if (!isAnswerName(name)) {
    const values = { max: `${maxAnswerNameLength}` };
    return [{ place: "", message: { key: "answer.fault.name", values } }];
  }
  const count = Object.values(own ?? {}).reduce((sum, list) => sum + (list?.length ?? 0), 0);
  const place = "phrases";
  if (name === fallbackName) {
    return count > 0 ? [{ place, message: { key: "answer.fault.phrases.fallback" } }] : [];
  }
  return count === 0 ? [{ place, message: { key: "answer.fault.phrases.none" } }] : [];
}

/** Every phrase of an answer with its place in it. */
export const phrasesOf = ({ phrases: own }: CheckedParts) =>
  Object.entries(own ?? {}).flatMap(([language, list]) =>
    (list ?? []).map((text, index) => ({
      text,
      language: language as Language,
      place: `phrases.${language}.${index}`,
    })),
  );

/** What a button that leads to it shows. */
export const firstPhrases = ({ phrases: own }: Answer): TextByLanguage =>
  Object.fromEntries(
    Object.entries(own ?? {}).flatMap(([language, list]) =>
      list?.[0] === undefined ? [] : [[language, list[0]]],
    ),
  );

/** A text in a language, else in the first of the others that has one. @param preferred tried in this order. */
export function textIn(texts: TextByLanguage, preferred: readonly Language[]): string {
  const found = [...preferred, ...languages].find((language) => texts[language] !== undefined);
  return (found && texts[found]) ?? "";
}

/**
 * Whether an answer is given: on its days and in its hours.
 * @param now milliseconds since 1970. @param timeZone the business's IANA time zone.
 */
export function isGivenAt(
  { from, until, hours: given }: Pick<Answer, "from" | "until" | "hours">,
  now: number,
  timeZone: string,
): boolean {
  // Most answers have neither, and are asked for by each event that finds one.
  if (from === undefined && until === undefined && given === undefined) return true;
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const today = local.toPlainDate().toString();
  if ((from !== undefined && today < from) || (until !== undefined && today > until)) return false;
  if (given === undefined) return true;
  const time = local.toPlainTime().toString({ smallestUnit: "minute" });
  const [begins = "", ends = ""] = given.split("-");
  return begins < ends ? time >= begins && time < ends : time >= begins || time < ends;
}
