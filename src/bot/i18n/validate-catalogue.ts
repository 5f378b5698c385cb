/** Validates messages of catalogues: known keys and arguments only, valid ICU messages, the plural forms that the language has. */
import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import { LRUCache } from "lru-cache";
import type { Language } from "../../config/environment-schema.ts";
import { reasonOf } from "../../errors.ts";
import { compile, locales } from "./format.ts";
import { messageKeys, type MessageKey, isMessageKey } from "./message-keys.ts";

/** What was found in the texts of some drafts and of what is published: to check a long text takes milliseconds. */
const found = new LRUCache<string, readonly string[]>({
  maxSize: 10_000_000,
  sizeCalculation: (_faults, name) => name.length,
});

/** The faults of one message, for which it can't be sent: one sentence each, beginning with the language and the key. */
export function messageFaults(language: Language, key: string, text: string): readonly string[] {
  const name = `${language} ${key} ${text}`;
  const before = found.get(name);
  if (before) return before;
  const all = isMessageKey(key) ? textFaults(language, key, text) : ["no such message"];
  const faults = all.map((fault) => `${language} ${key}: ${fault}`);
  found.set(name, faults);
  return faults;
}

/**
 * What is doubtful in one message, in the same form: plural forms that the language has and the text
 * hasn't, for which ICU takes `other`. None for what isn't a valid ICU message.
 */
export function messageWarnings(language: Language, key: string, text: string): string[] {
  return pluralWarnings(language, text).map((warning) => `${language} ${key}: ${warning}`);
}

/** As `messageWarnings`, without the language and the key. */
export function pluralWarnings(language: Language, text: string): string[] {
  const { pluralCategories } = new Intl.PluralRules(locales[language]).resolvedOptions();
  const warnings: string[] = [];
  for (const part of partsOf(text)) {
    if (part.type !== TYPE.plural || part.pluralType !== "cardinal") continue;
    for (const form of pluralCategories) {
      if (part.options[form]) continue;
      warnings.push(
        `{${part.value}} lacks the plural form "${form}": "other" is used in its place`,
      );
    }
  }
  return warnings;
}

/** A sample value of each kind of argument. */
const sampleValueOf = { text: "–", number: 1, time: 0 };

function textFaults(language: Language, key: MessageKey, text: string): string[] {
  if (!text.trim()) return ["missing"];
  let message: MessageFormatElement[];
  try {
    message = parse(text, { ignoreTag: true });
  } catch (error) {
    return [`not a valid ICU message (${reasonOf(error)})`];
  }
  const kinds: Readonly<Record<string, keyof typeof sampleValueOf>> = messageKeys[key];
  const faults: string[] = [];
  visit(message, (part) => {
    if (part.type === TYPE.literal || part.type === TYPE.pound) return;
    const kind = kinds[part.value];
    if (!kind) {
      const names = Object.keys(kinds).join(", ") || "none";
      faults.push(`unknown argument {${part.value}}; it has: ${names}`);
      return;
    }
    const fits =
      part.type === TYPE.plural || part.type === TYPE.number
        ? kind === "number"
        : part.type === TYPE.date || part.type === TYPE.time
          ? kind === "time"
          : kind === "text";
    if (!fits) faults.push(`{${part.value}} is a ${kind} and can't be used like this`);
  });
  if (faults.length > 0) return faults;
  const values = Object.entries(kinds).map(([name, kind]) => [name, sampleValueOf[kind]]);
  try {
    compile(text, language, "UTC").format(Object.fromEntries(values));
    return [];
  } catch (error) {
    return [`can't be formatted (${reasonOf(error)})`];
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
