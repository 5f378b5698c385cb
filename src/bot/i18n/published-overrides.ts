/** Published overrides: messages that replace those of the built-in catalogues, and the answers of the shop's own. */
import { z } from "zod";
import { languages } from "../../config/environment-schema.ts";
import { giveWay } from "../../give-way.ts";
import type { Publication } from "../../store/publications.ts";
import { messageFaults, messageWarnings } from "./validate-catalogue.ts";
import { builtInCatalogues, type Catalogues } from "./translate.ts";

/** The answers of the shop's own, beside the languages: its keys are their names, and its texts JSON. */
export const answerSection = "answers";
export const textSections = [...languages, answerSection] as const;
export type TextSection = (typeof textSections)[number];

/** Language → key → ICU message, and `answers` → name → answer. */
export type Overrides = Partial<Record<TextSection, Readonly<Record<string, string>>>>;

const byName = z.record(z.string(), z.string());
const schema = z.partialRecord(z.enum(languages), byName);

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
  const { answers } = overrides;
  return { ...(Object.fromEntries(changed) as Overrides), ...(answers && { answers }) };
}

/** What catalogues have other than the built-in ones, and their answers. */
export const overridesIn = ({ answers, ...texts }: Catalogues): Overrides => ({
  ...changedKeys(texts),
  ...(answers && { answers: answers.texts }),
});

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

/** Catalogues with a draft's texts and answers in their place, but for faulty ones. @param texts language → message → text. */
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
  return { ...(Object.fromEntries(merged) as Catalogues), ...draftedAnswers(catalogues, texts) };
}

/** The answers of catalogues with a draft's in their place. */
export const draftedAnswers = (
  { answers }: Catalogues,
  texts: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Pick<Catalogues, "answers"> =>
  answers ? { answers: answers.with(texts[answerSection] ?? {}) } : {};

/** The answers of a publication as JSON; none for what isn't that. */
export function parseAnswers(json: string): Readonly<Record<string, string>> {
  try {
    return byName.parse(JSON.parse(json));
  } catch {
    return {};
  }
}

/** @returns null for what isn't overrides as JSON. */
export function parseOverrides(json: string): Overrides | null {
  try {
    return schema.parse(JSON.parse(json));
  } catch {
    return null;
  }
}

/** Overrides as a publication has them. */
export function storedOverrides(
  overrides: Overrides,
): Partial<Pick<Publication, "overrides" | "answers">> {
  const { answers, ...texts } = overrides;
  return {
    ...((!answers || Object.keys(texts).length > 0) && {
      overrides: JSON.stringify(changedKeys(texts)),
    }),
    ...(answers && { answers: JSON.stringify(answers) }),
  };
}
