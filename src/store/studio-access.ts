/** The store port for who may enter the studio: one-time links and sessions, by the hashes of their secrets. */
import type { AuditAction, AuditEntry } from "./audit.ts";
import type { StaffAction } from "./staff.ts";

export interface HashedSecret {
  hash: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

export interface ReviewLinkStep {
  action: "review_link_made" | "review_links_withdrawn";
  /** A LINE user id, or `operator`. */
  by: string;
  /** Milliseconds since 1970. */
  at: number;
}

export interface StudioAccess {
  /** Stores the one-time link of who asks for it, in the place of their former one, with an audit entry. */
  createLink(account: string, action: StaffAction, link: HashedSecret): Promise<void>;
  /**
   * Turns a link into a session, with an audit entry; a link does so once.
   * @returns the LINE user id of who asked for it; null if there is no valid link of this hash.
   */
  redeemLink(
    account: string,
    hash: string,
    session: HashedSecret,
    now: number,
  ): Promise<string | null>;
  /** Begins a session of the operator, with an audit entry. */
  openForOperator(account: string, session: HashedSecret, now: number): Promise<void>;
  /** @returns the LINE user id of who has this session, or `operator`; null if no valid session has this hash. */
  holderOf(account: string, hash: string, now: number): Promise<string | null>;
  /** Records in the audit that somebody has made a link for reviewers, or withdrawn all of them. */
  recordReviewLinks(account: string, step: ReviewLinkStep): Promise<void>;
  /** Ends a session. */
  close(account: string, hash: string): Promise<void>;
  /** Ends all sessions and links of somebody. @param holder a LINE user id, or `operator`. */
  closeAll(account: string, holder: string): Promise<void>;
}

const entryOf = (actor: string, at: number, action: AuditAction): AuditEntry => ({
  at,
  actor,
  eventId: null,
  action,
  command: "studio",
  confirmation: null,
  refId: null,
  memberUuid: null,
  facts: {},
});

/** The audit entry of a new link. */
export const linkEntry = ({ by, eventId, at }: StaffAction): AuditEntry => ({
  ...entryOf(by, at, "link_sent"),
  eventId,
});

/** The audit entry of a log-in. @param holder a LINE user id, or `operator`. */
export const loginEntry = (holder: string, at: number): AuditEntry =>
  entryOf(holder, at, "logged_in");

export const reviewLinkEntry = ({ by, at, action }: ReviewLinkStep): AuditEntry =>
  entryOf(by, at, action);
