/** Renders a draft for its review: differences word by word, where each text appears, and warnings. */
import { answerSection, type Overrides } from "../../bot/i18n/published-overrides.ts";
import { answerFaultsOf, answerLines, answerWarnings } from "./answer-lines.ts";
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
import { languageNameIn, locales } from "../../bot/i18n/format.ts";
import { limitUsageOf } from "../../line/messages/limit-usage.ts";
import { isMessageKey } from "../../bot/i18n/message-keys.ts";
import { argumentsIn } from "../../bot/i18n/validate-catalogue.ts";
import type { Language } from "../../config/environment-schema.ts";
import type {
  ChangedText,
  DraftSummary,
  DraftView,
  PublicationView,
  TextDifference,
} from "./draft-types.ts";
import { studioTranslate } from "../i18n/catalogues.ts";
import type { StudioTranslate } from "../i18n/message-keys.ts";
import { renderGallery } from "./gallery.ts";
import { giveWay } from "../../give-way.ts";
import type { PreviewContext } from "./preview-context.ts";
import { replyList, textTitle, type TextPlaces } from "./text-places.ts";
import { textFaultsOf, textWarningsOf } from "./translations-editor.ts";
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
  act: DraftAct;
  /** Of who reads it. */
  language: Language;
}

export async function viewDraft(
  draft: Draft,
  state: DraftState,
  options: ViewOptions,
): Promise<DraftView> {
  const { act } = options;
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
    warnings: await limitWarnings(draft, options),
    needsReview: act.needsReview,
  };
}

async function changesOf(
  draft: Draft,
  newest: Publication | null,
  conflicts: readonly TextName[],
  { previews, places, language: reader }: ViewOptions,
): Promise<ChangedText[]> {
  const t = studioTranslate(reader);
  const published = overridesOf(newest);
  const names = namesIn(draft).filter((name) => !isAnswer(name));
  const changes: ChangedText[] = [];
  for (const key of new Set(names.map((name) => name.key))) {
    const own = names.filter((name) => name.key === key);
    const texts = own.map((name) => ({
      name,
      before: textIn(published, name) ?? "",
      after: draft.texts[name.language]?.[key] ?? "",
    }));
    const differences: ChangedText["differences"] = [];
    const warnings = missingLanguages(previews.languages, own, reader);
    for (const { name, before, after } of texts) {
      const language = name.language as Language;
      await giveWay();
      const isConflict = conflicts.some((one) => one.key === key && one.language === language);
      const parts = wordDifferences(before, after, language);
      differences.push({ ...name, title: textTitle(key, reader), parts, isConflict });
      await giveWay();
      warnings.push(
        ...faultsOf(t, language, key, after),
        ...lostArguments(t, language, before, after),
        ...textWarningsOf(t, language, after).map((fault) => `${language}: ${fault}`),
      );
    }
    changes.push({
      key,
      title: textTitle(key, reader),
      place: places.sentence(key, reader),
      samples: places.samples(key).map(({ reply, sample }) => ({ reply, sample })),
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
  { previews, act, language }: ViewOptions,
): Promise<ChangedText[]> {
  const t = studioTranslate(language);
  const published: Overrides = { answers: previews.published().answers?.texts ?? {} };
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
      title: key,
      place: t(after === "" ? "place.answer.goes" : "place.answer"),
      samples: after === "" ? [] : [{ reply: "answer", sample: `ordinary-${key}` }],
      differences: [
        {
          ...name,
          title: key,
          parts: partsOf(t, name, textIn(published, name), after),
          isConflict,
        },
      ],
      warnings: [
        ...answerFaultsOf(t, faults, key).map((fault) => t("draft.answer.faulty", { fault })),
        ...answerWarnings(language, after, previews.languages),
      ],
    });
  }
  return changes;
}

/** Word by word; an answer is compared as people read it. */
function partsOf(
  t: StudioTranslate,
  name: TextName,
  before: string | undefined,
  after: string | undefined,
) {
  const shown = (text = "") => (isAnswer(name) ? answerLines(t, text) : text);
  return wordDifferences(shown(before), shown(after), isAnswer(name) ? "en" : name.language);
}

function missingLanguages(
  offered: readonly string[],
  own: readonly TextName[],
  reader: Language,
): string[] {
  const missing = offered.filter((one) => !own.some(({ language }) => language === one));
  if (missing.length === 0) return [];
  const list = missing.map((one) => languageNameIn(reader, one));
  const listed = new Intl.ListFormat(locales[reader]).format(list);
  return [studioTranslate(reader)("draft.notChanged", { languages: listed })];
}

/** What an update of the bot since the text was saved made faulty. */
const faultsOf = (t: StudioTranslate, language: Language, key: string, text: string): string[] =>
  isMessageKey(key)
    ? textFaultsOf(t, language, key, text).map((fault) => t("draft.faulty", { language, fault }))
    : [t("draft.gone", { language })];

function lostArguments(
  t: StudioTranslate,
  language: Language,
  before: string,
  after: string,
): string[] {
  const kept = argumentsIn(after);
  const lost = [...argumentsIn(before)].filter((name) => !kept.has(name));
  return lost.map((name) => t("draft.lost", { language, argument: `{${name}}` }));
}

/** About each reply that comes nearer one of LINE's limits than it is now, or breaks one of its rules. */
async function limitWarnings(
  draft: Draft,
  { previews, language: reader }: ViewOptions,
): Promise<string[]> {
  const t = studioTranslate(reader);
  const changed = new Set(namesIn(draft).map(({ language }) => language));
  /** What is said, but for the replies that it is said of: many share a button. */
  const found = new Map<string, { say(replies: string): string; replies: string[] }>();
  const note = (name: string, reply: string, say: (replies: string) => string) => {
    const same = found.get(name) ?? { say, replies: [] };
    same.replies.push(reply);
    found.set(name, same);
  };
  for (const language of previews.languages.filter((one) => changed.has(one))) {
    for await (const rendered of renderGallery(previews, language, draft)) {
      for (const { reply, measures, faults, published } of rendered) {
        // What doesn't change warns of nothing.
        if (!published) continue;
        for (const fault of faults) {
          note(`${language} ${fault}`, reply, (replies) =>
            t("draft.breaks", { language, fault, replies }),
          );
        }
        const now = new Map(limitUsageOf(published).map(({ what, used }) => [what, used]));
        for (const { what, used, limit, near } of measures) {
          if (!near || used <= (now.get(what) ?? 0)) continue;
          note(`${language} ${what} ${used}`, reply, (replies) =>
            t("draft.limit", { language, what: t(`limit.${what}`), used, limit, replies }),
          );
        }
      }
    }
  }
  return Array.from(found.values(), ({ say, replies }) => {
    const names = [...new Set(replies)];
    const count = names.length - maxReplies;
    const more = count > 0 ? [t("draft.moreReplies", { count })] : [];
    return say(replyList(t, reader, names.slice(0, maxReplies), ...more));
  });
}

/** Replies that one warning names. */
const maxReplies = 3;

/** @param before the publication before it; null = it is the first. */
export async function viewPublication(
  publication: Publication,
  before: Publication | null,
  language: Language,
): Promise<PublicationView> {
  const { id, at, author, approver, undoes, source } = publication;
  const t = studioTranslate(language);
  const [then, now] = [overridesOf(before), overridesOf(publication)];
  const names = differencesOf(then, now);
  const differences: TextDifference[] = [];
  for (const name of names.slice(0, maxDifferences)) {
    await giveWay();
    differences.push({
      ...name,
      title: isAnswer(name) ? name.key : textTitle(name.key, language),
      parts: partsOf(t, name, textIn(then, name), textIn(now, name)),
    });
  }
  const more = names.length - differences.length;
  return { id, at, author, approver, undoes, source, differences, more };
}
