/** The mirrored ledger: the platform's point transactions, for platforms whose list can't be filtered. */
import { maxAheadMs } from "./clock-rules.ts";
import { columnOf, firstRow, insertInto, type Database } from "./database.ts";

/** A transaction without names, phone numbers and remarks; times are milliseconds since 1970 on the platform's clock. */
export interface LedgerEntry {
  uuid: string;
  id: number;
  at: number;
  type: "ADD" | "BURN";
  /** A voided transaction stays voided, in whatever order its rows are read. */
  status: "COMPLETED" | "VOIDED";
  points: number;
  balanceAfter: number;
  memberUuid: string;
  cardUuid: string;
  /** Hash of the card number. */
  cardHash: string;
  /** The idempotency key; null = none. */
  refId: string | null;
  /** Hash of the shop's document number; null = none. */
  refNoHash: string | null;
}

/** What is mirrored: every transaction with `from` <= `at` < `until`. */
export interface LedgerCoverage {
  from: number;
  until: number;
  /** When all later transactions were last read, too; on the bot's clock, 0 = never. */
  readAt: number;
  /** When the last days were last read again; on the bot's clock, 0 = never. */
  rereadAt: number;
}

/** Before every transaction; the earliest time that a `Date` can hold. */
const earliest = -8.64e15;

/** `id`: the platform's id or uuid. */
export type LedgerFilterName = "id" | "memberUuid" | "cardHash" | "refId" | "refNoHash";

export interface LedgerFilter {
  by: LedgerFilterName;
  value: string;
  /** Without earlier entries; ms on the platform's clock. */
  since?: number;
}

export type Ledger = ReturnType<typeof createLedger>;

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
  select value ->> 'uuid', (value ->> 'id')::bigint, (value ->> 'at')::bigint, value ->> 'type',
    value ->> 'status', (value ->> 'points')::bigint, (value ->> 'balanceAfter')::bigint,
    value ->> 'memberUuid', value ->> 'cardUuid', value ->> 'cardHash', value ->> 'refId',
    value ->> 'refNoHash'
  from json_array_elements($1::json) as each (value) where true order by 1
  on conflict (uuid) do update set id = excluded.id, at = excluded.at, type = excluded.type,
    status = case when ledger.status = 'VOIDED' then ledger.status else excluded.status end,
    points = excluded.points, balance_after = excluded.balance_after,
    member_uuid = excluded.member_uuid, card_uuid = excluded.card_uuid,
    card_hash = excluded.card_hash, ref_id = excluded.ref_id, ref_no_hash = excluded.ref_no_hash
  where (ledger.id, ledger.at, ledger.type, ledger.status, ledger.points, ledger.balance_after,
      ledger.member_uuid, ledger.card_uuid, ledger.card_hash, ledger.ref_id, ledger.ref_no_hash)
    is distinct from (excluded.id, excluded.at, excluded.type, excluded.status, excluded.points,
      excluded.balance_after, excluded.member_uuid, excluded.card_uuid, excluded.card_hash,
      excluded.ref_id, excluded.ref_no_hash)`;

/** A reading's time goes on, or back to the clock's where that was set back since. */
const newest = (column: string, at: string) =>
  `case when ${at} > ${column} or ${at} < ${column} - ${maxAheadMs} then ${at} else ${column} end`;

/** A time that isn't given changes nothing. */
const widen = `
  update ledger_coverage set
    covered_from = case when $1::bigint < covered_from then $1::bigint else covered_from end,
    covered_until = case when $2::bigint > covered_until then $2::bigint else covered_until end,
    read_at = ${newest("read_at", "$3::bigint")},
    reread_at = ${newest("reread_at", "$4::bigint")}`;

/** As it is written: 18 digits always fit. */
const wholeId = /^(0|-?[1-9]\d{0,17})$/;

export const createLedger = (db: Database) => ({
  /** @param platform a hash of the platform. @returns null when nothing of this platform is mirrored. */
  coverage: (platform: string) =>
    firstRow<LedgerCoverage>(
      db,
      `select covered_from as "from", covered_until as until, read_at as "readAt",
         reread_at as "rereadAt" from ledger_coverage where platform = $1`,
      [platform],
    ),
  /** Deletes what is mirrored, of any platform, and covers nothing but the moment `at`. */
  begin: (platform: string, at: number) =>
    db.transaction(async (tx) => {
      await tx.run("delete from ledger");
      await tx.run("delete from ledger_coverage");
      const covered = { platform, coveredFrom: at, coveredUntil: at };
      await tx.run(...insertInto("ledger_coverage", covered));
    }, repeatable),
  /**
   * Inserts or updates entries, each once by its uuid.
   * @param covered widens what is covered; it never narrows.
   */
  save: (entries: readonly LedgerEntry[], covered?: Partial<LedgerCoverage>) =>
    db.transaction(async (tx) => {
      if (entries.length > 0) await tx.run(saveEntries, [JSON.stringify(distinctOf(entries))]);
      if (!covered) return;
      const { from = null, until = null, readAt = null, rereadAt = null } = covered;
      await tx.run(widen, [from, until, readAt, rereadAt]);
    }, repeatable),
  /** The newest entries first. @returns a page, and how many entries match in all. */
  async find(
    { by, value, since = earliest }: LedgerFilter,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ entries: LedgerEntry[]; total: number }> {
    const isNumber = by === "id" && wholeId.test(value);
    const column = by === "id" ? "uuid" : columnOf(by);
    const condition = isNumber ? "(uuid = $1 or id = $3::bigint)" : `${column} = $1`;
    const keys = [value, since, ...(isNumber ? [value] : [])];
    const count = await firstRow<{ total: number }>(
      db,
      `select count(*) as total from ledger where ${condition} and at >= $2`,
      keys,
    );
    const entries = await db.rows<LedgerEntry>(
      `select ${columns} from ledger where ${condition} and at >= $2
       order by at desc, id desc, uuid limit $${keys.length + 1} offset $${keys.length + 2}`,
      [...keys, limit, offset],
    );
    return { entries, total: count?.total ?? 0 };
  },
});

/** One statement can't update a row twice, so each uuid is there once. */
function distinctOf(entries: readonly LedgerEntry[]): LedgerEntry[] {
  const distinct = new Map<string, LedgerEntry>();
  for (const entry of entries) {
    const isVoided = distinct.get(entry.uuid)?.status === "VOIDED";
    distinct.set(entry.uuid, isVoided ? { ...entry, status: "VOIDED" } : entry);
  }
  return [...distinct.values()];
}
