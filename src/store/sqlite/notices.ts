/** Notices in SQLite. */
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import type { Notice, Notices, StoredNotice } from "../notices.ts";
import type { GroupCommit } from "./group-commit.ts";

const columns = "id, account, line_id as lineId, notice";

export function sqliteNotices(
  db: DatabaseSync,
  commit: GroupCommit,
  change: ReturnType<typeof changeNotices>,
): Notices {
  const of = db.prepare(
    `select ${columns} from notices where account = ? and line_id = ? order by id`,
  );
  const all = db.prepare(`select ${columns} from notices where account = ? order by id`);
  return {
    of: async (account, lineId) => of.all(account, lineId).map(noticeOf),
    all: async (account) => all.all(account).map(noticeOf),
    told: (ids) => commit.run(() => change.remove(ids)),
  };
}

/** The changes of notices; they have to be called inside a transaction. */
export function changeNotices(db: DatabaseSync) {
  const insert = db.prepare("insert into notices (account, line_id, notice) values (?, ?, ?)");
  const remove = db.prepare("delete from notices where id = ?");
  return {
    add: (account: string, lineId: string, notice: Notice) =>
      void insert.run(account, lineId, JSON.stringify(notice)),
    remove: (ids: readonly number[]) => {
      for (const id of ids) remove.run(id);
    },
  };
}

const noticeOf = (row: Record<string, SQLOutputValue>) =>
  ({ ...row, notice: JSON.parse(String(row["notice"])) as Notice }) as unknown as StoredNotice;
