/** What a draft of texts and answers changes in what is published, and where others have published the same meanwhile. */
import { languages } from "../../../config/environment-schema.ts";
import { publicationsInEffect, type Publication } from "../../../store/publications.ts";
import type { Draft, DraftState } from "../../../store/drafts.ts";
import {
  answerSection,
  changedKeys,
  parseAnswers,
  parseOverrides,
  textSections,
  type Overrides,
  type TextSection,
} from "../published-overrides.ts";
import { builtInCatalogues } from "../translate.ts";
import { isMessageKey } from "../message-keys.ts";

/** A message in a language, or an answer of the shop's own by its name. */
export interface TextName {
  language: TextSection;
  key: string;
}

/** @param publication null = there is none. */
export const overridesOf = (
  publication: Pick<Publication, "overrides" | "answers"> | null,
): Overrides => ({
  ...parseOverrides(publication?.overrides ?? "{}"),
  [answerSection]: parseAnswers(publication?.answers ?? "{}"),
});

/** An answer may be called as a property that every object has. */
const ownText = (texts: Readonly<Record<string, string>> | undefined, key: string) =>
  texts && Object.hasOwn(texts, key) ? texts[key] : undefined;

/** The text that members read with these overrides; undefined = no such message, or none of the shop's answers. */
export const textIn = (overrides: Overrides, { language, key }: TextName): string | undefined =>
  ownText(overrides[language], key) ??
  (language === answerSection ? undefined : ownText(builtInCatalogues[language], key));

/**
 * The published overrides with what the draft changes. Published texts that are faulty to this version of the bot stay:
 * it leaves them out where it reads them, and they are right to another version, such as one that runs beside it.
 */
export function mergeDraft(published: Overrides, draft: Pick<Draft, "texts">): Overrides {
  const own = knownTexts(draft);
  const merged = textSections.map((section) => [
    section,
    { ...published[section], ...own[section] },
  ]);
  return changedKeys(Object.fromEntries(merged) as Overrides);
}

/** The draft's texts of messages that the bot has: nobody can edit one that an update of the bot has taken out. */
export function knownTexts({ texts }: Pick<Draft, "texts">): Overrides {
  const known = languages.map((language) => [
    language,
    Object.fromEntries(Object.entries(texts[language] ?? {}).filter(([key]) => isMessageKey(key))),
  ]);
  const { [answerSection]: answers } = texts;
  return { ...(Object.fromEntries(known) as Overrides), ...(answers && { answers }) };
}

/** The names of all texts that a draft holds. */
export const namesIn = ({ texts }: Pick<Draft, "texts">): TextName[] =>
  textSections.flatMap((language) =>
    Object.keys(texts[language] ?? {}).map((key) => ({ language, key })),
  );

/** How long all texts are together. */
export const charactersIn = (texts: Draft["texts"]): number =>
  Object.values(texts)
    .flatMap((own) => Object.values(own))
    .reduce((sum, text) => sum + text.length, 0);

/** The texts that two sets of overrides have differently. */
export function differencesOf(before: Overrides, after: Overrides): TextName[] {
  return textSections.flatMap((language) => {
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
  const [before, now] = [overridesOf(base), overridesOf(newest)];
  return namesIn(draft).filter((name) => {
    const published = textIn(now, name);
    return (
      published !== textIn(before, name) && published !== draft.texts[name.language]?.[name.key]
    );
  });
}

/** Whether a text is one of the answers. */
export const isAnswer = ({ language }: Pick<TextName, "language">): boolean =>
  language === answerSection;

/**
 * The texts that the studio has published since the command line did last, and that a publication of these overrides
 * would take back: of the answers if they have some, else of the messages.
 * @param publications all, oldest first.
 */
export function lostTexts(publications: readonly Publication[], overrides: Overrides): TextName[] {
  const ofAnswers = overrides.answers !== undefined;
  const inEffect = publicationsInEffect(publications);
  const own = inEffect.findLast(
    ({ source }, index) =>
      source === "command line" && !changesOthersOnly(inEffect, index, ofAnswers),
  );
  const current = inEffect.at(-1);
  if (!current || current === own) return [];
  const [before, now] = [overridesOf(own ?? null), overridesOf(current)];
  return differencesOf(before, now).filter(
    (name) =>
      isAnswer(name) === ofAnswers &&
      (textIn(now, name) || undefined) !== (textIn(overrides, name) || undefined),
  );
}

/** Whether one publication changes answers and no messages, or messages and no answers. */
function changesOthersOnly(
  inEffect: readonly Publication[],
  index: number,
  ofAnswers: boolean,
): boolean {
  const names = differencesOf(
    overridesOf(inEffect[index - 1] ?? null),
    overridesOf(inEffect[index] ?? null),
  );
  return names.length > 0 && names.every((name) => isAnswer(name) !== ofAnswers);
}
