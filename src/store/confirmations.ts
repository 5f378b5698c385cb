/** Questions to staff whether a write to the platform is meant, and what became of each. */
import type { AuditEntry } from "./audit.ts";
import type { Notice } from "./notices.ts";
import type { StaffAction } from "./staff.ts";

export type ConfirmationState =
  /** Asked, and not answered yet. */
  | "open"
  /** Confirmed by its asker; a second person has to agree. */
  | "waiting"
  /** Confirmed for good; the platform is being asked. */
  | "taken"
  /** The platform's answer was lost: to be settled. */
  | "unknown"
  /** Can't be settled by asking the platform: a person decides. */
  | "person"
  | "done"
  | "undone"
  | "refused"
  | "cancelled"
  | "declined"
  /** No second person agreed in time. */
  | "lapsed";

export interface Question {
  /** Random; buttons carry it. */
  id: string;
  asker: string;
  /** The command it was asked by; its role is needed to confirm. */
  command: string;
  /** Which kind of write it is. */
  kind: string;
  /** All that the write needs, made before the first send so that it is always sent the same. */
  order: object;
  refId: string;
  memberUuid: string | null;
  /** What counts against the day's limits. */
  gifts: number;
  points: number;
  /** Whether a second person has to agree. */
  approval: boolean;
  askedAt: number;
  expiresAt: number;
  /** The confirmation that this one takes back. */
  undoOf: string | null;
}

/** How a write ended, or that it isn't known yet. */
export type Outcome =
  | { state: "done"; done: object }
  | { state: "refused"; code: string; detail: Record<string, unknown> | null }
  | { state: "unknown"; again: number }
  | { state: "person" };

export interface Confirmation extends Question {
  account: string;
  state: ConfirmationState;
  /** Who confirmed it for good: its asker, or the second person. */
  claimedBy: string | null;
  claimedAt: number | null;
  /** How many times the write was sent without a clear answer. 0 = nothing can have happened. */
  sends: number;
  /** When it was last sent. */
  sentAt: number | null;
  /** The platform's clock less ours when it was first sent, in milliseconds; null where that wasn't known. */
  clockDifference: number | null;
  outcome: Outcome | null;
}

/** A send of a confirmed write, stored before it leaves. */
export interface SendRecord {
  /** All unclear sends, this one included. */
  sends: number;
  at: number;
  clockDifference: number | null;
}

/** The most of a day, for one staff member and for one member. */
export interface Limits {
  giftsPerStaffDay: number;
  giftsPerMemberDay: number;
  pointsPerStaffDay: number;
  pointsPerMemberDay: number;
}

export type LimitName = keyof Limits;

/** What counts against the day's limits. */
export interface LimitUse {
  gifts: number;
  points: number;
}

/** What one tap comes to. */
export type TapResult =
  /** This event took it, now or before. */
  | { kind: "taken"; confirmation: Confirmation }
  | { kind: "waiting"; confirmation: Confirmation }
  | { kind: "expired"; confirmation: Confirmation }
  | { kind: "limit"; confirmation: Confirmation; limit: LimitName; left: number }
  | { kind: "stands"; confirmation: Confirmation }
  /** There is none, or it is somebody else's to answer. */
  | { kind: "none" };

/** The day that limits count, and the limits. */
export interface Day {
  /** Milliseconds since 1970 of its first moment. */
  start: number;
  limits: Limits;
}

/** How a taken confirmation ended, with all that is stored at once with it. */
export interface Resolution {
  id: string;
  outcome: Outcome;
  /** How many sends it took, or stay unclear; as stored unless given. */
  sends?: number;
  /** What an undo took back of what its original counts. */
  takenBack?: LimitUse | null;
  /** Null where the bot found out by itself. */
  by: string | null;
  eventId: string | null;
  at: number;
  /** Taking it back, prepared as a question of its own. */
  undo: Question | null;
  notices: readonly { lineId: string; notice: Notice }[];
}

/** A change that is stored in one transaction with the reply that tells of it. */
export type StaffWrite =
  | { kind: "question"; question: Question }
  | ({ kind: "conclusion" } & Resolution)
  | { kind: "notice"; lineId: string; notice: Notice }
  /** Notices that the reply to this event carries; fails where a push has taken one meanwhile. */
  | { kind: "carried"; eventId: string; ids: readonly number[] }
  /** Notices that nobody is to be told of any more. */
  | { kind: "obsolete"; ids: readonly number[] }
  /** Something that was only looked at, for the audit of an account. */
  | { kind: "audited"; account: string; line: AuditEntry };

export interface Confirmations {
  get(account: string, id: string): Promise<Confirmation | null>;
  /** The asker's tap: for exactly one event it is `taken`, and for that event again and again. */
  claim(account: string, id: string, deed: StaffAction, day: Day): Promise<TapResult>;
  /** The second person's tap on one that is waiting; its asker can't be that person. */
  approve(account: string, id: string, deed: StaffAction): Promise<TapResult>;
  /** The second person's no; its asker is still to be told. */
  decline(account: string, id: string, deed: StaffAction): Promise<TapResult>;
  /** The asker's no; also withdraws what is waiting. */
  cancel(account: string, id: string, deed: StaffAction): Promise<TapResult>;
  /** The asker's newest question that is still open or waiting. */
  openOf(account: string, lineId: string, now: number): Promise<Confirmation | null>;
  /** The open question that takes a confirmation back. */
  undoOf(account: string, id: string, now: number): Promise<Confirmation | null>;
  /** What waits for a second person, for the platform, or for a person's decision; oldest first. */
  pending(account: string, now: number): Promise<Confirmation[]>;
  /** What is to be settled now: unknown and due, or taken so long ago that nobody can be at it. */
  dueForReconciliation(account: string, now: number): Promise<Confirmation[]>;
  /** Ends what waited for a second person too long; its askers are still to be told. */
  expireApprovals(account: string, now: number): Promise<void>;
  /** What a staff member ordered, or was ordered for a member, since then. */
  usedBy(account: string, lineId: string, since: number, now: number): Promise<LimitUse>;
  usedFor(account: string, memberUuid: string, since: number, now: number): Promise<LimitUse>;
  /** Stores that a write is about to be sent. Answers false where it must not be: the order has ended. */
  recordSend(account: string, id: string, send: SendRecord): Promise<boolean>;
  /** Stores how it ended. Answers false where it had ended before. */
  resolve(account: string, conclusion: Resolution): Promise<boolean>;
}
