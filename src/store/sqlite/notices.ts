/** Implements notices in SQLite. */
import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../clock.ts";
import type { Notice, Notices, StoredNotice } from "../notices.ts";
import type { GroupCommit } from "./group-commit.ts";
import { query } from "./query.ts";

const columns = `id, account, line_id as lineId, notice, push_key as pushKey, pushed_at as pushedAt`;

type Row = Omit<StoredNotice, "notice"> & { notice: string };
type Addressee = Pick<StoredNotice, "account" | "lineId">;

export function sqliteNotices(
  db: DatabaseSync,
  commit: GroupCommit,
  change: ReturnType<typeof changeNotices>,
): Notices {
  const unclaimed = query<Row>(
    db,
    `select ${columns} from notices where account = ? and line_id = ? and carrier is null order by id`,
  );
  const pushable = query<Row>(
    db,
    `select ${columns} from notices where account = ?
       and (carrier = '${byPush}' or (carrier is null and pushable = 1)) order by id`,
  );
  const beginPush = db.prepare(
    `update notices set carrier = '${byPush}', pushed_at = coalesce(pushed_at, ?)
     where id = ? and (carrier is null or carrier = '${byPush}')`,
  );
  const endPush = query<Addressee>(
    db,
    `update notices set carrier = null, pushed_at = null, pushable = ? where id = ?
     returning account, line_id as lineId`,
  );
  return {
    async of(account, lineId) {
      const key = keyOf(account, lineId);
      if (!change.addressed.has(key)) return [];
      const rows = unclaimed.all(account, lineId);
      if (rows.length === 0) change.addressed.delete(key);
      return rows.map(noticeOf);
    },
    replied(account, eventId, seen) {
      if (change.carriers.size === 0) return;
      const carrier = byReply(account, eventId);
      if (change.carriers.delete(carrier)) commit.enqueueLazy(() => change.replied(carrier, seen));
    },
    pushable: async (account) => pushable.all(account).map(noticeOf),
    beginPush: (id, now) => commit.run(() => beginPush.run(now, id).changes > 0),
    endPush: (id, end) =>
      commit.run(() => {
        if (end === "delivered") change.remove([id]);
        else for (const row of endPush.all(Number(end === "retry"), id)) change.address(row);
      }),
  };
}

const keyOf = (account: string, lineId: string) => `${account}/${lineId}`;

const byPush = "push";
const byReply = (account: string, eventId: string) => `reply ${account} ${eventId}`;

/** @returns functions that change notices, and in-memory sets that save queries; call the functions inside a transaction only. */
export function changeNotices(db: DatabaseSync, clock: Clock) {
  /** Users who may have notices: hardly any do, so this saves a query per event. */
  const addressed = new Set<string>();
  const address = ({ account, lineId }: Addressee) => addressed.add(keyOf(account, lineId));
  const addressees = "select distinct account, line_id as lineId from notices";
  query<Addressee>(db, addressees).all().forEach(address);
  /** Replies that may carry notices: hardly any do, so this saves a query per reply. */
  const carriers = new Set(
    query<{ carrier: string }>(
      db,
      `select distinct carrier from notices where carrier <> '${byPush}'`,
    )
      .all()
      .map(({ carrier }) => carrier),
  );
  const insert = db.prepare(
    "insert into notices (account, line_id, notice, at, push_key) values (?, ?, ?, ?, ?)",
  );
  const remove = db.prepare("delete from notices where id = ?");
  const carry = db.prepare("update notices set carrier = ? where id = ? and carrier is null");
  const removeCarried = db.prepare("delete from notices where carrier = ?");
  const release = query<Addressee>(
    db,
    "update notices set carrier = null where carrier = ? returning account, line_id as lineId",
  );
  return {
    addressed,
    address,
    carriers,
    add(account: string, lineId: string, notice: Notice) {
      addressed.add(keyOf(account, lineId));
      insert.run(account, lineId, JSON.stringify(notice), clock.now(), randomUUID());
    },
    /** @throws {Error} if a notice was claimed or deleted meanwhile. */
    carry(account: string, eventId: string, ids: readonly number[]) {
      const carrier = byReply(account, eventId);
      carriers.add(carrier);
      for (const id of ids) {
        if (carry.run(carrier, id).changes === 0) throw new Error("a notice was taken meanwhile");
      }
    },
    replied(carrier: string, seen: boolean) {
      if (seen) removeCarried.run(carrier);
      else release.all(carrier).forEach(address);
    },
    remove: (ids: readonly number[]) => {
      for (const id of ids) remove.run(id);
    },
  };
}

const noticeOf = (row: Row): StoredNotice => ({
  ...row,
  notice: JSON.parse(row.notice) as Notice,
});
