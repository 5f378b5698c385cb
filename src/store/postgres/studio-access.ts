/** Implements the studio's links and sessions in Postgres. */
import { operatorId } from "../drafts.ts";
import {
  linkEntry,
  loginEntry,
  reviewLinkEntry,
  type HashedSecret,
  type StudioAccess,
} from "../studio-access.ts";
import { appendAudit } from "../audit.ts";
import type { Queries } from "../database.ts";
import type { PostgresDatabase } from "./database.ts";
import type { Fence } from "./fence.ts";

export function postgresStudioAccess(db: PostgresDatabase, fence: Fence): StudioAccess {
  return {
    createLink: (account, action, link) =>
      db.transaction(async (tx) => {
        await fence.assertActor(tx, action.eventAccount ?? account, action.eventId);
        await tx.run(
          "delete from studio_access where account = $1 and kind = 'link' and holder = $2",
          [account, action.by],
        );
        await insert(tx, account, "link", action.by, link);
        await appendAudit(tx, account, linkEntry(action));
      }),
    redeemLink: (account, hash, session, now) =>
      db.transaction(async (tx) => {
        // Of several at once, one deletes it.
        const [link] = await tx.rows<{ holder: string }>(
          `delete from studio_access
           where account = $1 and hash = $2 and kind = 'link' and expires_at > $3
           returning holder`,
          [account, hash, now],
        );
        if (!link) return null;
        await insert(tx, account, "session", link.holder, session);
        await appendAudit(tx, account, loginEntry(link.holder, now));
        return link.holder;
      }),
    openForOperator: (account, session, now) =>
      db.transaction(async (tx) => {
        await insert(tx, account, "session", operatorId, session);
        await appendAudit(tx, account, loginEntry(operatorId, now));
      }),
    async holderOf(account, hash, now) {
      const [session] = await db.rows<{ holder: string }>(
        `select holder from studio_access
         where account = $1 and hash = $2 and kind = 'session' and expires_at > $3`,
        [account, hash, now],
      );
      return session?.holder ?? null;
    },
    recordReviewLinks: (account, step) =>
      db.transaction((tx) => appendAudit(tx, account, reviewLinkEntry(step))),
    async close(account, hash) {
      await db.run("delete from studio_access where account = $1 and hash = $2", [account, hash]);
    },
    closeAll: (account, holder) => endAccess(db, account, holder),
  };
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
  await tx.run(
    `insert into studio_access (account, hash, kind, holder, expires_at)
     values ($1, $2, $3, $4, $5)`,
    [account, hash, kind, holder, expiresAt],
  );
}
