/** Implements the member index in SQLite. */
import type { DatabaseSync } from "node:sqlite";
import type { CrawlCursor, IndexEntry, MemberIndex } from "../member-index.ts";
import type { GroupCommit } from "./group-commit.ts";
import { query } from "./query.ts";

export function sqliteMemberIndex(db: DatabaseSync, commit: GroupCommit): MemberIndex {
  const getCursor = query<Omit<CrawlCursor, "isComplete"> & { isComplete: 0 | 1 }>(
    db,
    "select crawl, next_page as nextPage, is_complete as isComplete from member_crawl where platform = ?",
  );
  const insertCursor = db.prepare("insert into member_crawl (platform) values (?)");
  const setNextPage = db.prepare("update member_crawl set next_page = ?");
  const setNextCrawl = db.prepare(
    "update member_crawl set crawl = ?, next_page = 1, is_complete = 1",
  );
  const insertEntry = db.prepare(
    "insert into member_index (hash, uuid, page, crawl) values (?, ?, ?, ?) on conflict do nothing",
  );
  const updateEntry = db.prepare(
    "update member_index set page = ?, crawl = ? where hash = ? and uuid = ?",
  );
  const deleteUnseen = db.prepare("delete from member_index where crawl < ?");
  const byHash = query<Pick<IndexEntry, "uuid" | "page">>(
    db,
    "select uuid, page from member_index where hash = ? order by crawl desc",
  );
  return {
    async loadCursor(platform) {
      const row = getCursor.get(platform);
      if (row) return { ...row, isComplete: row.isComplete === 1 };
      await commit.run(() => {
        db.exec("delete from member_index; delete from member_crawl");
        insertCursor.run(platform);
      });
      return { crawl: 1, nextPage: 1, isComplete: false };
    },
    upsert: (entries, crawl, nextPage) =>
      commit.run(() => {
        const inserted = entries.filter(({ hash, uuid, page }) => {
          const isNew = insertEntry.run(hash, uuid, page, crawl).changes > 0;
          if (!isNew) updateEntry.run(page, crawl, hash, uuid);
          return isNew;
        });
        if (nextPage !== null) setNextPage.run(nextPage);
        return inserted.map(({ hash }) => hash);
      }),
    finishCrawl: (crawl) =>
      commit.run(() => {
        deleteUnseen.run(crawl - 1);
        setNextCrawl.run(crawl + 1);
      }),
    find: async (hash) => byHash.all(hash),
  };
}
