/** Implements drafts of texts in SQLite. */
import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../clock.ts";
import { unscheduled, type Draft, type Drafts } from "../drafts.ts";
import type { AppendAudit } from "./audit.ts";
import type { GroupCommit } from "./group-commit.ts";
import type { ChangePublications } from "./publications.ts";
import { query } from "./query.ts";

const draftOf = ({ draft }: { draft: string }) => JSON.parse(draft) as Draft;

export function sqliteDrafts(
  db: DatabaseSync,
  commit: GroupCommit,
  {
    append,
    publications,
    clock,
  }: { append: AppendAudit; publications: ChangePublications; clock: Clock },
): Drafts {
  const one = query<{ draft: string }>(
    db,
    "select draft from drafts where account = ? and author = ?",
  );
  const all = query<{ draft: string }>(
    db,
    "select draft from drafts where account = ? order by author",
  );
  const due = query<{ author: string }>(
    db,
    "select author from drafts where account = ? and publish_at <= ? order by publish_at",
  );
  const replace = replaceDraft(db);
  const remove = db.prepare("delete from drafts where account = ? and author = ?");
  const get = (account: string, author: string): Draft | null => {
    const row = one.get(account, author);
    return row && draftOf(row);
  };
  return {
    get: async (account, author) => get(account, author),
    list: async (account) => all.all(account).map(draftOf),
    due: async (account, now) => due.all(account, now).map(({ author }) => author),
    change: (account, author, decide) =>
      commit.run(() => {
        const draft = get(account, author);
        const newest = publications.newest(clock.now());
        const base = draft && publications.get(draft.base);
        const decided = decide({ draft, newest, base });
        if (decided.publication) publications.publish({ ...decided.publication, undoes: null });
        if (decided.draft === null) remove.run(account, author);
        else if (decided.draft) replace(account, author, decided.draft);
        if (decided.audit) append(account, decided.audit);
        return decided.result;
      }),
  };
}

function replaceDraft(db: DatabaseSync) {
  const sql = db.prepare(
    `insert into drafts (account, author, draft, publish_at) values (?, ?, ?, ?)
     on conflict do update set draft = excluded.draft, publish_at = excluded.publish_at`,
  );
  return (account: string, author: string, draft: Draft): void => {
    sql.run(account, author, JSON.stringify(draft), draft.schedule?.at ?? null);
  };
}

/** For a restore. */
export function unscheduleDrafts(db: DatabaseSync): void {
  const replace = replaceDraft(db);
  const planned = query<{ account: string; author: string; draft: string }>(
    db,
    "select account, author, draft from drafts where publish_at is not null",
  );
  for (const { account, author, draft } of planned.all()) {
    replace(account, author, unscheduled(draftOf({ draft })));
  }
}
