/** The store port for the mirrored ledger: the platform's point transactions, for platforms whose list can't be filtered. */

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
export const earliest = -8.64e15;

/** `id`: the platform's id or uuid. */
export type LedgerFilterName = "id" | "memberUuid" | "cardHash" | "refId" | "refNoHash";

export interface LedgerFilter {
  by: LedgerFilterName;
  value: string;
  /** Without earlier entries; ms on the platform's clock. */
  since?: number;
}

export interface Ledger {
  /** @param platform a hash of the platform. @returns null when nothing of this platform is mirrored. */
  coverage(platform: string): Promise<LedgerCoverage | null>;
  /** Deletes what is mirrored, of any platform, and covers nothing but the moment `at`. */
  begin(platform: string, at: number): Promise<void>;
  /**
   * Inserts or updates entries, each once by its uuid.
   * @param covered widens the coverage; it never narrows.
   */
  save(entries: readonly LedgerEntry[], covered?: Partial<LedgerCoverage>): Promise<void>;
  /** The newest entries first. @returns a page, and how many entries match in all. */
  find(
    filter: LedgerFilter,
    page: { limit: number; offset: number },
  ): Promise<{ entries: LedgerEntry[]; total: number }>;
}
