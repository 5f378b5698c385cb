/** Drafts of texts: one for each author, with its review, until it is published or discarded. */
import type { Clock } from "../clock.ts";
import { appendAudit, type NewAuditEntry } from "./audit.ts";
import { firstRow, replaceIn, type Database, type Queries } from "./database.ts";
import {
  getPublication,
  lockNewest,
  publish,
  type NewPublication,
  type Publication,
} from "./publications.ts";

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
  audit?: NewAuditEntry;
}

export type Drafts = ReturnType<typeof createDrafts>;

export const createDrafts = (db: Database, clock: Pick<Clock, "now">) => ({
  get: (account: string, author: string) => getDraft(db, account, author),
  /** Everybody's, in the order of their authors' ids. */
  async list(account: string): Promise<Draft[]> {
    const sql = "select draft from drafts where account = $1";
    const rows = await db.rows<{ draft: string }>(sql, [account]);
    // Not by the database, whose collation may be any.
    return rows.map(draftOf).toSorted((one, other) => (one.author < other.author ? -1 : 1));
  },
  /** The authors of the drafts whose time to be published has come. @param now milliseconds since 1970. */
  async due(account: string, now: number): Promise<string[]> {
    const rows = await db.rows<{ author: string }>(
      "select author from drafts where account = $1 and publish_at <= $2 order by publish_at, author",
      [account, now],
    );
    return rows.map(({ author }) => author);
  },
  /**
   * Reads a draft, and stores what is decided: no other change or publication comes in between.
   * @param decide pure; may be called more than once.
   */
  change: <Result>(
    account: string,
    author: string,
    decide: (state: DraftState) => DraftChange<Result>,
  ) =>
    db.transaction(async (tx) => {
      // Drafts change under the lock of publications: few people write them.
      const newest = await lockNewest(tx, clock.now());
      const draft = await getDraft(tx, account, author);
      const base = draft && (await getPublication(tx, draft.base));
      const decided = decide({ draft, newest, base });
      if (decided.publication) await publish(tx, { ...decided.publication, undoes: null });
      if (decided.draft !== undefined) await replace(tx, account, author, decided.draft);
      if (decided.audit) await appendAudit(tx, account, decided.audit);
      return decided.result;
    }),
});

const draftOf = ({ draft }: { draft: string }) => JSON.parse(draft) as Draft;

async function getDraft(db: Queries, account: string, author: string): Promise<Draft | null> {
  const sql = "select draft from drafts where account = $1 and author = $2";
  const row = await firstRow<{ draft: string }>(db, sql, [account, author]);
  return row && draftOf(row);
}

/** For a restore: what was planned may have been published since the backup. */
export async function unscheduleDrafts(tx: Queries): Promise<void> {
  const planned = await tx.rows<{ account: string; author: string; draft: string }>(
    "select account, author, draft from drafts where publish_at is not null",
  );
  for (const { account, author, draft } of planned) {
    await replace(tx, account, author, { ...draftOf({ draft }), schedule: null });
  }
}

async function replace(tx: Queries, account: string, author: string, draft: Draft | null) {
  if (!draft) {
    await tx.run("delete from drafts where account = $1 and author = $2", [account, author]);
    return;
  }
  const publishAt = draft.schedule?.at ?? null;
  const row = { account, author, draft: JSON.stringify(draft), publishAt };
  await tx.run(...replaceIn("drafts", ["account", "author"], row));
}
