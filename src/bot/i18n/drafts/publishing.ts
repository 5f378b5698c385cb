/** Drafts of texts from their first letter to their publication, as the studio and the job of planned publications use them. */
import type { Clock } from "../../../clock.ts";
import type { Draft, DraftChange, DraftState } from "../../../store/drafts.ts";
import {
  publicationsInEffect,
  type Overtaken,
  type Publication,
} from "../../../store/publications.ts";
import type { Store } from "../../../store/store.ts";
import { noAnswers, type AnswerBook } from "../answers/answer-book.ts";
import { checkInSlices } from "../published-overrides.ts";
import type { PublishedTexts } from "../published-texts.ts";
import * as rules from "./draft-rules.ts";
import { knownTexts, type TextName } from "./draft-texts.ts";
import type { Editor } from "./draft-rules.ts";

/** Something that somebody does with a draft. */
export type DraftAction =
  | { do: "edit"; name: TextName; text: string | null }
  | { do: "request_review" }
  | { do: "comment"; text: string }
  | { do: "approve"; version: number }
  | { do: "publish"; seen: rules.Seen }
  | { do: "schedule"; seen: rules.Seen; time: number }
  | { do: "unschedule" }
  | { do: "rebase"; seen: rules.Seen }
  | { do: "discard" };

const firstId = 1;

export interface Publishing {
  draftOf(author: string): Promise<Draft | null>;
  drafts(): Promise<Draft[]>;
  /** A draft with the publications that it is compared with. */
  stateOf(author: string): Promise<DraftState>;
  /** @returns why it isn't done; null = it is. */
  act(editor: Editor, author: string, action: DraftAction): Promise<rules.DraftRefusal | null>;
  /** The last publications, newest first. */
  history(max: number): Promise<Publication[]>;
  /** @param seen the id of the newest publication that the editor knows. @returns null when every one is undone. */
  undo(editor: Editor, seen: number): Promise<Publication | Overtaken | null>;
  /** Whether anything is left to undo. @param publications the last ones, newest first. */
  canUndo(publications: readonly Publication[]): Promise<boolean>;
  /** Whether somebody else has to approve a draft before its author publishes it. */
  needsReview(): Promise<boolean>;
  /** The rules of answers. */
  readonly answers: AnswerBook;
  /** Publishes the drafts whose time has come. @returns the names of their authors. */
  publishDue(): Promise<string[]>;
}

export interface PublishingOptions {
  store: Store;
  /** The members' one, to whose staff authors belong. */
  account: string;
  /** The marketers and owners; null = may not enter the studio now. */
  editors: { of(id: string): Promise<Editor | null>; all(): Promise<Editor[]> };
  /** Whether drafts are reviewed; null = where there are two marketers or more. */
  review: boolean | null;
  texts: Pick<PublishedTexts, "refresh"> & Partial<Pick<PublishedTexts, "catalogues">>;
  clock: Clock;
}

export function createPublishing(options: PublishingOptions): Publishing {
  const { store, account, editors, review, texts, clock } = options;

  const needsReviewBy = (all: readonly Editor[]) =>
    review ?? all.filter(({ role }) => role === "marketer").length > 1;
  const needsReview = async () => needsReviewBy(await editors.all());

  /** As {@link Store.drafts}, but approvals of who left the staff don't count. */
  async function change<Result>(
    author: string,
    decision: (state: DraftState, all: readonly Editor[]) => DraftChange<Result>,
  ): Promise<Result> {
    const all = await editors.all();
    const ids = new Set(all.map(({ id }) => id));
    return store.drafts.change(account, author, ({ draft, ...others }) =>
      decision({ ...others, draft: draft && rules.withCurrentApproval(draft, ids) }, all),
    );
  }

  const answers = () => texts.catalogues?.answers ?? noAnswers;

  async function check(draft: Draft): Promise<void> {
    const known = knownTexts(draft);
    await checkInSlices(known);
    await answers().prepare(known.answers ?? {});
  }

  async function announce(): Promise<void> {
    await store.changes.announce({ kind: "texts" });
    // After a failure the next poll takes them.
    await texts.refresh().catch(() => {});
  }

  async function publishDue(author: string): Promise<string | null> {
    const at = clock.now();
    const draft = await store.drafts.get(account, author);
    if (!draft?.schedule) return null;
    await check(draft);
    const planner = await editors.of(draft.schedule.id);
    const published = await change(author, (state, all) => {
      const act = planner && {
        editor: planner,
        at,
        needsReview: needsReviewBy(all),
        answers: answers(),
      };
      const { result: _, ...decision } = rules.publishDue(state, at, act);
      return { ...decision, result: decision.publication !== undefined };
    });
    return published ? draft.authorName : null;
  }

  return {
    draftOf: (author) => store.drafts.get(account, author),
    async drafts() {
      const ids = new Set((await editors.all()).map(({ id }) => id));
      const drafts = await store.drafts.list(account);
      return drafts.map((draft) => rules.withCurrentApproval(draft, ids));
    },
    stateOf: (author) => change(author, (state) => ({ result: state })),
    async act(editor, author, action) {
      const at = clock.now();
      if (action.do === "publish" || action.do === "schedule") {
        const draft = await store.drafts.get(account, author);
        if (draft) await check(draft);
      }
      const refusal = await change(author, (state, all) =>
        decide(state, { editor, at, needsReview: needsReviewBy(all), answers: answers() }, action),
      );
      if (action.do === "publish" && refusal === null) await announce();
      return refusal;
    },
    history: (max) => store.publications.list(max),
    async undo(editor, seen) {
      const by = { at: clock.now(), author: editor.name, source: "studio" } as const;
      const undone = await store.publications.undo(by, seen, {
        account,
        actor: editor.id,
        command: "studio",
      });
      if (undone !== null && undone !== "overtaken") await announce();
      return undone;
    },
    async canUndo(publications) {
      if (publicationsInEffect(publications).length > 0) return true;
      const [newest] = publications;
      // Those that aren't undone may all be older.
      if (!newest || publications.at(-1)?.id === firstId) return false;
      return publicationsInEffect(await store.publications.list(newest.id)).length > 0;
    },
    needsReview,
    get answers() {
      return answers();
    },
    async publishDue() {
      const published: string[] = [];
      for (const author of await store.drafts.due(account, clock.now())) {
        const name = await publishDue(author);
        if (name !== null) published.push(name);
      }
      if (published.length > 0) await announce();
      return published;
    },
  };
}

function decide(state: DraftState, act: rules.DraftAct, action: DraftAction): rules.Decision {
  switch (action.do) {
    case "edit":
      return rules.editText(state, act, action.name, action.text);
    case "request_review":
      return rules.requestReview(state, act);
    case "comment":
      return rules.comment(state, act, action.text);
    case "approve":
      return rules.approve(state, act, action.version);
    case "publish":
      return rules.publish(state, act, action.seen);
    case "schedule":
      return rules.schedule(state, act, action.seen, action.time);
    case "unschedule":
      return rules.unschedule(state, act);
    case "rebase":
      return rules.rebase(state, act, action.seen);
    case "discard":
      return rules.discard(state, act);
  }
}
