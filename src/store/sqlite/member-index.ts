/** Implements the member index in SQLite. */
import type { DatabaseSync } from "node:sqlite";
import type { MemberIndex, IndexEntry } from "../member-index.ts";
import type { GroupCommit } from "./group-commit.ts";

export function sqliteMemberIndex(db: DatabaseSync, commit: GroupCommit): MemberIndex {
  const getCursor = db.prepare("select walk, next_page, whole from member_walk where platform = ?");
  const insertCursor = db.prepare("insert into member_walk (platform) values (?)");
  const setNextPage = db.prepare("update member_walk set next_page = ?");
  const finishCrawl = db.prepare("update member_walk set walk = ?, next_page = 1, whole = 1");
  const upsert = db.prepare(
    `insert into member_index (hash, uuid, page, walk) values (?, ?, ?, ?)
     on conflict do update set page = excluded.page, walk = excluded.walk`,
  );
  const deleteUnseen = db.prepare("delete from member_index where walk < ?");
  const byHash = db.prepare(
    "select uuid, page from member_index where hash = ? order by walk desc",
  );
  return {
    async place(platform) {
      const row = getCursor.get(platform);
      if (row) {
        return {
          walk: Number(row["walk"]),
          nextPage: Number(row["next_page"]),
          whole: row["whole"] === 1,
        };
      }
      await commit.run(() => {
        db.exec("delete from member_index; delete from member_walk");
        insertCursor.run(platform);
      });
      return { walk: 1, nextPage: 1, whole: false };
    },
    note: (entries, walk, nextPage) =>
      commit.run(() => {
        for (const { hash, uuid, page } of entries) upsert.run(hash, uuid, page, walk);
        if (nextPage !== null) setNextPage.run(nextPage);
      }),
    end: (walk) =>
      commit.run(() => {
        deleteUnseen.run(walk - 1);
        finishCrawl.run(walk + 1);
      }),
    of: async (hash) => byHash.all(hash) as unknown as Pick<IndexEntry, "uuid" | "page">[],
  };
}
