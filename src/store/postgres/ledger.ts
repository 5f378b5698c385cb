/** Implements the mirrored ledger in Postgres. */
import {
  earliest,
  type Ledger,
  type LedgerCoverage,
  type LedgerEntry,
  type LedgerFilterName,
} from "../ledger.ts";
import type { PostgresDatabase } from "./database.ts";

const repeatable = { repeatable: true };

const columns = `uuid, id, at, type, status, points, balance_after as "balanceAfter",
  member_uuid as "memberUuid", card_uuid as "cardUuid", card_hash as "cardHash",
  ref_id as "refId", ref_no_hash as "refNoHash"`;

/**
 * Sorted, so that two replicas never wait for each other. Rows that didn't change aren't written again:
 * nearly all of those that are read every hour.
 */
const saveEntries = `
  insert into ledger (uuid, id, at, type, status, points, balance_after, member_uuid, card_uuid,
    card_hash, ref_id, ref_no_hash)
  select * from unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::bigint[],
    $7::bigint[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[])
    as seen (uuid, id, at, type, status, points, balance_after, member_uuid, card_uuid, card_hash,
      ref_id, ref_no_hash)
  order by uuid
  on conflict (uuid) do update set id = excluded.id, at = excluded.at, type = excluded.type,
    status = case when ledger.status = 'VOIDED' then ledger.status else excluded.status end,
    points = excluded.points, balance_after = excluded.balance_after,
    member_uuid = excluded.member_uuid, card_uuid = excluded.card_uuid,
    card_hash = excluded.card_hash, ref_id = excluded.ref_id, ref_no_hash = excluded.ref_no_hash
  where ledger.* is distinct from excluded.*`;

const widen = `
  update ledger_coverage set covered_from = least(covered_from, $1),
    covered_until = greatest(covered_until, $2), read_at = greatest(read_at, $3),
    reread_at = greatest(reread_at, $4)`;

const conditions: Record<LedgerFilterName, string> = {
  memberUuid: "member_uuid = $1",
  cardHash: "card_hash = $1",
  refId: "ref_id = $1",
  refNoHash: "ref_no_hash = $1",
  // As it is written: 18 digits always fit.
  id: "(uuid = $1 or id = case when $1 ~ '^(0|-?[1-9][0-9]{0,17})$' then $1::bigint end)",
};

export function postgresLedger(db: PostgresDatabase): Ledger {
  return {
    async coverage(platform) {
      const [row] = await db.rows<LedgerCoverage>(
        `select covered_from as "from", covered_until as until, read_at as "readAt",
           reread_at as "rereadAt" from ledger_coverage where platform = $1`,
        [platform],
      );
      return row ?? null;
    },
    begin: (platform, at) =>
      db.transaction(async (tx) => {
        await tx.run("delete from ledger");
        await tx.run("delete from ledger_coverage");
        await tx.run(
          "insert into ledger_coverage (platform, covered_from, covered_until) values ($1, $2, $2)",
          [platform, at],
        );
      }, repeatable),
    save: (entries, covered) =>
      db.transaction(async (tx) => {
        if (entries.length > 0) await tx.run(saveEntries, columnsOf(entries));
        if (!covered) return;
        const { from = null, until = null, readAt = null, rereadAt = null } = covered;
        await tx.run(widen, [from, until, readAt, rereadAt]);
      }, repeatable),
    async find(filter, { limit, offset }) {
      const { by: name, value, since = earliest } = filter;
      const condition = conditions[name];
      const [count] = await db.rows<{ total: number }>(
        `select count(*) as total from ledger where ${condition} and at >= $2`,
        [value, since],
      );
      const entries = await db.rows<LedgerEntry>(
        `select ${columns} from ledger where ${condition} and at >= $2
         order by at desc, id desc limit $3 offset $4`,
        [value, since, limit, offset],
      );
      return { entries, total: count?.total ?? 0 };
    },
  };
}

/** One array for each column; one statement can't update a row twice, so each uuid is there once. */
function columnsOf(entries: readonly LedgerEntry[]): unknown[][] {
  const distinct = new Map<string, LedgerEntry>();
  for (const entry of entries) {
    const isVoided = distinct.get(entry.uuid)?.status === "VOIDED";
    distinct.set(entry.uuid, isVoided ? { ...entry, status: "VOIDED" } : entry);
  }
  const rows = [...distinct.values()];
  const names = [
    "uuid",
    "id",
    "at",
    "type",
    "status",
    "points",
    "balanceAfter",
    "memberUuid",
    "cardUuid",
    "cardHash",
    "refId",
    "refNoHash",
  ] as const;
  return names.map((name) => rows.map((row) => row[name]));
}
