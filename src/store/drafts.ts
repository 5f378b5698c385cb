/** The store port for drafts of texts: one for each author, with its review, until it is published or discarded. */
import type { AuditEntry } from "./audit.ts";
import type { NewPublication, Publication } from "./publications.ts";

/** Who has the studio's password, where staff have their LINE user id; stored, so it must never change. */
export const operatorId = "operator";

export interface Draft {
  /** A LINE user id, or `operator`. */
  author: string;
  authorName: string;
  /** The id of the newest publication when it was begun, or brought up to date; 0 = there was none. */
  base: number;
  /** Grows with each change of the texts and with each new draft of an author, so that nobody approves what they haven't seen. */
  version: number;
  /** What it changes: language → message → text. */
  texts: Readonly<Record<string, Readonly<Record<string, string>>>>;
  review: "none" | "requested" | "approved";
  /** Who approved it; null = nobody. */
  approver: DraftPerson | null;
  comments: readonly DraftComment[];
  /** When it is to be published, and by whom; null = nobody has planned that. */
  schedule: (DraftPerson & { at: number }) | null;
  /** Milliseconds since 1970. */
  changedAt: number;
}

/** A draft as a restore leaves it: what was planned may have been published since the backup. */
export const unscheduled = (draft: Draft): Draft => ({ ...draft, schedule: null });

export interface DraftPerson {
  /** A LINE user id, or `operator`. */
  id: string;
  name: string;
}

export interface DraftComment {
  at: number;
  by: DraftPerson;
  text: string;
}

/** What a change of a draft is decided by. */
export interface DraftState {
  /** Null = its author has none. */
  draft: Draft | null;
  /** The newest publication; null = none. */
  newest: Publication | null;
  /** The publication that the draft is based on; null = none. */
  base: Publication | null;
}

/** What is stored of a decision, in one transaction. */
export interface DraftChange<Result> {
  result: Result;
  /** Null deletes it; absent leaves it as it is. */
  draft?: Draft | null;
  publication?: NewPublication;
  audit?: AuditEntry;
}

export interface Drafts {
  get(account: string, author: string): Promise<Draft | null>;
  /** Everybody's, in the order of their authors' ids. */
  list(account: string): Promise<Draft[]>;
  /** The authors of the drafts whose time to be published has come. @param now milliseconds since 1970. */
  due(account: string, now: number): Promise<string[]>;
  /**
   * Reads a draft, and stores what is decided: no other change or publication comes in between.
   * @param decide pure; may be called more than once.
   */
  change<Result>(
    account: string,
    author: string,
    decide: (state: DraftState) => DraftChange<Result>,
  ): Promise<Result>;
}
