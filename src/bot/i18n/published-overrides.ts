/** Published overrides: messages that replace those of the built-in catalogues. */
import { z } from "zod";
import { languages, type Language } from "../../config/environment-schema.ts";
import { giveWay } from "../../give-way.ts";
import { messageFaults, messageWarnings } from "./validate-catalogue.ts";
import { builtInCatalogues, type Catalogues } from "./translate.ts";

/** Language → key → ICU message. */
export type Overrides = Partial<Record<Language, Readonly<Record<string, string>>>>;

const schema = z.partialRecord(z.enum(languages), z.record(z.string(), z.string()));

/** @returns one sentence per fault, beginning with the language and the key; empty = they may be published. */
export function overrideFaults(overrides: Overrides): string[] {
  return languages.flatMap((language) =>
    Object.entries(overrides[language] ?? {}).flatMap(([key, text]) =>
      messageFaults(language, key, text),
    ),
  );
}

/** Characters that are checked at once. */
const maxSlice = 10_000;

/** Checks texts in slices: whatever asks for their faults behind it gets them at once. */
export async function checkInSlices(overrides: Overrides): Promise<void> {
  let checked = 0;
  for (const language of languages) {
    for (const [key, text] of Object.entries(overrides[language] ?? {})) {
      messageFaults(language, key, text);
      checked += text.length;
      if (checked < maxSlice) continue;
      checked = 0;
      await giveWay();
    }
  }
}

/** @returns one sentence per warning, in the form of `overrideFaults`: they may be published all the same. */
export function overrideWarnings(overrides: Overrides): string[] {
  return languages.flatMap((language) =>
    Object.entries(overrides[language] ?? {}).flatMap(([key, text]) =>
      messageWarnings(language, key, text),
    ),
  );
}

/** The overrides that differ from the built-in messages; the others aren't published, so that later built-in changes apply. */
export function changedKeys(overrides: Overrides): Overrides {
  const changed = languages.map((language) => {
    const builtIn: Readonly<Record<string, string>> = builtInCatalogues[language];
    const texts = Object.entries(overrides[language] ?? {});
    return [language, Object.fromEntries(texts.filter(([key, text]) => builtIn[key] !== text))];
  });
  return Object.fromEntries(changed) as Overrides;
}

/**
 * Merges the published overrides into the built-in catalogues. An invalid override is left out.
 * @param published overrides as JSON; null = nothing published yet.
 * @returns the catalogues, and one sentence per override that was left out.
 */
export function withPublished(published: string | null): {
  catalogues: Catalogues;
  faults: string[];
} {
  if (published === null) return { catalogues: builtInCatalogues, faults: [] };
  const read = parseOverrides(published);
  if (!read) return { catalogues: builtInCatalogues, faults: ["they can't be read"] };
  const faults: string[] = [];
  const merged = languages.map((language) => {
    const texts = Object.entries(read[language] ?? {}).filter(([key, text]) => {
      const found = messageFaults(language, key, text);
      faults.push(...found);
      return found.length === 0;
    });
    return [language, { ...builtInCatalogues[language], ...Object.fromEntries(texts) }];
  });
  return { catalogues: Object.fromEntries(merged) as Catalogues, faults };
}

/** Catalogues with a draft's texts in their place, but for faulty ones. @param texts language → message → text. */
export function cataloguesWith(
  catalogues: Catalogues,
  texts: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Catalogues {
  const merged = languages.map((language) => {
    const valid = Object.entries(texts[language] ?? {}).filter(
      ([key, text]) => messageFaults(language, key, text).length === 0,
    );
    return [language, { ...catalogues[language], ...Object.fromEntries(valid) }];
  });
  return Object.fromEntries(merged) as Catalogues;
}

/** @returns null for what isn't overrides as JSON. */
export function parseOverrides(json: string): Overrides | null {
  try {
    return schema.parse(JSON.parse(json));
  } catch {
    return null;
  }
}
