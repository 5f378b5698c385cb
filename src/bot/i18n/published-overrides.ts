/** The words that marketers put in the place of ours: some messages of some catalogues. */
import { z } from "zod";
import { languages, type Language } from "../../config/environment-schema.ts";
import { messageFaults } from "./validate-catalogue.ts";
import { builtInCatalogues, type Catalogues } from "./translate.ts";

/** Language → key → ICU message. */
export type Overrides = Partial<Record<Language, Readonly<Record<string, string>>>>;

/** The setting that holds what was published, in the store. */
export const publishedSetting = "published words";

const schema = z.partialRecord(z.enum(languages), z.record(z.string(), z.string()));

/** @returns one sentence per fault, beginning with the language and the key; empty when all may be published. */
export function overrideFaults(overrides: Overrides): string[] {
  return languages.flatMap((language) =>
    Object.entries(overrides[language] ?? {}).flatMap(([key, text]) =>
      messageFaults(language, key, text),
    ),
  );
}

/** What differs from our words: the rest isn't published, so that ours can still get better. */
export function changedKeys(overrides: Overrides): Overrides {
  const changed = languages.map((language) => {
    const ours: Readonly<Record<string, string>> = builtInCatalogues[language];
    const texts = Object.entries(overrides[language] ?? {});
    return [language, Object.fromEntries(texts.filter(([key, text]) => ours[key] !== text))];
  });
  return Object.fromEntries(changed) as Overrides;
}

/**
 * Lays what was published over our words. A text that this version of the bot can't say gives way to ours.
 * @param published overrides as JSON; null = nothing yet.
 * @returns the catalogues, and a sentence for each text that was left out.
 */
export function withPublished(published: string | null): {
  catalogues: Catalogues;
  faults: string[];
} {
  if (published === null) return { catalogues: builtInCatalogues, faults: [] };
  const read = readPublished(published);
  if (!read) return { catalogues: builtInCatalogues, faults: ["they can't be read"] };
  const faults: string[] = [];
  const laidOver = languages.map((language) => {
    const texts = Object.entries(read[language] ?? {}).filter(([key, text]) => {
      const found = messageFaults(language, key, text);
      faults.push(...found);
      return found.length === 0;
    });
    return [language, { ...builtInCatalogues[language], ...Object.fromEntries(texts) }];
  });
  return { catalogues: Object.fromEntries(laidOver) as Catalogues, faults };
}

function readPublished(json: string): Overrides | null {
  try {
    return schema.parse(JSON.parse(json));
  } catch {
    return null;
  }
}
