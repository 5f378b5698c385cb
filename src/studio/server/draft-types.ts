/** What the server tells the page about drafts and publications of texts. */

export interface DiffPart {
  text: string;
  change: "same" | "added" | "removed";
}

/** One text in one language, as it was and as it is to be. */
export interface TextDifference {
  key: string;
  /** What the text is, in the reader's words. */
  title: string;
  language: string;
  parts: DiffPart[];
}

export interface DraftSummary {
  /** A LINE user id, or `operator`. */
  author: string;
  authorName: string;
  isOwn: boolean;
  /** Grows with each change of its texts. */
  version: number;
  review: "none" | "requested" | "approved";
  /** The number of texts that it changes. */
  texts: number;
  /** Milliseconds since 1970; null = no time is planned. */
  publishAt: number | null;
  changedAt: number;
}

export interface PublicationView {
  id: number;
  /** Milliseconds since 1970. */
  at: number;
  author: string;
  approver: string | null;
  /** The publication that this one takes back; null = none. */
  undoes: number | null;
  source: "command line" | "studio";
  differences: TextDifference[];
  /** How many differences aren't shown. */
  more: number;
}

export interface PublishingOverview {
  /** One's own first. */
  drafts: DraftSummary[];
  /** Newest first. */
  publications: PublicationView[];
  /** Whether somebody else has to approve a draft. */
  needsReview: boolean;
  /** Whether there is a publication to undo. */
  canUndo: boolean;
}

/** One text of a draft, with all languages in which it changes. */
export interface ChangedText {
  key: string;
  title: string;
  /** A sentence that says where it appears. */
  place: string;
  /** The samples that show it, as parts of the gallery's addresses. */
  samples: { reply: string; sample: string }[];
  differences: (TextDifference & { isConflict: boolean })[];
  warnings: string[];
}

export type DraftStep =
  | "request_review"
  | "approve"
  | "publish"
  | "unschedule"
  | "rebase"
  | "discard";

export interface DraftView extends DraftSummary {
  /** The id of the newest publication; 0 = none. */
  publication: number;
  approver: string | null;
  /** Who planned the time; null = nobody. */
  planner: string | null;
  comments: { at: number; name: string; text: string }[];
  /** The newest publication, if it was made after the draft was begun. */
  overtakenBy: { id: number; at: number; author: string; hasConflicts: boolean } | null;
  steps: DraftStep[];
  changes: ChangedText[];
  /** About replies that come near LINE's limits, or break them. */
  warnings: string[];
  needsReview: boolean;
}
