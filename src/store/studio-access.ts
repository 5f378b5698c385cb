/** Who may enter the studio: one-time links and sessions, by the hashes of their secrets. */
import { appendAudit, type AuditAction, type NewAuditEntry, type StaffAction } from "./audit.ts";
import { firstRow, insertInto, type Database, type Queries } from "./database.ts";
import { operatorId } from "./drafts.ts";

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

export type StudioAccess = ReturnType<typeof createStudioAccess>;

/** The audit entry of what somebody did. @param actor a LINE user id, or `operator`. */
const entryOf = (actor: string, at: number, action: AuditAction): NewAuditEntry => ({
  at,
  actor,
  action,
  command: "studio",
});

export const createStudioAccess = (db: Database) => ({
  /** Stores the one-time link of who asks for it, in the place of their former one, with an audit entry. */
  createLink: (
    account: string,
    { by, at, eventId, eventAccount = account }: StaffAction,
    link: HashedSecret,
  ) =>
    db.transaction(
      async (tx) => {
        await tx.run(
          "delete from studio_access where account = $1 and kind = 'link' and holder = $2",
          [account, by],
        );
        await insert(tx, account, "link", by, link);
        await appendAudit(tx, account, { ...entryOf(by, at, "link_sent"), eventId });
      },
      { cause: { account: eventAccount, eventId } },
    ),
  /**
   * Turns a link into a session, with an audit entry; a link does so once.
   * @returns the LINE user id of who asked for it; null if there is no valid link of this hash.
   */
  redeemLink: (account: string, hash: string, session: HashedSecret, now: number) =>
    db.transaction(async (tx) => {
      // Of several at once, one deletes it.
      const link = await firstRow<{ holder: string }>(
        tx,
        `delete from studio_access
         where account = $1 and hash = $2 and kind = 'link' and expires_at > $3
         returning holder`,
        [account, hash, now],
      );
      if (link) await openSession(tx, account, link.holder, session, now);
      return link?.holder ?? null;
    }),
  /** Begins a session of the operator, with an audit entry. */
  openForOperator: (account: string, session: HashedSecret, now: number) =>
    db.transaction((tx) => openSession(tx, account, operatorId, session, now)),
  /** @returns the LINE user id of who has this session, or `operator`; null if no valid session has this hash. */
  async holderOf(account: string, hash: string, now: number): Promise<string | null> {
    const session = await firstRow<{ holder: string }>(
      db,
      `select holder from studio_access
       where account = $1 and hash = $2 and kind = 'session' and expires_at > $3`,
      [account, hash, now],
    );
    return session?.holder ?? null;
  },
  /** Records in the audit that somebody has made a link for reviewers, or withdrawn all of them. */
  recordReviewLinks: (account: string, { by, at, action }: ReviewLinkStep) =>
    db.transaction((tx) => appendAudit(tx, account, entryOf(by, at, action))),
  /** Ends a session. */
  async close(account: string, hash: string): Promise<void> {
    await db.run("delete from studio_access where account = $1 and hash = $2", [account, hash]);
  },
  /** Ends all sessions and links of somebody. @param holder a LINE user id, or `operator`. */
  closeAll: (account: string, holder: string) => endAccess(db, account, holder),
});

async function openSession(
  tx: Queries,
  account: string,
  holder: string,
  session: HashedSecret,
  now: number,
): Promise<void> {
  await insert(tx, account, "session", holder, session);
  await appendAudit(tx, account, entryOf(holder, now, "logged_in"));
}

/** Ends all links and sessions of somebody. */
export async function endAccess(
  on: Pick<Queries, "run">,
  account: string,
  holder: string,
): Promise<void> {
  await on.run("delete from studio_access where account = $1 and holder = $2", [account, holder]);
}

async function insert(
  tx: Queries,
  account: string,
  kind: "link" | "session",
  holder: string,
  { hash, expiresAt }: HashedSecret,
): Promise<void> {
  const row = { account, hash, kind, holder, expiresAt };
  await tx.run(...insertInto("studio_access", row));
}
