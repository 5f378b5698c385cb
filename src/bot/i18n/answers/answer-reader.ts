/** Reads answers as JSON and checks each by itself: its form, LINE's limits, and what the bot understands already. */
import { LRUCache } from "lru-cache";
import type { z } from "zod";
import type { Language } from "../../../config/environment-schema.ts";
import { reasonOf } from "../../../errors.ts";
import { plain } from "../../../text/plain.ts";
import {
  answerSchema,
  dateFaults,
  maxAnswers,
  nameFaults,
  phrasesOf,
  readableParts,
  type Answer,
  type CheckedParts,
} from "./answer.ts";
import { wordsIn } from "./answer-words.ts";

/** What the bot says of answers. */
export interface AnswerRules {
  /** By what a phrase is understood already: the name of an intent or a command; null = by nothing. */
  understoodAs(phrase: string): string | null;
  /** Whether a button may ask for it. */
  isIntent(name: string): boolean;
  /** Whether LINE can load a picture from an address. */
  isPicture(url: string): boolean;
}

export interface AnswerPhrase {
  folded: string;
  language: Language;
  /** Where it stands in the answer, such as `phrases.en.0`. */
  place: string;
}

export interface ReadAnswer {
  name: string;
  /** Null for what isn't one. */
  answer: Answer | null;
  /** Sentences that begin with the place in the answer. */
  faults: readonly string[];
  phrases: readonly AnswerPhrase[];
  /** Of its phrases; found when they are first asked for. */
  readonly words: ReadonlySet<string>;
}

/** @param json what is stored, or in a file. Never throws. */
export type AnswerReader = (name: string, json: string) => ReadAnswer;

/** Some drafts and what is published: to check a hundred phrases takes milliseconds. */
const maxKept = 3 * maxAnswers;

export function createAnswerReader(rules: AnswerRules): AnswerReader {
  const schema = answerSchema(rules.isPicture);
  const kept = new LRUCache<string, ReadAnswer>({ max: maxKept });
  return (name, json) => {
    const key = `${name}\n${json}`;
    const before = kept.get(key);
    if (before) return before;
    const read = readAnswer(name, json, schema, rules);
    kept.set(key, read);
    return read;
  };
}

function readAnswer(
  name: string,
  json: string,
  schema: z.ZodType<Answer>,
  rules: AnswerRules,
): ReadAnswer {
  const nothing = { name, answer: null, phrases: [], words: new Set<string>() };
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return { ...nothing, faults: [reasonOf(error)] };
  }
  const { data: answer, error } = schema.safeParse(value);
  // A fault of its form hides no other.
  const parts = answer ?? readableParts.parse(value);
  const faults = [
    ...(error?.issues ?? []).map(faultText),
    ...dateFaults(parts),
    ...nameFaults(name, parts),
    ...understoodFaults(parts, rules),
    ...intentFaults(parts, rules),
  ];
  if (!answer) return { ...nothing, faults };
  const phrases = phrasesOf(answer).map(({ text, ...where }) => ({
    ...where,
    folded: plain(text),
  }));
  let words: ReadonlySet<string> | null = null;
  return {
    name,
    answer,
    faults,
    phrases,
    get words() {
      words ??= new Set(phrases.flatMap(({ folded }) => [...wordsIn(folded)]));
      return words;
    },
  };
}

function faultText({ path, message, ...issue }: z.core.$ZodIssue): string {
  const place = path.join(".");
  const text =
    issue.code === "unrecognized_keys" ? `has an unknown ${issue.keys.join(", ")}` : message;
  return place === "" ? text : `${place}: ${text}`;
}

const understoodFaults = (parts: CheckedParts, { understoodAs }: AnswerRules): string[] =>
  phrasesOf(parts).flatMap(({ text, place }) => {
    const by = understoodAs(text);
    return by === null ? [] : [`${place}: the bot understands "${text}" already, as ${by}`];
  });

const intentFaults = ({ buttons = [] }: CheckedParts, { isIntent }: AnswerRules): string[] =>
  buttons.flatMap(({ intent }, index) =>
    intent === undefined || isIntent(intent)
      ? []
      : [`buttons.${index}.intent: there is no intent ${intent}`],
  );
