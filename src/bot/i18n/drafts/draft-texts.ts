/** What a draft of texts changes in what is published, and where others have published the same meanwhile. */
import type { Language } from "../../../config/environment-schema.ts";
import { languages } from "../../../config/environment-schema.ts";
import { publicationsInEffect, type Publication } from "../../../store/publications.ts";
import type { Draft, DraftState } from "../../../store/drafts.ts";
import { changedKeys, parseOverrides, type Overrides } from "../published-overrides.ts";
import { builtInCatalogues } from "../translate.ts";
import { isMessageKey } from "../validate-catalogue.ts";

export interface TextName {
  language: Language;
  key: string;
}

/** @param json of a publication; null = there is none. */
export const overridesOf = (json: string | null): Overrides => parseOverrides(json ?? "{}") ?? {};

/** The text that members read with these overrides; undefined = no such message. */
export const textIn = (overrides: Overrides, { language, key }: TextName): string | undefined =>
  overrides[language]?.[key] ??
  (builtInCatalogues[language] as Readonly<Record<string, string>>)[key];

/**
 * The published overrides with what the draft changes. Published texts that are faulty to this version of the bot stay:
 * it leaves them out where it reads them, and they are right to another version, such as one that runs beside it.
 */
export function mergeDraft(published: Overrides, draft: Pick<Draft, "texts">): Overrides {
  const own = knownTexts(draft);
  const merged = languages.map((language) => [
    language,
    { ...published[language], ...own[language] },
  ]);
  return changedKeys(Object.fromEntries(merged) as Overrides);
}

/** The draft's texts of messages that the bot has: nobody can edit one that an update of the bot has taken out. */
export function knownTexts({ texts }: Pick<Draft, "texts">): Overrides {
  const known = languages.map((language) => [
    language,
    Object.fromEntries(Object.entries(texts[language] ?? {}).filter(([key]) => isMessageKey(key))),
  ]);
  return Object.fromEntries(known) as Overrides;
}

/** The names of all texts that a draft holds. */
export const namesIn = ({ texts }: Pick<Draft, "texts">): TextName[] =>
  languages.flatMap((language) =>
    Object.keys(texts[language] ?? {}).map((key) => ({ language, key })),
  );

/** How long all texts are together. */
export const charactersIn = (texts: Draft["texts"]): number =>
  Object.values(texts)
    .flatMap((own) => Object.values(own))
    .reduce((sum, text) => sum + text.length, 0);

/** The texts that two sets of overrides have differently. */
export function differencesOf(before: Overrides, after: Overrides): TextName[] {
  return languages.flatMap((language) => {
    const keys = new Set([
      ...Object.keys(before[language] ?? {}),
      ...Object.keys(after[language] ?? {}),
    ]);
    return [...keys]
      .map((key) => ({ language, key }))
      .filter((name) => textIn(before, name) !== textIn(after, name));
  });
}

/** The draft's texts that others have published since it was begun, and that are now something else. */
export function conflictsOf({ draft, newest, base }: DraftState): TextName[] {
  if (!draft || draft.base === (newest?.id ?? 0)) return [];
  const [before, now] = [
    overridesOf(base?.overrides ?? null),
    overridesOf(newest?.overrides ?? null),
  ];
  return namesIn(draft).filter((name) => {
    const published = textIn(now, name);
    return (
      published !== textIn(before, name) && published !== draft.texts[name.language]?.[name.key]
    );
  });
}

/**
 * The texts that the studio has published since the command line did last, and that a publication of these overrides
 * would take back.
 * @param publications all, oldest first.
 */
export function lostTexts(publications: readonly Publication[], overrides: Overrides): TextName[] {
  const inEffect = publicationsInEffect(publications);
  const own = inEffect.findLast(({ source }) => source === "command line");
  const current = inEffect.at(-1);
  if (!current || current === own) return [];
  const before = overridesOf(own?.overrides ?? null);
  const now = overridesOf(current.overrides);
  return differencesOf(before, now).filter((name) => textIn(now, name) !== textIn(overrides, name));
}
