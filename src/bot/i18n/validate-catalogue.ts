/** Validates messages of catalogues: known keys and arguments only, valid ICU messages, the plural forms that the language has. */
import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { LRUCache } from "lru-cache";
import type { Language } from "../../config/environment-schema.ts";
import { reasonOf } from "../../errors.ts";
import { compile, locales } from "./format.ts";
import { messageKeys, type MessageKey, isMessageKey } from "./message-keys.ts";

/** Why a text can't be sent. */
export type TextFault =
  | { kind: "unknown" | "missing" }
  /** It isn't a valid ICU message, or can't be formatted; the reason is the library's. */
  | { kind: "syntax" | "format"; reason: string }
  /** It has an argument that the message hasn't. */
  | { kind: "argument"; name: string; known: string }
  /** It uses an argument as one of another kind. */
  | { kind: "use"; name: string; of: ArgumentKind };

interface Found {
  faults: readonly TextFault[];
  sentences: readonly string[];
}

/** What was found in the texts of some drafts and of what is published: to check a long text takes milliseconds. */
const found = new LRUCache<string, Found>({
  maxSize: 10_000_000,
  sizeCalculation: (_found, name) => name.length,
});

function check(language: Language, key: string, text: string): Found {
  const name = `${language} ${key} ${text}`;
  const before = found.get(name);
  if (before) return before;
  const faults = isMessageKey(key)
    ? findFaults(language, key, text)
    : [{ kind: "unknown" } as const];
  const sentences = faults.map((fault) => `${language} ${key}: ${sentenceOf(fault)}`);
  found.set(name, { faults, sentences });
  return { faults, sentences };
}

/** The faults of one message, for which it can't be sent. */
export const textFaults = (language: Language, key: string, text: string): readonly TextFault[] =>
  check(language, key, text).faults;

/** They as sentences, each beginning with the language and the key. */
export const messageFaults = (language: Language, key: string, text: string): readonly string[] =>
  check(language, key, text).sentences;

function sentenceOf(fault: TextFault): string {
  switch (fault.kind) {
    case "unknown":
      return "no such message";
    case "missing":
      return "missing";
    case "syntax":
      return `not a valid ICU message (${fault.reason})`;
    case "format":
      return `can't be formatted (${fault.reason})`;
    case "argument":
      return `unknown argument {${fault.name}}; it has: ${fault.known || "none"}`;
    case "use":
      return `{${fault.name}} is a ${fault.of} and can't be used like this`;
  }
}

/**
 * What is doubtful in one message, in the same form: plural forms that the language has and the text
 * hasn't, for which ICU takes `other`. None for what isn't a valid ICU message.
 */
export function messageWarnings(language: Language, key: string, text: string): string[] {
  return missingPlurals(language, text).map(
    ({ name, form }) =>
      `${language} ${key}: {${name}} lacks the plural form "${form}": "other" is used in its place`,
  );
}

/** Plural forms of arguments that the language has and a text hasn't. */
export function missingPlurals(
  language: Language,
  text: string,
): { name: string; form: Intl.LDMLPluralRule }[] {
  const { pluralCategories } = new Intl.PluralRules(locales[language]).resolvedOptions();
  const missing: ReturnType<typeof missingPlurals> = [];
  for (const part of partsOf(text)) {
    if (part.type !== TYPE.plural || part.pluralType !== "cardinal") continue;
    for (const form of pluralCategories) {
      if (!part.options[form]) missing.push({ name: part.value, form });
    }
  }
  return missing;
}

/** A sample value of each kind of argument. */
const sampleValueOf = { text: "–", number: 1, time: 0 };
type ArgumentKind = keyof typeof sampleValueOf;

function findFaults(language: Language, key: MessageKey, text: string): TextFault[] {
  if (!text.trim()) return [{ kind: "missing" }];
  let message: MessageFormatElement[];
  try {
    message = parse(text, { ignoreTag: true });
  } catch (error) {
    return [{ kind: "syntax", reason: reasonOf(error) }];
  }
  const kinds: Readonly<Record<string, ArgumentKind>> = messageKeys[key];
  const faults: TextFault[] = [];
  /** Of every branch: the sample values lead into one of each plural only. */
  const formatted: MessageFormatElement[] = [];
  visit(message, (part) => {
    if (part.type !== TYPE.plural && part.type !== TYPE.select) formatted.push(part);
    if (part.type === TYPE.literal || part.type === TYPE.pound) return;
    const kind = kinds[part.value];
    if (!kind) {
      faults.push({ kind: "argument", name: part.value, known: Object.keys(kinds).join(", ") });
      return;
    }
    const fits =
      part.type === TYPE.plural || part.type === TYPE.number
        ? kind === "number"
        : part.type === TYPE.date || part.type === TYPE.time
          ? kind === "time"
          : kind === "text";
    if (!fits) faults.push({ kind: "use", name: part.value, of: kind });
  });
  if (faults.length > 0) return faults;
  const values = Object.entries(kinds).map(([name, kind]) => [name, sampleValueOf[kind]]);
  try {
    compile(formatted, language, "UTC").format(Object.fromEntries(values));
    return [];
  } catch (error) {
    return [{ kind: "format", reason: reasonOf(error) }];
  }
}

/** The names of the arguments that a message uses; none for one that isn't valid. */
export function argumentsIn(text: string): Set<string> {
  const parts = partsOf(text).filter(({ type }) => type !== TYPE.literal && type !== TYPE.pound);
  return new Set(parts.flatMap((part) => ("value" in part ? [part.value] : [])));
}

/** All parts of a message, those inside others, too; none of one that isn't valid. */
function partsOf(text: string): MessageFormatElement[] {
  const parts: MessageFormatElement[] = [];
  try {
    visit(parse(text, { ignoreTag: true }), (part) => void parts.push(part));
  } catch {
    return [];
  }
  return parts;
}

function visit(
  message: MessageFormatElement[],
  onPart: (part: MessageFormatElement) => void,
): void {
  for (const part of message) {
    onPart(part);
    if (part.type === TYPE.plural || part.type === TYPE.select) {
      for (const option of Object.values(part.options)) visit(option.value, onPart);
    }
    if (part.type === TYPE.tag) visit(part.children, onPart);
  }
}
