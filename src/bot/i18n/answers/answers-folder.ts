/** Reads the folder of answers: one JSON file for each, which has its name. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { reasonOf } from "../../../errors.ts";
import { decodeText, EncodingError } from "../../../text/text-file.ts";
import type { AnswerBook } from "./answer-book.ts";

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
  const found = faults.map(({ names: [name], text }) =>
    name === undefined ? text : `${name}${ending}: ${text}`,
  );
  return { texts, files, faults: [...unread, ...found] };
}
