/** Implements the member index in Postgres. */
import type { CrawlCursor, IndexEntry, MemberIndex } from "../member-index.ts";
import type { PostgresDatabase } from "./database.ts";

const repeatable = { repeatable: true };

export function postgresMemberIndex(db: PostgresDatabase): MemberIndex {
  return {
    async loadCursor(platform) {
      const [row] = await db.rows<CrawlCursor>(
        `select crawl, next_page as "nextPage", is_complete as "isComplete" from member_crawl
         where platform = $1`,
        [platform],
      );
      if (row) return row;
      await db.transaction(async (tx) => {
        await tx.run("delete from member_index");
        await tx.run("delete from member_crawl");
        await tx.run("insert into member_crawl (platform) values ($1) on conflict do nothing", [
          platform,
        ]);
      }, repeatable);
      return { crawl: 1, nextPage: 1, isComplete: false };
    },
    upsert: (entries, crawl, nextPage) =>
      db.transaction(async (tx) => {
        // A profile may be listed twice on a page, which one statement could not update twice.
        const distinct = new Map(entries.map((entry) => [`${entry.hash} ${entry.uuid}`, entry]));
        const rows = [...distinct.values()];
        const stored = await tx.rows<{ hash: string; isNew: boolean }>(
          `insert into member_index (hash, uuid, page, crawl)
           select hash, uuid, page, $4 from unnest($1::text[], $2::text[], $3::integer[])
             as seen (hash, uuid, page) order by hash, uuid
           on conflict (hash, uuid) do update set page = excluded.page, crawl = excluded.crawl
           returning hash, xmax = 0 as "isNew"`,
          [
            rows.map(({ hash }) => hash),
            rows.map(({ uuid }) => uuid),
            rows.map(({ page }) => page),
            crawl,
          ],
        );
        if (nextPage !== null) await tx.run("update member_crawl set next_page = $1", [nextPage]);
        return stored.filter(({ isNew }) => isNew).map(({ hash }) => hash);
      }, repeatable),
    finishCrawl: (crawl) =>
      db.transaction(async (tx) => {
        await tx.run("delete from member_index where crawl < $1", [crawl - 1]);
        await tx.run("update member_crawl set crawl = $1, next_page = 1, is_complete = true", [
          crawl + 1,
        ]);
      }, repeatable),
    find: (hash) =>
      db.rows<Pick<IndexEntry, "uuid" | "page">>(
        "select uuid, page from member_index where hash = $1 order by crawl desc, uuid",
        [hash],
      ),
  };
}
