/** The rules by which a draft of texts and answers is written, reviewed and published, as pure decisions over what is stored. */
import type { AuditAction, AuditEntry } from "../../../store/audit.ts";
import type { Draft, DraftChange, DraftPerson, DraftState } from "../../../store/drafts.ts";
import { answerFaultText, type AnswerBook } from "../answers/answer-book.ts";
import {
  answerSection,
  overrideFaults,
  type Overrides,
  storedOverrides,
} from "../published-overrides.ts";
import { messageFaults } from "../validate-catalogue.ts";
import {
  charactersIn,
  conflictsOf,
  knownTexts,
  mergeDraft,
  namesIn,
  overridesOf,
  textIn,
  type TextName,
} from "./draft-texts.ts";

/** Why something isn't done; null = it is. */
export type DraftRefusal =
  /** There is no such draft any more. */
  | "no_draft"
  /** The draft was changed since it was looked at. */
  | "changed"
  /** Somebody has published since that was looked at. */
  | "overtaken"
  /** Somebody has published the same texts since the draft was begun. */
  | "conflict"
  /** Nobody approves their own draft. */
  | "own_draft"
  | "not_the_author"
  | "not_requested"
  | "needs_approval"
  | "faulty"
  /** The texts, or with them what is published, would be too long as a whole. */
  | "too_long"
  /** The time of a publication is past, or too far away. */
  | "wrong_time";

export type Decision = DraftChange<DraftRefusal | null>;

/** Who does something, when, and whether somebody else's approval is needed. */
export interface DraftAct {
  editor: Editor;
  /** Milliseconds since 1970. */
  at: number;
  needsReview: boolean;
  /** The rules of answers, whichever of them it holds. */
  answers: Pick<AnswerBook, "check">;
}

/** What the editor has seen: the draft's version, and the id of the newest publication, 0 = none. */
export interface Seen {
  version: number;
  publication: number;
}

const maxComments = 100;
/**
 * Of all texts that a draft or a publication changes, thirteen times the built-in ones; and of its answers, as many as
 * there may be, with a hundred phrases each.
 */
const maxCharacters = { texts: 1_000_000, answers: 4_000_000 };
const maxAheadMs = 366 * 86_400_000;

/**
 * A draft as it counts now: an approval ends with its giver's right to give it, and another one is awaited.
 * @param editors the ids of all who may enter the studio.
 */
export const withCurrentApproval = (draft: Draft, editors: ReadonlySet<string>): Draft =>
  draft.approver && !editors.has(draft.approver.id)
    ? { ...draft, review: "requested", approver: null }
    : draft;

const refuse = (refusal: DraftRefusal): Decision => ({ result: refusal });
const store = (draft: Draft | null, audit?: AuditEntry): Decision => ({
  result: null,
  draft,
  ...(audit && { audit }),
});
const personOf = ({ id, name }: Editor): DraftPerson => ({ id, name });

/** An entry about somebody's draft. @param more details, such as the publication's number. */
const entryOf = (
  { editor, at }: Pick<DraftAct, "editor" | "at">,
  action: AuditAction,
  draft: Draft,
  more: object = {},
): AuditEntry => ({
  at,
  actor: editor.id,
  eventId: null,
  action,
  command: "studio",
  confirmation: null,
  refId: null,
  memberUuid: null,
  facts: { name: draft.authorName, ...more },
});

/** The audit entry of a plan that ends because its draft changes; undefined without a plan. */
const endOfPlan = (act: DraftAct, draft: Draft | null): AuditEntry | undefined =>
  draft?.schedule ? entryOf(act, "unscheduled", draft) : undefined;

/** A draft whose texts have changed: what others agreed to were the former ones. */
const unreviewed = { review: "none", approver: null, schedule: null } as const;

/**
 * Writes a text into the editor's own draft, which begins with it; the published text takes it out. The text that the
 * draft has already changes nothing.
 * @param text without faults; null takes it out.
 */
export function editText(
  { draft, newest }: DraftState,
  act: DraftAct,
  name: TextName,
  text: string | null,
): Decision {
  const { editor, at } = act;
  const { language, key } = name;
  const current = overridesOf(newest);
  if (text !== null && textFaults(name, text, draft, current, act).length > 0) {
    return refuse("faulty");
  }
  const published = textIn(current, name);
  const { [key]: _, ...others } = draft?.texts[language] ?? {};
  const own = text === null || text === published ? others : { ...others, [key]: text };
  if (draft?.texts[language]?.[key] === own[key]) return { result: null };
  const texts = { ...draft?.texts, [language]: own };
  const ended = endOfPlan(act, draft);
  if (namesIn({ texts }).length === 0) return store(null, ended);
  if (text !== null && isTooLong(texts)) return refuse("too_long");
  const { id: author, name: authorName } = editor;
  // Above every version of a former draft of theirs, whose reviewers may still have it on their screens.
  const begun = { author, base: newest?.id ?? 0, version: at * 1000, comments: [] };
  const before = draft ?? begun;
  const version = before.version + 1;
  return store({ ...before, authorName, version, texts, ...unreviewed, changedAt: at }, ended);
}

function isTooLong({ [answerSection]: answers = {}, ...texts }: Draft["texts"]): boolean {
  return (
    charactersIn(texts) > maxCharacters.texts || charactersIn({ answers }) > maxCharacters.answers
  );
}

/** The faults of a text; of an answer, which is empty where there is to be none of this name, beside all others. */
function textFaults(
  { language, key }: TextName,
  text: string,
  draft: Draft | null,
  published: Overrides,
  { answers }: DraftAct,
): readonly string[] {
  if (language !== answerSection) return messageFaults(language, key, text);
  const own = { [key]: text };
  const all = { ...published.answers, ...draft?.texts[answerSection], ...own };
  return answerFaultsOf({ answers: own }, { answers: all }, answers);
}

/** The faults of a draft's texts, with what is published beside them. */
function draftFaults(
  { draft, newest }: DraftState,
  { answers }: Pick<DraftAct, "answers">,
): readonly string[] {
  if (!draft) return [];
  const own = knownTexts(draft);
  const merged = mergeDraft(overridesOf(newest), draft);
  return [...overrideFaults(own), ...answerFaultsOf(own, merged, answers)];
}

/** The faults of some answers among all that there would be. */
function answerFaultsOf(
  { answers: own = {} }: Overrides,
  { answers: all = {} }: Overrides,
  rules: DraftAct["answers"],
): string[] {
  return rules
    .check(all)
    .filter(({ names }) => names.length === 0 || names.some((name) => Object.hasOwn(own, name)))
    .map(answerFaultText);
}

export function requestReview({ draft }: DraftState, act: DraftAct): Decision {
  if (!draft) return refuse("no_draft");
  if (draft.author !== act.editor.id) return refuse("not_the_author");
  // A page that is behind asks again: what was approved meanwhile stays so.
  if (draft.review !== "none") return { result: null };
  return store(
    { ...draft, review: "requested", approver: null },
    entryOf(act, "review_requested", draft),
  );
}

/** @param text at most 1,000 characters. */
export function comment({ draft }: DraftState, act: DraftAct, text: string): Decision {
  if (!draft) return refuse("no_draft");
  const comments = [...draft.comments, { at: act.at, by: personOf(act.editor), text }];
  return store(
    { ...draft, comments: comments.slice(-maxComments) },
    entryOf(act, "commented", draft),
  );
}

/** @param version that the reviewer has read. */
export function approve({ draft }: DraftState, act: DraftAct, version: number): Decision {
  if (!draft) return refuse("no_draft");
  if (draft.author === act.editor.id) return refuse("own_draft");
  if (draft.version !== version) return refuse("changed");
  if (draft.review !== "requested") return refuse("not_requested");
  const approver = personOf(act.editor);
  return store({ ...draft, review: "approved", approver }, entryOf(act, "approved", draft));
}

/** Why a draft can't be published now; null = it can. */
function publishRefusal(state: DraftState, act: DraftAct): DraftRefusal | null {
  const { draft, newest } = state;
  if (!draft) return "no_draft";
  const isApproved = draft.review === "approved" || act.editor.role === "operator";
  if (!isApproved && draft.author !== act.editor.id) return "needs_approval";
  if (!isApproved && act.needsReview) return "needs_approval";
  if (conflictsOf(state).length > 0) return "conflict";
  if (draftFaults(state, act).length > 0) return "faulty";
  const merged = mergeDraft(overridesOf(newest), draft);
  return isTooLong(merged) ? "too_long" : null;
}

const seenRefusal = ({ draft, newest }: DraftState, seen: Seen): DraftRefusal | null => {
  if (!draft) return "no_draft";
  if (draft.version !== seen.version) return "changed";
  return (newest?.id ?? 0) === seen.publication ? null : "overtaken";
};

/** Publishes a draft, which ends with it. */
export function publish(state: DraftState, act: DraftAct, seen: Seen): Decision {
  const refusal = seenRefusal(state, seen) ?? publishRefusal(state, act);
  return refusal ? refuse(refusal) : publication(state, act);
}

function publication({ draft, newest }: DraftState, act: DraftAct): Decision {
  if (!draft) return refuse("no_draft");
  const merged = mergeDraft(overridesOf(newest), draft);
  return {
    ...store(null, entryOf(act, "published", draft, { id: `#${(newest?.id ?? 0) + 1}` })),
    publication: {
      at: act.at,
      author: draft.authorName,
      ...storedOverrides(merged),
      approver: draft.approver?.name ?? null,
      source: "studio",
    },
  };
}

/** Plans the publication of a draft. @param time milliseconds since 1970. */
export function schedule(state: DraftState, act: DraftAct, seen: Seen, time: number): Decision {
  const refusal = seenRefusal(state, seen) ?? publishRefusal(state, act);
  if (refusal) return refuse(refusal);
  if (!state.draft) return refuse("no_draft");
  if (time <= act.at || time > act.at + maxAheadMs) return refuse("wrong_time");
  const planned = { ...state.draft, schedule: { ...personOf(act.editor), at: time } };
  const until = new Date(time).toISOString();
  return store(planned, entryOf(act, "scheduled", planned, { until }));
}

export function unschedule({ draft }: DraftState, act: DraftAct): Decision {
  if (!draft) return refuse("no_draft");
  if (!draft.schedule) return { result: null };
  return store({ ...draft, schedule: null }, entryOf(act, "unscheduled", draft));
}

/**
 * Publishes a draft whose time has come, or says in a comment why not.
 * @param act of who planned it, as they are now; null = they may not publish any more.
 */
export function publishDue(state: DraftState, at: number, act: DraftAct | null): Decision {
  const { draft } = state;
  if (!draft?.schedule || draft.schedule.at > at) return { result: null };
  const refusal = act ? publishRefusal(state, act) : "needs_approval";
  if (act && !refusal) return publication(state, act);
  const { schedule: planned } = draft;
  const text = `Not published at its time: ${
    refusal === "conflict"
      ? "others have published the same texts meanwhile."
      : refusal === "faulty"
        ? "a text has a fault now."
        : refusal === "too_long"
          ? "all texts together are too long."
          : act
            ? "it has to be approved first."
            : `${planned.name} may not publish it any more.`
  }`;
  const comments = [...draft.comments, { at, by: { id: "", name: "The bot" }, text }];
  const bot = {
    editor: { ...personOf({ ...planned, role: "marketer" }), role: "marketer" as const },
  };
  const entry = { ...entryOf({ ...bot, at }, "unscheduled", draft), actor: null };
  return store({ ...draft, schedule: null, comments: comments.slice(-maxComments) }, entry);
}

/** Brings the author's draft up to date: what others have published since it was begun has been seen. */
export function rebase(state: DraftState, act: DraftAct, seen: Seen): Decision {
  const { draft, newest } = state;
  if (!draft) return refuse("no_draft");
  if (draft.author !== act.editor.id) return refuse("not_the_author");
  const refusal = seenRefusal(state, seen);
  if (refusal) return refuse(refusal);
  const base = newest?.id ?? 0;
  if (conflictsOf(state).length === 0) return store({ ...draft, base });
  return store(
    { ...draft, base, version: draft.version + 1, ...unreviewed },
    endOfPlan(act, draft),
  );
}

/** Authors discard their own drafts; owners and the operator anybody's. */
export function discard({ draft }: DraftState, act: DraftAct): Decision {
  if (!draft) return refuse("no_draft");
  if (draft.author === act.editor.id) return store(null, endOfPlan(act, draft));
  if (act.editor.role === "marketer") return refuse("not_the_author");
  return store(null, entryOf(act, "removed", draft));
}

/** What an editor may do with a draft as it is. */
export type DraftStep =
  | "request_review"
  | "approve"
  | "publish"
  | "unschedule"
  | "rebase"
  | "discard";

/** The steps that an editor may take, in the order in which they are offered. */
export function allowedSteps(state: DraftState, act: DraftAct): DraftStep[] {
  const { draft, newest } = state;
  if (!draft) return [];
  const isOwn = draft.author === act.editor.id;
  const isCurrent = draft.base === (newest?.id ?? 0);
  const allowed: Record<DraftStep, boolean> = {
    request_review: isOwn && draft.review === "none" && act.editor.role !== "operator",
    approve: !isOwn && draft.review === "requested",
    publish: publishRefusal(state, act) === null,
    unschedule: draft.schedule !== null,
    rebase: isOwn && !isCurrent,
    discard: isOwn || act.editor.role !== "marketer",
  };
  return Object.entries(allowed).flatMap(([step, isAllowed]) =>
    isAllowed ? [step as DraftStep] : [],
  );
}

// Who writes, reviews and publishes texts.

/** The operator may do everything; `id` is a LINE user id, or `operator`. */
export interface Editor extends DraftPerson {
  role: "marketer" | "owner" | "operator";
}
