/** The index of members in SQLite. */
import type { DatabaseSync } from "node:sqlite";
import type { MemberIndex, IndexEntry } from "../member-index.ts";
import type { GroupCommit } from "./group-commit.ts";

export function sqliteMemberIndex(db: DatabaseSync, commit: GroupCommit): MemberIndex {
  const place = db.prepare("select walk, next_page, whole from member_walk where platform = ?");
  const begin = db.prepare("insert into member_walk (platform) values (?)");
  const moveOn = db.prepare("update member_walk set next_page = ?");
  const end = db.prepare("update member_walk set walk = ?, next_page = 1, whole = 1");
  const see = db.prepare(
    `insert into member_index (hash, uuid, page, walk) values (?, ?, ?, ?)
     on conflict do update set page = excluded.page, walk = excluded.walk`,
  );
  const sweep = db.prepare("delete from member_index where walk < ?");
  const of = db.prepare("select uuid, page from member_index where hash = ? order by walk desc");
  return {
    async place(platform) {
      const row = place.get(platform);
      if (row) {
        return {
          walk: Number(row["walk"]),
          nextPage: Number(row["next_page"]),
          whole: row["whole"] === 1,
        };
      }
      await commit.run(() => {
        db.exec("delete from member_index; delete from member_walk");
        begin.run(platform);
      });
      return { walk: 1, nextPage: 1, whole: false };
    },
    note: (sightings, walk, nextPage) =>
      commit.run(() => {
        for (const { hash, uuid, page } of sightings) see.run(hash, uuid, page, walk);
        if (nextPage !== null) moveOn.run(nextPage);
      }),
    end: (walk) =>
      commit.run(() => {
        sweep.run(walk - 1);
        end.run(walk + 1);
      }),
    of: async (hash) => of.all(hash) as unknown as Pick<IndexEntry, "uuid" | "page">[],
  };
}
