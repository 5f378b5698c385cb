/** Notices: messages added to a user's next reply, or pushed where that is allowed. */
import { randomUUID } from "node:crypto";
import type { Clock } from "../clock.ts";
import { insertInto, type Database, type Queries } from "./database.ts";

/** `confirmation` is the id of an order, under the name that is stored. */
export type Notice =
  /** A member was given coupons. */
  | { kind: "gift"; name: string; quantity: number; confirmation: string }
  /** An order has ended, or needs a decision. */
  | { kind: "ended"; confirmation: string }
  /** An order awaits the approval of a second person. */
  | { kind: "approval"; confirmation: string }
  /** Something of a member ends. */
  | ReminderNotice
  /** Whoever gets it was told how to join. It is shown to nobody: it waits until they write as a member. */
  | { kind: "newcomer" };

/** What is looked at again before it is told. `card`: its uuid; null = the points are the member's. */
export type Reminder =
  | { of: "coupon"; uuid: string; code: string }
  | { of: "points"; card: string | null };

export interface ReminderNotice {
  kind: "reminder";
  memberUuid: string;
  reminder: Reminder;
  /** When it ends, in milliseconds since 1970. */
  endsAt: number;
}

export const isReminder = ({ notice }: StoredNotice): boolean => notice.kind === "reminder";

export const isNewcomer = ({ notice }: StoredNotice): boolean => notice.kind === "newcomer";

export interface StoredNotice {
  id: number;
  account: string;
  lineId: string;
  notice: Notice;
  /** The retry key of its push: a random UUID, so that LINE never takes it for an earlier notice. */
  pushKey: string;
  /** Time of the first push attempt without a known outcome, in milliseconds since 1970; or null. */
  pushedAt: number | null;
}

/** `delivered`: it is deleted, as is one that can't be told any more. `retry`: push it again. `refused`: it waits for a reply. */
export type PushEnd = "delivered" | "retry" | "refused";

/** What each reply asks of notices, and tells. */
export interface NoticeAnswers {
  /** Undelivered, unclaimed notices of a user, oldest first. A reply claims them by a `carried` write. */
  of(account: string, lineId: string): Promise<StoredNotice[]>;
  /**
   * Ends the claim of the reply to an event: its notices are deleted if the reply may have been seen, and
   * released otherwise, unless another replica has taken over the event and may send that reply. Written with the
   * next commit; call it directly before `Inbox.markProcessed`.
   */
  replied(account: string, eventId: string, seen: boolean): void;
}

/** What an engine keeps in memory of notices, to save a read for each event: hardly anybody has any. */
export interface NoticeWatch {
  /** Somebody gets a notice, or an unclaimed one back, in a transaction that may still fail. */
  addressed(account: string, lineId: string): void;
  /** The reply that carries notices, in a transaction that may still fail. */
  claimed(carrier: string): void;
}

const columns = `id, account, line_id as "lineId", notice, push_key as "pushKey", pushed_at as "pushedAt"`;

/** Of one person, none of which a push or a reply has claimed: `$1` their account, `$2` their LINE user id. */
export const unclaimedNotices = `select ${columns} from notices
  where account = $1 and line_id = $2 and carrier is null order by id`;
/** The same of several persons: arrays of accounts and of LINE user ids. */
export const unclaimedNoticesOfMany = `select ${columns} from notices
  where (account, line_id) in (select * from unnest($1::text[], $2::text[])) and carrier is null
  order by id`;

export type NoticeRow = Omit<StoredNotice, "notice"> & { notice: string };

export const noticeOf = (row: NoticeRow): StoredNotice => ({
  ...row,
  notice: JSON.parse(row.notice) as Notice,
});

const byPush = "push";
export const carrierOf = (account: string, eventId: string): string =>
  `reply ${account} ${eventId}`;
export const isReply = (carrier: string): boolean => carrier !== byPush;

const pushable = `select ${columns} from notices
  where account = $1 and (carrier = '${byPush}' or (carrier is null and pushable)) order by id`;

export type Notices = ReturnType<typeof createNotices>;

/**
 * A notice is carried by one push or one reply at a time: the one that has claimed it in the store.
 * @param answers the engine's.
 */
export const createNotices = (
  db: Database,
  answers: NoticeAnswers,
  watch: Pick<NoticeWatch, "addressed">,
) => ({
  ...answers,
  /** Notices that may be pushed, oldest first, interrupted pushes included. */
  pushable: async (account: string) =>
    (await db.rows<NoticeRow>(pushable, [account])).map(noticeOf),
  /** Claims a notice for a push. @returns false if a reply has claimed it or it is deleted. */
  beginPush: async (id: number, now: number) =>
    (await db.run(
      `update notices set carrier = '${byPush}', pushed_at = coalesce(pushed_at, $2)
       where id = $1 and (carrier is null or carrier = '${byPush}')`,
      [id, now],
    )) > 0,
  /** Ends a push whose outcome is known; any other stays claimed by it, and pushable. */
  async endPush(id: number, end: PushEnd): Promise<void> {
    if (end === "delivered") return removeNotices(db, [id]);
    await db.transaction(async (tx) => {
      const released = await tx.rows<Pick<StoredNotice, "account" | "lineId">>(
        `update notices set carrier = null, pushed_at = null, pushable = $2 where id = $1
         returning account, line_id as "lineId"`,
        [id, end === "retry"],
      );
      for (const { account, lineId } of released) watch.addressed(account, lineId);
    });
  },
});

export type NoticeChanges = ReturnType<typeof createNoticeChanges>;

/** Changes of notices inside a transaction. */
export const createNoticeChanges = (clock: Pick<Clock, "now">, watch: NoticeWatch) => ({
  /** @param isPushable whether it is pushed where pushes are allowed; else it waits for a reply. */
  async add(
    tx: Queries,
    { account, lineId, notice }: Pick<StoredNotice, "account" | "lineId" | "notice">,
    isPushable = true,
  ): Promise<void> {
    watch.addressed(account, lineId);
    const row = { account, lineId, notice: JSON.stringify(notice), at: clock.now() };
    const push = { pushKey: randomUUID(), pushable: isPushable };
    await tx.run(...insertInto("notices", { ...row, ...push }));
  },
  /** The reply to an event claims notices. @throws {Error} if one was claimed or deleted meanwhile. */
  async carry(
    tx: Queries,
    account: string,
    eventId: string,
    ids: readonly number[],
  ): Promise<void> {
    const carrier = carrierOf(account, eventId);
    watch.claimed(carrier);
    const claimed = await tx.run(
      `update notices set carrier = $1
       where id = any($2::bigint[]) and (carrier is null or carrier = $1)`,
      [carrier, ids],
    );
    if (claimed < ids.length) throw new Error("a notice was claimed meanwhile");
  },
});

export async function removeNotices(tx: Queries, ids: readonly number[]): Promise<void> {
  await tx.run("delete from notices where id = any($1::bigint[])", [ids]);
}
