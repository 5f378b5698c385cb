/** Reads and validates the folder of draft overrides: one JSON file per language. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { languages, type Language } from "../../config/environment-schema.ts";
import { reasonOf } from "../../errors.ts";
import { decodeText, EncodingError } from "../../text/text-file.ts";
import { overrideFaults, type Overrides } from "./published-overrides.ts";

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
