/** A platform's ledger in memory whose pages are cut off, unordered, shift while they are read, or fail. */
import type { Input, Page, Transaction } from "../../../src/loyalty/contract.ts";
import { LoyaltyError } from "../../../src/loyalty/errors.ts";

export interface Habits {
  /** Rows per page at most; the answer states the size that was asked for, and the next page begins there. */
  maxRows: number;
  order: "newest first" | "oldest first" | "any";
  /** Rows that are booked between two pages. */
  busy: number;
}

export interface ShiftingPlatform {
  habits: Habits;
  readonly rows: Transaction[];
  readonly pages: number;
  /** The next pages fail. */
  failing: number;
  /** Pages with this row can't be parsed. */
  broken: number | null;
  now(): number;
  /** @param ago how many milliseconds its time lies back. */
  book(ago?: number): Transaction;
  void(id: number): void;
  getTransaction(query: Input<"getTransaction">): Promise<Page<Transaction>>;
}

/** @param now its clock. @param random gives numbers from 0 until 1. */
export function createShiftingPlatform(
  now: () => number,
  habits: Habits,
  random: () => number,
): ShiftingPlatform {
  const rows: Transaction[] = [];
  let pages = 0;

  function ordered(found: Transaction[]): Transaction[] {
    const { order } = platform.habits;
    if (order === "any") {
      const shuffled = found.map((row) => [random(), row] as const);
      return shuffled.toSorted(([a], [b]) => a - b).map(([, row]) => row);
    }
    const sorted = found.toSorted((a, b) => a.created_at.localeCompare(b.created_at));
    return order === "newest first" ? sorted.toReversed() : sorted;
  }

  const platform: ShiftingPlatform = {
    habits,
    rows,
    failing: 0,
    broken: null,
    get pages() {
      return pages;
    },
    now,
    book(ago = 0) {
      const id = rows.length + 1;
      const row: Transaction = {
        id,
        uuid: `t${id}`,
        type: random() < 0.7 ? "ADD" : "BURN",
        status: "COMPLETED",
        points: 1 + Math.floor(random() * 100),
        balance_after: id,
        card_uuid: "card",
        card_no: "1234",
        member_uuid: "member",
        channel: "API",
        created_at: new Date(platform.now() - ago).toISOString(),
      };
      rows.push(row);
      return row;
    },
    void(id) {
      const row = rows[id - 1];
      if (row) rows[id - 1] = { ...row, status: "VOIDED" };
    },
    async getTransaction({ from = "", to = "9", page = 1, size = 100 }) {
      pages += 1;
      await new Promise((resolve) => setImmediate(resolve));
      for (let count = 0; count < platform.habits.busy; count += 1) platform.book();
      const operation = "getTransaction" as const;
      if (platform.failing > 0) {
        platform.failing -= 1;
        throw new LoyaltyError("UNAVAILABLE", "answered 503", { operation, status: 503 });
      }
      const found = rows.filter(({ created_at }) => created_at >= from && created_at < to);
      const start = (page - 1) * size;
      const rowsPerPage = Math.min(size, platform.habits.maxRows);
      const data = ordered(found).slice(start, start + rowsPerPage);
      if (data.some(({ id }) => id === platform.broken)) {
        throw new LoyaltyError("UNEXPECTED_ANSWER", "answered 200 in an unknown shape", {
          operation,
        });
      }
      return { pagination: { total: found.length, page, size }, data };
    },
  };
  return platform;
}
