/** Checks a catalogue: every key, only known arguments, sound ICU messages, the plural forms that its language needs. */
import { parse, TYPE, type MessageFormatElement } from "@formatjs/icu-messageformat-parser";
import type { Language } from "../../config.ts";
import { messageKeys, type MessageKey } from "./keys.ts";
import { locales } from "./words.ts";

/** @returns one sentence per fault, beginning with the language and the key; empty when all is well. */
export function catalogueFaults(
  language: Language,
  catalogue: Readonly<Record<string, string>>,
): string[] {
  const keys = Object.keys(messageKeys) as MessageKey[];
  const missing = keys.filter((key) => !catalogue[key]?.trim()).map((key) => `${key}: missing`);
  const wrong = Object.entries(catalogue).flatMap(([key, text]) =>
    isKey(key) ? messageFaults(language, key, text) : [`${key}: no such message`],
  );
  return [...missing, ...wrong].map((fault) => `${language} ${fault}`);
}

const isKey = (key: string): key is MessageKey => Object.hasOwn(messageKeys, key);

function messageFaults(language: Language, key: MessageKey, text: string): string[] {
  let message: MessageFormatElement[];
  try {
    message = parse(text, { ignoreTag: true });
  } catch (error) {
    return [`${key}: not a sound ICU message (${error instanceof Error ? error.message : ""})`];
  }
  const known: Readonly<Record<string, string>> = messageKeys[key];
  const faults: string[] = [];
  visit(message, (part) => {
    if (part.type === TYPE.literal || part.type === TYPE.pound) return;
    const kind = known[part.value];
    if (!kind) {
      const names = Object.keys(known).join(", ") || "none";
      faults.push(`${key}: unknown argument {${part.value}}; it has: ${names}`);
      return;
    }
    const fits =
      part.type === TYPE.plural || part.type === TYPE.number
        ? kind === "number"
        : part.type === TYPE.date || part.type === TYPE.time
          ? kind === "time"
          : kind === "text";
    if (!fits) faults.push(`${key}: {${part.value}} is a ${kind} and can't be used like this`);
    if (part.type === TYPE.plural && part.pluralType === "cardinal") {
      for (const form of new Intl.PluralRules(locales[language]).resolvedOptions()
        .pluralCategories) {
        if (!part.options[form])
          faults.push(`${key}: {${part.value}} lacks the plural form "${form}"`);
      }
    }
  });
  return faults;
}

function visit(message: MessageFormatElement[], see: (part: MessageFormatElement) => void): void {
  for (const part of message) {
    see(part);
    if (part.type === TYPE.plural || part.type === TYPE.select) {
      for (const option of Object.values(part.options)) visit(option.value, see);
    }
    if (part.type === TYPE.tag) visit(part.children, see);
  }
}
