/** Implements the mirrored ledger in SQLite. */
import type { DatabaseSync } from "node:sqlite";
import { earliest, type Ledger, type LedgerCoverage, type LedgerEntry } from "../ledger.ts";
import type { GroupCommit } from "./group-commit.ts";
import { query } from "./query.ts";

const columns = `uuid, id, at, type, status, points, balance_after as balanceAfter,
  member_uuid as memberUuid, card_uuid as cardUuid, card_hash as cardHash, ref_id as refId,
  ref_no_hash as refNoHash`;

/** Rows that didn't change aren't written again: nearly all of those that are read every hour. */
const saveEntry = `insert into ledger values (:uuid, :id, :at, :type, :status, :points,
    :balanceAfter, :memberUuid, :cardUuid, :cardHash, :refId, :refNoHash)
  on conflict (uuid) do update set id = excluded.id, at = excluded.at, type = excluded.type,
    status = case when status = 'VOIDED' then status else excluded.status end,
    points = excluded.points, balance_after = excluded.balance_after,
    member_uuid = excluded.member_uuid, card_uuid = excluded.card_uuid,
    card_hash = excluded.card_hash, ref_id = excluded.ref_id, ref_no_hash = excluded.ref_no_hash
  where (id, at, type, status, points, balance_after, member_uuid, card_uuid, card_hash, ref_id, ref_no_hash)
    is not (excluded.id, excluded.at, excluded.type, excluded.status, excluded.points,
      excluded.balance_after, excluded.member_uuid, excluded.card_uuid, excluded.card_hash,
      excluded.ref_id, excluded.ref_no_hash)`;

export function sqliteLedger(db: DatabaseSync, commit: GroupCommit): Ledger {
  const getCoverage = query<LedgerCoverage>(
    db,
    `select covered_from as "from", covered_until as until, read_at as readAt, reread_at as rereadAt
     from ledger_coverage where platform = ?`,
  );
  const insertCoverage = db.prepare(
    "insert into ledger_coverage (platform, covered_from, covered_until) values (?1, ?2, ?2)",
  );
  const widen = db.prepare(
    `update ledger_coverage set covered_from = min(covered_from, coalesce(:from, covered_from)),
       covered_until = max(covered_until, coalesce(:until, covered_until)),
       read_at = max(read_at, coalesce(:readAt, 0)), reread_at = max(reread_at, coalesce(:rereadAt, 0))`,
  );
  const save = db.prepare(saveEntry);
  const by = (condition: string) => ({
    count: query<{ total: number }>(
      db,
      `select count(*) as total from ledger where (${condition}) and at >= ?2`,
    ),
    page: query<LedgerEntry>(
      db,
      `select ${columns} from ledger where (${condition}) and at >= ?2
       order by at desc, id desc limit ?3 offset ?4`,
    ),
  });
  const lists = {
    memberUuid: by("member_uuid = ?1"),
    cardHash: by("card_hash = ?1"),
    refId: by("ref_id = ?1"),
    refNoHash: by("ref_no_hash = ?1"),
    id: by("uuid = ?1 or (id = cast(?1 as integer) and cast(id as text) = ?1)"),
  };
  return {
    coverage: async (platform) => getCoverage.get(platform),
    begin: (platform, at) =>
      commit.run(() => {
        db.exec("delete from ledger; delete from ledger_coverage");
        insertCoverage.run(platform, at);
      }),
    save: (entries, { from = null, until = null, readAt = null, rereadAt = null } = {}) =>
      commit.run(() => {
        for (const entry of entries) save.run({ ...entry });
        widen.run({ from, until, readAt, rereadAt });
      }),
    async find(filter, { limit, offset }) {
      const { by: name, value, since = earliest } = filter;
      const { count, page } = lists[name];
      const total = count.get(value, since)?.total ?? 0;
      return { entries: page.all(value, since, limit, offset), total };
    },
  };
}
