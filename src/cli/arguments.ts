/** Parses the arguments of a CLI command: an action, words and options, and nothing else. */
import { parseArgs } from "node:util";
import { nearest } from "../config/misspelt.ts";
import { UsageError } from "./command.ts";

export interface ArgumentForm {
  /** Exact number of words; 0 unless given. */
  words?: number;
  /** How many words more there may be; 0 unless given. */
  optionalWords?: number;
  /** Names of flags without their dashes; each may be left out. */
  flags?: readonly string[];
  /** Names of options with a value, likewise. */
  options?: readonly string[];
}

export interface ParsedArguments {
  words: string[];
  flags: ReadonlySet<string>;
  options: ReadonlyMap<string, string>;
}

/** @throws {UsageError} with `message` for anything that the form doesn't allow, and the nearest option. */
export function parseWords(
  args: readonly string[],
  { words = 0, optionalWords = 0, flags = [], options = [] }: ArgumentForm,
  message: string,
): ParsedArguments {
  const known = Object.fromEntries([
    ...flags.map((name) => [name, { type: "boolean" as const }] as const),
    ...options.map((name) => [name, { type: "string" as const }] as const),
  ]);
  try {
    const parsed = parseArgs({ args: [...args], allowPositionals: true, options: known });
    const { positionals } = parsed;
    const more = positionals.length - words;
    if (more >= 0 && more <= optionalWords) {
      const values = Object.entries(parsed.values);
      const texts = values.filter((pair): pair is [string, string] => typeof pair[1] === "string");
      return {
        words: positionals,
        flags: new Set(values.map(([name]) => name).filter((name) => flags.includes(name))),
        options: new Map(texts),
      };
    }
  } catch {
    // An unknown option, or a value where none belongs; its text would not name the command's own words.
  }
  const names = [...flags, ...options].map((name) => `--${name}`);
  const unknown = args.find((arg) => arg.startsWith("-") && !names.includes(arg));
  throw new UsageError(unknown === undefined ? message : withSuggestion(message, unknown, names));
}

/** Parses arguments that begin with an action. @throws {UsageError} with `message` for anything else. */
export function parseAction<Action extends string>(
  [name = "", ...rest]: readonly string[],
  forms: Readonly<Record<Action, ArgumentForm>>,
  message: string,
): ParsedArguments & { action: Action } {
  const isAction = (text: string): text is Action => Object.hasOwn(forms, text);
  if (!isAction(name)) throw new UsageError(withSuggestion(message, name, Object.keys(forms)));
  return { action: name, ...parseWords(rest, forms[name], message) };
}

/** The end of a sentence that names an unknown word: the nearest right one, if there is one. */
export function suggestion(word: string, names: readonly string[]): string {
  const right = nearest(word, names);
  return right === undefined ? "" : `: did you mean ${right}?`;
}

export function withSuggestion(message: string, word: string, names: readonly string[]): string {
  const end = suggestion(word, names);
  return end === "" ? message : `${word}${end}\n${message}`;
}
