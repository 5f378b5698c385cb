/** What was done on a day: orders summed up by the database, however many there are. */
import type { Database, Flag } from "./database.ts";
import type { DayRange } from "./orders.ts";

interface Done {
  orders: number;
  /** Coupons and points, without what an undo has taken back. */
  gifts: number;
  points: number;
}

/** What was done of one kind, by one command. */
export interface OrderTotal extends Done {
  kind: string;
  command: string;
  /** LINE user id of the staff member, or the name of a rule; empty for what members redeem themselves. */
  asker: string;
}

/** Coupons and points that one staff member gave one member on a day. */
export interface PairTotal extends Done {
  asker: string;
  memberUuid: string;
  /** Whether the member has the LINE account of the staff member. */
  isOwn: boolean;
}

/** Of the orders that were confirmed on a day and are done. */
export interface Activity {
  totals(account: string, day: DayRange): Promise<OrderTotal[]>;
  /** The pairs with several orders, and those of one LINE account: the most orders first, at most 100. */
  pairs(account: string, day: DayRange): Promise<PairTotal[]>;
}

const sums = `count(*)::bigint as orders, sum(gifts)::bigint as gifts, sum(points)::bigint as points`;
/** The state isn't looked for by its index: nearly all orders are done. Undos are of kinds of their own. */
const ofDay = `account = $1 and confirmed_at >= $2 and confirmed_at < $3
  and case when state = 'done' then 1 else 0 end = 1`;

export const createActivity = (db: Database): Activity => ({
  totals: (account, { start, end }) =>
    db.rows(
      `select kind, command,
         case when kind = 'redeeming' and asker = line_id then '' else asker end as asker, ${sums}
       from orders where ${ofDay} group by 1, 2, 3 order by kind, command, asker`,
      [account, start, end],
    ),
  async pairs(account, { start, end }) {
    const rows = await db.rows<Omit<PairTotal, "isOwn"> & { isOwn: Flag }>(
      `select asker, member_uuid as "memberUuid",
         max(case when asker = line_id then 1 else 0 end) as "isOwn", ${sums}
       from orders where ${ofDay} and member_uuid is not null
         and (kind = 'giving' or (kind = 'moving' and command = 'add'))
       group by asker, member_uuid
       having count(*) > 1 or max(case when asker = line_id then 1 else 0 end) = 1
       order by orders desc, asker, member_uuid limit 100`,
      [account, start, end],
    );
    return rows.map((row) => ({ ...row, isOwn: Boolean(row.isOwn) }));
  },
});
