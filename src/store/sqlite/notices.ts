/** Notices in SQLite. */
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import type { Clock } from "../../clock.ts";
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
    async of(account, lineId) {
      const key = keyOf(account, lineId);
      if (!change.addressed.has(key)) return [];
      const rows = of.all(account, lineId);
      if (rows.length === 0) change.addressed.delete(key);
      return rows.map(noticeOf);
    },
    all: async (account) => all.all(account).map(noticeOf),
    told: (ids) => commit.run(() => change.remove(ids)),
  };
}

const keyOf = (account: string, lineId: string) => `${account}/${lineId}`;

/** The changes of notices; they have to be called inside a transaction. */
export function changeNotices(db: DatabaseSync, clock: Clock) {
  /** Who may have notices: nearly nobody has, and everybody is asked for at every event. */
  const addressed = new Set(
    db
      .prepare("select distinct account, line_id from notices")
      .all()
      .map((row) => keyOf(String(row["account"]), String(row["line_id"]))),
  );
  const insert = db.prepare(
    "insert into notices (account, line_id, notice, at) values (?, ?, ?, ?)",
  );
  const remove = db.prepare("delete from notices where id = ?");
  return {
    addressed,
    add(account: string, lineId: string, notice: Notice) {
      addressed.add(keyOf(account, lineId));
      insert.run(account, lineId, JSON.stringify(notice), clock.now());
    },
    remove: (ids: readonly number[]) => {
      for (const id of ids) remove.run(id);
    },
  };
}

const noticeOf = (row: Record<string, SQLOutputValue>) =>
  ({ ...row, notice: JSON.parse(String(row["notice"])) as Notice }) as unknown as StoredNotice;
