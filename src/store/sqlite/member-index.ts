/** Implements the member index in SQLite. */
import type { DatabaseSync } from "node:sqlite";
import type { CrawlCursor, IndexEntry, MemberIndex } from "../member-index.ts";
import type { GroupCommit } from "./group-commit.ts";
import { query } from "./query.ts";

export function sqliteMemberIndex(db: DatabaseSync, commit: GroupCommit): MemberIndex {
  const getCursor = query<Omit<CrawlCursor, "isComplete"> & { isComplete: 0 | 1 }>(
    db,
    "select walk as crawl, next_page as nextPage, whole as isComplete from member_walk where platform = ?",
  );
  const insertCursor = db.prepare("insert into member_walk (platform) values (?)");
  const setNextPage = db.prepare("update member_walk set next_page = ?");
  const setNextCrawl = db.prepare("update member_walk set walk = ?, next_page = 1, whole = 1");
  const insertEntry = db.prepare(
    "insert into member_index (hash, uuid, page, walk) values (?, ?, ?, ?) on conflict do nothing",
  );
  const updateEntry = db.prepare(
    "update member_index set page = ?, walk = ? where hash = ? and uuid = ?",
  );
  const deleteUnseen = db.prepare("delete from member_index where walk < ?");
  const byHash = query<Pick<IndexEntry, "uuid" | "page">>(
    db,
    "select uuid, page from member_index where hash = ? order by walk desc",
  );
  return {
    async loadCursor(platform) {
      const row = getCursor.get(platform);
      if (row) return { ...row, isComplete: row.isComplete === 1 };
      await commit.run(() => {
        db.exec("delete from member_index; delete from member_walk");
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
