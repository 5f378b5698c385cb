/** Prices of rewards that staff set: the points that a coupon of a set costs. */
import { firstRow, insertInto, type Database, type Queries } from "./database.ts";

/** A change of one price. Null = staff have set none. */
export interface PriceChange {
  /** The coupon set's. */
  setUuid: string;
  before: number | null;
  after: number | null;
}

export type StaffPrices = ReturnType<typeof createStaffPrices>;

export const createStaffPrices = (db: Database) => ({
  /** In points, by the coupon set's uuid. */
  async list(account: string): Promise<ReadonlyMap<string, number>> {
    const rows = await db.rows<{ setUuid: string; points: number }>(
      `select set_uuid as "setUuid", points from staff_prices where account = $1`,
      [account],
    );
    return new Map(rows.map(({ setUuid, points }) => [setUuid, points]));
  },
  /**
   * Changes a price, unless somebody else has changed it since it was read.
   * @returns whether `after` is the price now: true as well when it was before.
   */
  replace: (account: string, change: PriceChange) =>
    db.transaction(
      async (tx) =>
        (await write(tx, account, change)) > 0 ||
        (await priceOf(tx, account, change.setUuid)) === change.after,
      { repeatable: true },
    ),
});

/** One statement that changes nothing unless the price is `before`. @returns the number of changed rows. */
async function write(
  tx: Queries,
  account: string,
  { setUuid, before, after }: PriceChange,
): Promise<number> {
  if (before === null) {
    if (after === null) return 0;
    const row = { account, setUuid, points: after };
    return tx.run(...insertInto("staff_prices", row, "on conflict do nothing"));
  }
  const ofBefore = "where account = $1 and set_uuid = $2 and points = $3";
  return after === null
    ? tx.run(`delete from staff_prices ${ofBefore}`, [account, setUuid, before])
    : tx.run(`update staff_prices set points = $4 ${ofBefore}`, [account, setUuid, before, after]);
}

async function priceOf(tx: Queries, account: string, setUuid: string): Promise<number | null> {
  const sql = "select points from staff_prices where account = $1 and set_uuid = $2";
  return (await firstRow<{ points: number }>(tx, sql, [account, setUuid]))?.points ?? null;
}
