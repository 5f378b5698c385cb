/** Implements the studio's links and sessions in SQLite. */
import type { DatabaseSync } from "node:sqlite";
import { operatorId } from "../drafts.ts";
import { linkEntry, loginEntry, reviewLinkEntry, type StudioAccess } from "../studio-access.ts";
import type { AppendAudit } from "./audit.ts";
import type { GroupCommit } from "./group-commit.ts";
import { query } from "./query.ts";

/** Ends all links and sessions. Parameters: account, holder. */
export const endAccessOf = "delete from studio_access where account = ? and holder = ?";

export function sqliteStudioAccess(
  db: DatabaseSync,
  commit: GroupCommit,
  append: AppendAudit,
): StudioAccess {
  const valid = query<{ holder: string }>(
    db,
    `select holder from studio_access
     where account = ? and kind = ? and hash = ? and expires_at > ?`,
  );
  const insert = db.prepare(
    "insert into studio_access (account, hash, kind, holder, expires_at) values (?, ?, ?, ?, ?)",
  );
  const remove = db.prepare("delete from studio_access where account = ? and hash = ?");
  const removeLinks = db.prepare(
    "delete from studio_access where account = ? and kind = 'link' and holder = ?",
  );
  const endAccess = db.prepare(endAccessOf);
  return {
    createLink: (account, action, { hash, expiresAt }) =>
      commit.run(() => {
        removeLinks.run(account, action.by);
        insert.run(account, hash, "link", action.by, expiresAt);
        append(account, linkEntry(action));
      }),
    redeemLink: (account, link, { hash, expiresAt }, now) =>
      commit.run(() => {
        const holder = valid.get(account, "link", link, now)?.holder;
        if (holder === undefined) return null;
        remove.run(account, link);
        insert.run(account, hash, "session", holder, expiresAt);
        append(account, loginEntry(holder, now));
        return holder;
      }),
    openForOperator: (account, { hash, expiresAt }, now) =>
      commit.run(() => {
        insert.run(account, hash, "session", operatorId, expiresAt);
        append(account, loginEntry(operatorId, now));
      }),
    holderOf: async (account, hash, now) =>
      valid.get(account, "session", hash, now)?.holder ?? null,
    recordReviewLinks: (account, step) => commit.run(() => append(account, reviewLinkEntry(step))),
    close: (account, hash) => commit.run(() => void remove.run(account, hash)),
    closeAll: (account, holder) => commit.run(() => void endAccess.run(account, holder)),
  };
}
