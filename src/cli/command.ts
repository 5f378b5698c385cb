/** Defines the interface of CLI commands and their errors. */
import { parseArgs } from "node:util";
import { nearest } from "../config/misspelt.ts";

/** Environment and output of a command. */
export interface Terminal {
  environment: Readonly<Record<string, string | undefined>>;
  /** The path at which an `.env` file was looked for; absent where none is. */
  environmentFile?: string;
  /** Writes lines to standard output. */
  print(...lines: readonly string[]): void;
  /** Aborts when the process is told to stop. */
  stop: AbortSignal;
}

export interface Command {
  /**
   * @param args the arguments after the command's name.
   * @returns the process's exit code: 0 done, 1 failed, 2 usage error.
   * @throws {UsageError} if the arguments are invalid, {CommandError} if the command fails.
   */
  run(args: readonly string[], terminal: Terminal): Promise<number>;
}

/** The command failed; the message says why and what to do about it. */
export class CommandError extends Error {}

/** The arguments are invalid; the usage is printed. */
export class UsageError extends Error {}

// Parses the arguments of a CLI command: an action, words and options, and nothing else.

interface ArgumentForm {
  /** Exact number of words; 0 unless given. */
  words?: number;
  /** How many words more there may be; 0 unless given. */
  optionalWords?: number;
  /** Names of flags without their dashes; each may be left out. */
  flags?: readonly string[];
  /** Names of options with a value, likewise. */
  options?: readonly string[];
}

interface ParsedArguments {
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
