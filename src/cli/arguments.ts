/** Parses the arguments of a CLI command: an action, words and flags, and nothing else. */
import { parseArgs } from "node:util";
import { UsageError } from "./command.ts";

export interface ArgumentForm {
  /** Exact number of words; 0 unless given. */
  words?: number;
  /** Names of flags without their dashes; each may be left out. */
  flags?: readonly string[];
}

export interface ParsedArguments {
  words: string[];
  flags: ReadonlySet<string>;
}

/** @throws {UsageError} with `message` for anything that the form doesn't allow. */
export function parseWords(
  args: readonly string[],
  { words = 0, flags = [] }: ArgumentForm,
  message: string,
): ParsedArguments {
  const options = Object.fromEntries(flags.map((flag) => [flag, { type: "boolean" as const }]));
  try {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
    if (positionals.length === words) {
      return { words: positionals, flags: new Set(Object.keys(values)) };
    }
  } catch {
    // An unknown flag, or a value where none belongs; its text would not name the command's own words.
  }
  throw new UsageError(message);
}

/** Parses arguments that begin with an action. @throws {UsageError} with `message` for anything else. */
export function parseAction<Action extends string>(
  [name = "", ...rest]: readonly string[],
  forms: Readonly<Record<Action, ArgumentForm>>,
  message: string,
): ParsedArguments & { action: Action } {
  const isAction = (text: string): text is Action => Object.hasOwn(forms, text);
  if (!isAction(name)) throw new UsageError(message);
  return { action: name, ...parseWords(rest, forms[name], message) };
}
