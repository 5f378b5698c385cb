/** All answers that are in effect: found by a phrase, by name, or by words that they share with a text. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Language } from "../../../config/environment-schema.ts";
import { reasonOf } from "../../../errors.ts";
import { giveWay } from "../../../give-way.ts";
import { decodeText, EncodingError } from "../../../text/text-file.ts";
import { answerFaultSentence, type PlacedFault } from "./answer-faults.ts";
import { type AnswerReader, type ReadAnswer, wordsIn } from "./answer-reader.ts";
import { type Answer, maxAnswers } from "./answer.ts";

/** Name → the answer as JSON; empty = there is none of this name any more. */
export type AnswerTexts = Readonly<Record<string, string>>;

/** Why answers can't be published, or are left out. */
export interface AnswerFault extends PlacedFault {
  /** The answers that have it: one, or two that have the same phrase; none for all together. */
  names: readonly string[];
}

/** For the log and the operator. */
export const answerFaultText = (fault: AnswerFault): string =>
  `${["answers", ...fault.names.slice(0, 1)].join(" ")}: ${answerFaultSentence(fault)}`;

/** What a phrase asks for. */
interface AskedAnswer {
  name: string;
  answer: Answer;
  /** The language of the phrase; null where several have it. */
  language: Language | null;
}

export interface AnswerBook {
  /** Changes with any answer. */
  readonly version: string;
  /** In the order of their names. */
  readonly answers: ReadonlyMap<string, Answer>;
  /** As JSON, by name. */
  readonly texts: AnswerTexts;
  /** Of those that were left out. */
  readonly faults: readonly AnswerFault[];
  /** @param phrase folded. One look-up. */
  asked(phrase: string): AskedAnswer | undefined;
  /** The names of the answers whose phrases share a word with a text, those with the most first. */
  related(text: string): string[];
  /** Another book by the same rules, above the same built-in answers. */
  of(texts: AnswerTexts): AnswerBook;
  /** This book with some answers replaced, as by a draft; faulty ones are left out. */
  with(texts: AnswerTexts): AnswerBook;
  /** The faults that answers would have beside the built-in ones, which they may replace by name. */
  check(texts: AnswerTexts): readonly AnswerFault[];
  /** Reads answers in slices, with their words and faults: a book with them is then made at once. */
  prepare(texts: AnswerTexts): Promise<void>;
}

/**
 * @param options `builtIn`: answers in effect where `texts` has none of their name and none of their phrases.
 * `texts`: those that are published.
 */
export function createAnswerBook(options: {
  read: AnswerReader;
  builtIn: AnswerTexts;
  texts: AnswerTexts;
}): AnswerBook {
  const { read, builtIn, texts } = options;
  const faults: AnswerFault[] = [];
  const phrases = new Map<string, AskedAnswer>();
  const taken = new Map<string, ReadAnswer>();
  const owners = new Map<string, ReadAnswer>();
  for (const [name, json] of inOrder(texts)) {
    if (json === "") continue;
    const found = read(name, json);
    faults.push(...found.faults.map((fault) => ({ ...fault, names: [name] })));
    if (!found.answer || found.faults.length > 0) continue;
    const shared = sharedPhrase(found, owners);
    if (shared) faults.push(shared);
    else if (taken.size === maxAnswers) {
      const values = { max: `${maxAnswers}` };
      faults.push({ names: [], place: "", message: { key: "answer.fault.many", values } });
      break;
    } else take(found);
  }
  for (const [name, json] of inOrder(builtIn)) {
    const found = read(name, json);
    if (texts[name] === undefined && found.answer && !sharedPhrase(found, owners)) take(found);
  }

  function take(found: ReadAnswer): void {
    const { name, answer } = found;
    if (!answer) return;
    taken.set(name, found);
    for (const { folded, language } of found.phrases) {
      const isOfSeveral = owners.has(folded);
      owners.set(folded, found);
      phrases.set(folded, { name, answer, language: isOfSeveral ? null : language });
    }
  }

  const inEffect = [...taken.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const written = { ...builtIn, ...texts };
  const effective = Object.fromEntries(inEffect.map(({ name }) => [name, written[name] ?? ""]));
  return {
    version: createHash("sha256").update(JSON.stringify(effective)).digest("base64url"),
    answers: new Map(inEffect.flatMap(({ name, answer }) => (answer ? [[name, answer]] : []))),
    texts: effective,
    faults,
    asked: (phrase) => phrases.get(phrase),
    related: (text) => relatedIn(inEffect, text),
    of: (others) => createAnswerBook({ ...options, texts: others }),
    with: (changed) =>
      createAnswerBook({ ...options, texts: { ...texts, ...valid(read, changed) } }),
    check: (others) =>
      createAnswerBook({ read, builtIn: {}, texts: { ...builtIn, ...others } }).faults,
    async prepare(others) {
      for (const [name, json] of Object.entries(others)) {
        await giveWay();
        const { words, faults: found } = read(name, json);
        void [words.size, found.length];
      }
    },
  };
}

const inOrder = (texts: AnswerTexts) =>
  Object.entries(texts).toSorted(([one], [other]) => (one < other ? -1 : 1));

const valid = (read: AnswerReader, texts: AnswerTexts): AnswerTexts =>
  Object.fromEntries(
    Object.entries(texts).filter(
      ([name, json]) => json === "" || read(name, json).faults.length === 0,
    ),
  );

/** The first phrase that another answer has, too. */
function sharedPhrase(
  { name, phrases }: ReadAnswer,
  owners: ReadonlyMap<string, ReadAnswer>,
): AnswerFault | null {
  for (const { folded, place } of phrases) {
    const owner = owners.get(folded);
    if (owner) {
      const values = { phrase: folded, name: owner.name };
      const names = [name, owner.name];
      return { names, place, message: { key: "answer.fault.phrase.shared", values } };
    }
  }
  return null;
}

/** A word that few answers have says more than one that many have. */
function relatedIn(answers: readonly ReadAnswer[], text: string): string[] {
  const scores = new Map<string, number>();
  for (const word of wordsIn(text)) {
    const having = answers.filter(({ words }) => words.has(word));
    for (const { name } of having) scores.set(name, (scores.get(name) ?? 0) + 1 / having.length);
  }
  return [...scores]
    .toSorted(([one, score], [other, best]) => best - score || (one < other ? -1 : 1))
    .map(([name]) => name);
}

/** Nothing of the shop's own. */
export const noAnswers: AnswerBook = createAnswerBook({
  read: (name) => ({ name, answer: null, faults: [], phrases: [], words: new Set() }),
  builtIn: {},
  texts: {},
});

// Reads the folder of answers: one JSON file for each, which has its name.

export interface AnswersFolder {
  /** Name → the answer as JSON, as it is stored. */
  texts: Readonly<Record<string, string>>;
  /** The files that were read, such as `hours.json`. */
  files: readonly string[];
  /** One sentence per fault, beginning with the file; empty = they may be published. */
  faults: readonly string[];
}

const ending = ".json";

/** Whether there is such a folder. */
export function hasAnswersFolder(dir: string): boolean {
  try {
    return readdirSync(dir).some((name) => name.endsWith(ending));
  } catch {
    return false;
  }
}

/** Reads and checks the folder. Never throws: what can't be read is a fault. @param rules any book by the rules. */
export function readAnswersFolder(dir: string, rules: AnswerBook): AnswersFolder {
  let files: string[];
  try {
    files = readdirSync(dir)
      .filter((name) => name.endsWith(ending))
      .toSorted();
  } catch (error) {
    return { texts: {}, files: [], faults: [`ANSWERS_DIR can't be read: ${reasonOf(error)}`] };
  }
  const texts: Record<string, string> = {};
  const unread: string[] = [];
  for (const file of files) {
    try {
      const value: unknown = JSON.parse(decodeText(readFileSync(join(dir, file)), file));
      texts[file.slice(0, -ending.length)] = JSON.stringify(value);
    } catch (error) {
      unread.push(error instanceof EncodingError ? error.message : `${file}: ${reasonOf(error)}`);
    }
  }
  const { faults } = rules.of(texts);
  const found = faults.map((fault) => {
    const [name] = fault.names;
    const text = answerFaultSentence(fault);
    return name === undefined ? text : `${name}${ending}: ${text}`;
  });
  return { texts, files, faults: [...unread, ...found] };
}
