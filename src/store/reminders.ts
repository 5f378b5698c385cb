/** What members are reminded of: coupons and points that end. Each is told once; a notice tells it. */
import { insertInto, type Database, type Transaction } from "./database.ts";
import type { NoticeChanges, Reminder } from "./notices.ts";
import { takeRuleKeys, type RuleKey } from "./rule-keys.ts";

/** Something of a member that ends. */
export interface Ending {
  /** What ends, and when: what ends at another time is another one. */
  key: string;
  memberUuid: string;
  reminder: Reminder;
  /** Milliseconds since 1970. */
  endsAt: number;
}

/** Of which a member is to be told, if nobody has. */
export interface WaitingEnding extends Ending {
  /** Their LINE user id as it was last seen; null = not known. */
  lineId: string | null;
}

/** The time in which something ends, in milliseconds since 1970: after `now`, or a later time, and until `until`. */
export interface Soon {
  now: number;
  until: number;
}

export type Reminders = ReturnType<typeof createReminders>;

/** A state change: what a user is told by notices, but for what was told before. */
export interface RemindChange {
  kind: "remind";
  lineId: string;
  endings: readonly Ending[];
  /** Of notices that are to be pushed: what forbids the next push for a time, and this one if it is taken. */
  rest?: readonly RuleKey[];
}

const columns = `key, member_uuid as "memberUuid", reminder, ends_at as "endsAt"`;
type Row<Of extends Ending> = Omit<Of, "reminder"> & { reminder: string };

const endingOf = <Of extends { reminder: string }>(row: Of) => ({
  ...row,
  reminder: JSON.parse(row.reminder) as Reminder,
});

export const createReminders = (db: Database) => ({
  /** Keeps what ends, without telling it. What is kept already stays as it stands. */
  async keep(account: string, endings: readonly Ending[]): Promise<void> {
    if (endings.length === 0) return;
    await db.run(
      `insert into reminders (account, key, member_uuid, reminder, ends_at)
       select $1, value ->> 'key', value ->> 'memberUuid', value ->> 'reminder',
         (value ->> 'endsAt')::bigint
       from json_array_elements($2::json) as each (value) where true order by 2
       on conflict do nothing`,
      [account, rowsOf(endings)],
    );
  },
  /** Keeps whose LINE accounts members have. */
  async link(
    account: string,
    members: readonly Pick<WaitingEnding, "memberUuid" | "lineId">[],
  ): Promise<void> {
    if (members.length === 0) return;
    await db.run(
      `update reminders set line_id = value ->> 'lineId'
       from json_array_elements($2::json) as each (value)
       where account = $1 and member_uuid = value ->> 'memberUuid' and told_at is null`,
      [account, JSON.stringify(members)],
    );
  },
  /** What ends soon of a member and wasn't told, the soonest first. */
  async of(account: string, memberUuid: string, { now, until }: Soon): Promise<Ending[]> {
    const rows = await db.rows<Row<Ending>>(
      `select ${columns} from reminders
       where account = $1 and member_uuid = $2 and told_at is null and ends_at > $3 and ends_at <= $4
       order by ends_at, key`,
      [account, memberUuid, now, until],
    );
    return rows.map(endingOf);
  },
  /** Which of these were told. */
  async told(account: string, keys: readonly string[]): Promise<ReadonlySet<string>> {
    if (keys.length === 0) return new Set();
    const rows = await db.rows<{ key: string }>(
      `select key from reminders
       where account = $1 and key = any($2::text[]) and told_at is not null`,
      [account, keys],
    );
    return new Set(rows.map(({ key }) => key));
  },
  /**
   * What ends soon of members with a LINE account and wasn't told, the soonest first.
   * @param after what these come after; null = from the first.
   */
  async waiting(
    account: string,
    { now, until }: Soon,
    after: Pick<Ending, "endsAt" | "key"> | null,
    max: number,
  ): Promise<WaitingEnding[]> {
    const rows = await db.rows<Row<WaitingEnding>>(
      `select ${columns}, line_id as "lineId" from reminders
       where account = $1 and told_at is null and line_id is not null and ends_at <= $2
         and (ends_at > $3 or (ends_at = $3 and key > $4))
       order by ends_at, key limit $5`,
      [account, until, after?.endsAt ?? now + 1, after?.key ?? "", max],
    );
    return rows.map(endingOf);
  },
});

const rowsOf = (endings: readonly Ending[]): string =>
  JSON.stringify(
    endings.map((ending) => ({ ...ending, reminder: JSON.stringify(ending.reminder) })),
  );

/** Call it inside a transaction: of many at once, one tells. */
export async function remind(
  tx: Transaction,
  account: string,
  { lineId, endings, rest }: RemindChange,
  notices: Pick<NoticeChanges, "add">,
): Promise<void> {
  if (rest && !(await takeRuleKeys(tx, account, rest))) return;
  const toldAt = await tx.now();
  for (const { key, memberUuid, reminder, endsAt } of endings) {
    const row = { account, key, memberUuid, reminder: JSON.stringify(reminder), endsAt, toldAt };
    const told = await tx.run(
      ...insertInto(
        "reminders",
        row,
        `on conflict (key, account) do update set told_at = excluded.told_at
         where reminders.told_at is null`,
      ),
    );
    if (told === 0) continue;
    const notice = { kind: "reminder", memberUuid, reminder, endsAt } as const;
    await notices.add(tx, { account, lineId, notice }, rest !== undefined);
  }
}
