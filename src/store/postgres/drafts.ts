/** Implements drafts of texts in Postgres. */
import type { Clock } from "../../clock.ts";
import { unscheduled, type Draft, type Drafts } from "../drafts.ts";
import { appendAudit } from "../audit.ts";
import type { Queries } from "../database.ts";
import type { PostgresDatabase } from "./database.ts";
import { getPublication, lockNewest, publish } from "./publications.ts";

export function postgresDrafts(db: PostgresDatabase, clock: Clock): Drafts {
  return {
    get: (account, author) => getDraft(db, account, author),
    async list(account) {
      const rows = await db.rows<{ draft: string }>(
        "select draft from drafts where account = $1 order by author",
        [account],
      );
      return rows.map(draftOf);
    },
    async due(account, now) {
      const rows = await db.rows<{ author: string }>(
        "select author from drafts where account = $1 and publish_at <= $2 order by publish_at",
        [account, now],
      );
      return rows.map(({ author }) => author);
    },
    change: (account, author, decide) =>
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
  };
}

const draftOf = ({ draft }: { draft: string }) => JSON.parse(draft) as Draft;

async function getDraft(db: Queries, account: string, author: string): Promise<Draft | null> {
  const [row] = await db.rows<{ draft: string }>(
    "select draft from drafts where account = $1 and author = $2",
    [account, author],
  );
  return row ? draftOf(row) : null;
}

/** For a restore. */
export async function unscheduleDrafts(tx: Queries): Promise<void> {
  const planned = await tx.rows<{ account: string; author: string; draft: string }>(
    "select account, author, draft from drafts where publish_at is not null",
  );
  for (const { account, author, draft } of planned) {
    await replace(tx, account, author, unscheduled(draftOf({ draft })));
  }
}

async function replace(tx: Queries, account: string, author: string, draft: Draft | null) {
  if (!draft) {
    await tx.run("delete from drafts where account = $1 and author = $2", [account, author]);
    return;
  }
  await tx.run(
    `insert into drafts (account, author, draft, publish_at) values ($1, $2, $3, $4)
     on conflict (account, author) do update
       set draft = excluded.draft, publish_at = excluded.publish_at`,
    [account, author, JSON.stringify(draft), draft.schedule?.at ?? null],
  );
}
