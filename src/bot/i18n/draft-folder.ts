/** Reads and validates the folder of draft overrides: one JSON file per language. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type Language, languages } from "../../config/environment-schema.ts";
import { reasonOf } from "../../errors.ts";
import { decodeText, EncodingError } from "../../text/text-file.ts";
import { hasAnswersFolder, noAnswers, readAnswersFolder } from "./answers/answer-book.ts";
import { overrideFaults, type Overrides, withPublished } from "./published-overrides.ts";
import { createMessages, type Messages } from "./translate.ts";

export interface DraftFolder {
  overrides: Overrides;
  /** The files that were read, such as `th.json`. */
  files: string[];
  /** One sentence per fault, beginning with the file or the language and the key; empty = it may be published. */
  faults: string[];
}

const file = z.record(z.string(), z.string("must be a text"));

const languageOf = (name: string): Language | undefined =>
  languages.find((language) => name === `${language}.json`);

/** Reads and validates the folder. Never throws: what can't be read is a fault. */
export function readDraftFolder(dir: string): DraftFolder {
  let names: string[];
  try {
    names = readdirSync(dir).filter((name) => name.endsWith(".json"));
  } catch (error) {
    return { overrides: {}, files: [], faults: [`WORDS_DIR can't be read: ${reasonOf(error)}`] };
  }
  const overrides: Overrides = {};
  const faults: string[] = [];
  for (const name of names) {
    const language = languageOf(name);
    if (!language) {
      const known = languages.map((one) => `${one}.json`).join(", ");
      faults.push(`${name}: no language is called like this; the files are ${known}`);
      continue;
    }
    try {
      const read = file.safeParse(JSON.parse(textOf(dir, name)));
      if (read.success) overrides[language] = read.data;
      else {
        for (const { path, message } of read.error.issues) {
          faults.push(`${name}: ${path.join(".") || "the file"}: ${message}`);
        }
      }
    } catch (error) {
      const isNamed = error instanceof EncodingError;
      faults.push(isNamed ? error.message : `${name}: ${reasonOf(error)}`);
    }
  }
  return { overrides, files: names, faults: [...faults, ...overrideFaults(overrides)] };
}

function textOf(dir: string, name: string): string {
  try {
    return decodeText(readFileSync(join(dir, name)), name);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "{}";
    throw error;
  }
}

/** The folders of drafts. */
interface DraftFolders {
  /** Null = none: the published messages are used. */
  words: string | null;
  /** Where it isn't there or has no file, the published answers are used. */
  answers: string;
}

/** Messages with the current drafts in files applied, for previewing them; the folders are read on each use. */
export function draftMessages(
  { words, answers }: DraftFolders,
  published: Messages,
  timeZone: string,
): Messages {
  let latest = { overrides: "", messages: published };
  const current = (): Messages => {
    if (words === null) return published;
    const overrides = JSON.stringify(readDraftFolder(words).overrides);
    // Invalid drafts are left out, so that a mistake never stops the replies.
    if (overrides !== latest.overrides) {
      latest = {
        overrides,
        messages: createMessages(withPublished(overrides).catalogues, timeZone),
      };
    }
    return latest.messages;
  };
  const currentAnswers = () => {
    const book = published.answers ?? noAnswers;
    return hasAnswersFolder(answers) ? book.of(readAnswersFolder(answers, book).texts) : book;
  };
  return {
    in: (language) => current().in(language),
    get answers() {
      return currentAnswers();
    },
    get version() {
      return `${current().version} ${currentAnswers().version}`;
    },
  };
}
