/** Statistics: how often something happened on a day, without who it was. */
import type { Database, Flag } from "./database.ts";
import { hashId } from "./hash-id.ts";
import type { DayRange } from "./rules/day-limits.ts";

export interface DailyCount {
  /** Of the business's time zone, such as `2026-11-22`. */
  day: string;
  /** `answer`: a reply that was delivered; `tap`: a tap on a rich menu; `guess`: a code too many that was tried. */
  kind: "answer" | "tap" | "guess";
  /** The intent that answered, the tile, such as `member.balance`, or what was guessed. */
  name: string;
  /** The language of the person; `unknown` where it wasn't known. */
  language: string;
  count: number;
}

/** What happened to somebody on a day, of which only how many they were is told. */
export interface DailyPerson {
  day: string;
  /** `answered`: got a reply; `invited`: was told how to join; `joined`: wrote as a member for the first time after that. */
  kind: "answered" | "invited" | "joined";
  /** Stored as a hash. */
  lineId: string;
}

export type PeopleCount = Pick<DailyPerson, "day" | "kind"> & { count: number };

const orderOf = ({ day, kind, name, language }: DailyCount) =>
  [day, kind, name, language].join(" ");

/** Orders counts by day, kind, name and language. */
const byDay = (one: DailyCount, other: DailyCount): number =>
  orderOf(one) < orderOf(other) ? -1 : 1;

export type Statistics = ReturnType<typeof createStatistics>;

/** Sorted, so that two replicas never wait for each other. */
const addCounts = `
  insert into daily_counts (account, day, kind, name, language, count)
  select $1, value ->> 'day', value ->> 'kind', value ->> 'name', value ->> 'language',
    (value ->> 'count')::bigint
  from json_array_elements($2::json) as each (value) where true order by 2, 3, 4, 5
  on conflict (account, day, kind, name, language)
    do update set count = daily_counts.count + excluded.count`;

/** Sorted, as above. */
const addPeople = `
  insert into daily_people (account, day, kind, person)
  select $1, value ->> 'day', value ->> 'kind', value ->> 'person'
  from json_array_elements($2::json) as each (value) where true order by 2, 3, 4
  on conflict (day, kind, person, account) do nothing`;

export const createStatistics = (db: Database) => ({
  /**
   * Adds to the counts in one transaction; those of several replicas add up, and whoever is added twice on a day is one.
   * @throws {StoreError} when it can't.
   */
  async add(
    account: string,
    counts: readonly DailyCount[],
    people: readonly DailyPerson[] = [],
  ): Promise<void> {
    const rows = people.map(({ day, kind, lineId }) => ({ day, kind, person: hashId(lineId) }));
    await db.transaction(async (tx) => {
      if (counts.length > 0) await tx.run(addCounts, [account, JSON.stringify(counts)]);
      if (rows.length > 0) await tx.run(addPeople, [account, JSON.stringify(rows)]);
    });
  },
  /** How many people there were on each day from `from` to `until`, both included, ordered by day. */
  peopleByDay: (account: string, from: string, until: string) =>
    db.rows<PeopleCount>(
      `select day, kind, count(*)::bigint as count from daily_people
       where account = $1 and day >= $2 and day <= $3 group by day, kind order by day, kind`,
      [account, from, until],
    ),
  /** How many people there were in all these days: whoever came on several counts once. */
  people: (account: string, from: string, until: string) =>
    db.rows<Pick<PeopleCount, "kind" | "count">>(
      `select kind, count(distinct person)::bigint as count from daily_people
       where account = $1 and day >= $2 and day <= $3 group by kind order by kind`,
      [account, from, until],
    ),
  /** The accounts that have counts. */
  async accounts(): Promise<string[]> {
    const rows = await db.rows<{ account: string }>("select distinct account from daily_counts");
    return rows.map(({ account }) => account).toSorted();
  },
  /** The counts of the days from `from` to `until`, both included, ordered by day, kind, name and language. */
  async list(account: string, from: string, until: string): Promise<DailyCount[]> {
    const rows = await db.rows<DailyCount>(
      `select day, kind, name, language, count from daily_counts
       where account = $1 and day >= $2 and day <= $3`,
      [account, from, until],
    );
    // Not by the database, whose collation may be any.
    return rows.toSorted(byDay);
  },
});

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

const sums = `count(*)::bigint as orders, sum(gifts)::bigint as gifts, sum(points)::bigint as points`;
/** The state isn't looked for by its index: nearly all orders are done. Undos are of kinds of their own. */
const ofDay = `account = $1 and confirmed_at >= $2 and confirmed_at < $3
  and case when state = 'done' then 1 else 0 end = 1`;

/** Of the orders that were confirmed on a day and are done, summed up by the database, however many there are. */
export const createActivity = (db: Database) => ({
  totals: (account: string, { start, end }: DayRange) =>
    db.rows<OrderTotal>(
      `select kind, command,
         case when kind = 'redeeming' and asker = line_id then '' else asker end as asker, ${sums}
       from orders where ${ofDay} group by 1, 2, 3 order by kind, command, asker`,
      [account, start, end],
    ),
  /** The pairs with several orders, and those of one LINE account: the most orders first, at most 100. */
  async pairs(account: string, { start, end }: DayRange): Promise<PairTotal[]> {
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
