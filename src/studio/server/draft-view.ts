/** Renders a draft for its review: differences word by word, where each text appears, and warnings. */
import { answerSection } from "../../bot/i18n/published-overrides.ts";
import { answerLines, answerWarnings } from "./answer-lines.ts";
import {
  conflictsOf,
  differencesOf,
  isAnswer,
  namesIn,
  overridesOf,
  textIn,
  type TextName,
} from "../../bot/i18n/drafts/draft-texts.ts";
import { allowedSteps, type DraftAct } from "../../bot/i18n/drafts/draft-rules.ts";
import { limitUsageOf } from "../../line/messages/limit-usage.ts";
import type { MessageKey } from "../../bot/i18n/message-keys.ts";
import { argumentsIn, isMessageKey, pluralWarnings } from "../../bot/i18n/validate-catalogue.ts";
import type { Language } from "../../config/environment-schema.ts";
import type {
  ChangedText,
  DraftSummary,
  DraftView,
  PublicationView,
  TextDifference,
} from "./draft-types.ts";
import type { Sample } from "./api-types.ts";
import { renderGallery } from "./gallery.ts";
import { giveWay } from "../../give-way.ts";
import type { PreviewContext } from "./preview-context.ts";
import { placeSentence, type TextPlaces } from "./text-places.ts";
import { textFaultsOf } from "./translations-editor.ts";
import { wordDifferences } from "./word-differences.ts";

type DraftState = Parameters<typeof conflictsOf>[0];
type Draft = NonNullable<DraftState["draft"]>;
type Publication = NonNullable<DraftState["newest"]>;

/** The most differences that the history shows of one publication. */
const maxDifferences = 50;

export const summaryOf = (draft: Draft, editorId: string): DraftSummary => ({
  author: draft.author,
  authorName: draft.authorName,
  isOwn: draft.author === editorId,
  version: draft.version,
  review: draft.review,
  texts: namesIn(draft).length,
  publishAt: draft.schedule?.at ?? null,
  changedAt: draft.changedAt,
});

export interface ViewOptions {
  previews: PreviewContext;
  places: TextPlaces;
  /** The texts of the rich menus. */
  menuKeys: ReadonlySet<string>;
  act: DraftAct;
}

export async function viewDraft(
  draft: Draft,
  state: DraftState,
  options: ViewOptions,
): Promise<DraftView> {
  const { previews, act } = options;
  const { newest } = state;
  const conflicts = conflictsOf(state);
  // Checks the texts, each in a slice: the steps depend on the faults of all.
  const changes = [
    ...(await changesOf(draft, newest, conflicts, options)),
    ...(await changedAnswers(draft, newest, conflicts, options)),
  ];
  const isOvertaken = draft.base !== (newest?.id ?? 0);
  return {
    ...summaryOf(draft, act.editor.id),
    publication: newest?.id ?? 0,
    approver: draft.approver?.name ?? null,
    planner: draft.schedule?.name ?? null,
    comments: draft.comments.map(({ at, by, text }) => ({ at, name: by.name, text })),
    overtakenBy:
      newest && isOvertaken
        ? {
            id: newest.id,
            at: newest.at,
            author: newest.author,
            hasConflicts: conflicts.length > 0,
          }
        : null,
    steps: allowedSteps(state, act),
    changes,
    warnings: await limitWarnings(previews, draft),
    needsReview: act.needsReview,
  };
}

async function changesOf(
  draft: Draft,
  newest: Publication | null,
  conflicts: readonly TextName[],
  { previews, places, menuKeys }: ViewOptions,
): Promise<ChangedText[]> {
  const published = overridesOf(newest);
  const names = namesIn(draft).filter((name) => !isAnswer(name));
  const changes: ChangedText[] = [];
  for (const key of new Set(names.map((name) => name.key))) {
    const own = names.filter((name) => name.key === key);
    const found = places.get(key as MessageKey) ?? [];
    const texts = own.map((name) => ({
      name,
      before: textIn(published, name) ?? "",
      after: draft.texts[name.language]?.[key] ?? "",
    }));
    const differences: ChangedText["differences"] = [];
    const warnings = missingLanguages(previews.languages, own);
    for (const { name, before, after } of texts) {
      const language = name.language as Language;
      await giveWay();
      const isConflict = conflicts.some((one) => one.key === key && one.language === language);
      differences.push({ ...name, parts: wordDifferences(before, after, language), isConflict });
      await giveWay();
      warnings.push(
        ...faultsOf(language, key, after),
        ...lostArguments(language, before, after),
        ...pluralWarnings(language, after).map((warning) => `${language}: ${warning}.`),
      );
    }
    changes.push({
      key,
      place: placeSentence(found, menuKeys.has(key)),
      samples: found.map(({ reply, sample }) => ({ reply, sample })),
      differences,
      warnings,
    });
  }
  return changes;
}

/** The shop's own answers that a draft changes, each as lines of text. */
async function changedAnswers(
  draft: Draft,
  newest: Publication | null,
  conflicts: readonly TextName[],
  { previews, act }: ViewOptions,
): Promise<ChangedText[]> {
  const book = previews.published().answers;
  const own = draft.texts[answerSection] ?? {};
  const faults = act.answers.check({ ...overridesOf(newest).answers, ...own });
  const changes: ChangedText[] = [];
  for (const name of namesIn(draft).filter(isAnswer)) {
    await giveWay();
    const { key } = name;
    const after = own[key] ?? "";
    const isConflict = conflicts.some((one) => isAnswer(one) && one.key === key);
    changes.push({
      key,
      place:
        after === "" ? "An answer of the shop’s own, which goes." : "An answer of the shop’s own.",
      samples: after === "" ? [] : [{ reply: "answer", sample: `ordinary-${key}` }],
      differences: [{ ...name, parts: partsOf(name, book?.texts[key], after), isConflict }],
      warnings: [
        ...faults
          .filter(({ names }) => names.length === 0 || names.includes(key))
          .map(({ text }) => `It can’t be published: ${text}.`),
        ...answerWarnings(after, previews.languages),
      ],
    });
  }
  return changes;
}

/** Word by word; an answer is compared as people read it. */
function partsOf(name: TextName, before: string | undefined, after: string | undefined) {
  const shown = (text = "") => (isAnswer(name) ? answerLines(text) : text);
  return wordDifferences(shown(before), shown(after), isAnswer(name) ? "en" : name.language);
}

function missingLanguages(offered: readonly string[], own: readonly TextName[]): string[] {
  const missing = offered.filter((one) => !own.some(({ language }) => language === one));
  return missing.length > 0 ? [`Not changed in ${new Intl.ListFormat("en").format(missing)}.`] : [];
}

/** What an update of the bot since the text was saved made faulty. */
const faultsOf = (language: Language, key: string, text: string): string[] =>
  isMessageKey(key)
    ? textFaultsOf(language, key, text).map(
        (fault) => `${language}: it can’t be published: ${fault}.`,
      )
    : [`${language}: the bot has no such message any more, so it isn’t published.`];

const lostArguments = (language: string, before: string, after: string): string[] => {
  const kept = argumentsIn(after);
  const lost = [...argumentsIn(before)].filter((name) => !kept.has(name));
  return lost.map((name) => `${language}: {${name}} isn’t shown any more.`);
};

/** About each reply that comes nearer one of LINE's limits than it is now, or breaks one of its rules. */
async function limitWarnings(previews: PreviewContext, draft: Draft): Promise<string[]> {
  const changed = new Set(namesIn(draft).map(({ language }) => language));
  const samples: Sample[] = [];
  for (const language of previews.languages.filter((one) => changed.has(one))) {
    for await (const rendered of renderGallery(previews, language, draft)) {
      // What doesn't change warns of nothing.
      samples.push(...rendered.filter(({ published }) => published));
    }
  }
  const found = samples.flatMap(({ reply, language, measures, faults, published }) => {
    if (!published) return [];
    const now = new Map(limitUsageOf(published).map(({ what, used }) => [what, used]));
    const nearer = measures.filter(({ what, used, near }) => near && used > (now.get(what) ?? 0));
    return [
      ...faults.map((fault) => `${fault}, so a plain text is sent in its place`),
      ...nearer.map(({ what, used, limit }) => `${what} is ${format(used)} of ${format(limit)}`),
    ].map((text) => ({ text: `${language}: ${text}`, reply }));
  });
  // Many replies share a button.
  return [...Map.groupBy(found, ({ text }) => text)].map(([text, same]) => {
    const replies = [...new Set(same.map(({ reply }) => reply))];
    const more = replies.length - maxReplies;
    const shown = [...replies.slice(0, maxReplies), ...(more > 0 ? [`${more} more replies`] : [])];
    return `${text}, in ${new Intl.ListFormat("en").format(shown)}.`;
  });
}

/** Replies that one warning names. */
const maxReplies = 3;
const format = (count: number) => count.toLocaleString("en");

/** @param before the publication before it; null = it is the first. */
export async function viewPublication(
  publication: Publication,
  before: Publication | null,
): Promise<PublicationView> {
  const { id, at, author, approver, undoes, source } = publication;
  const [then, now] = [overridesOf(before), overridesOf(publication)];
  const names = differencesOf(then, now);
  const differences: TextDifference[] = [];
  for (const name of names.slice(0, maxDifferences)) {
    await giveWay();
    differences.push({ ...name, parts: partsOf(name, textIn(then, name), textIn(now, name)) });
  }
  const more = names.length - differences.length;
  return { id, at, author, approver, undoes, source, differences, more };
}
