/** Implements notices in Postgres. */
import { randomUUID } from "node:crypto";
import type { Clock } from "../../clock.ts";
import type { Notice, Notices, StoredNotice } from "../notices.ts";
import { createBatches } from "./batches.ts";
import type { Queries } from "../database.ts";
import type { PostgresDatabase } from "./database.ts";
import type { Lane, Lanes } from "./lanes.ts";

const columns = `id, account, line_id as "lineId", notice, push_key as "pushKey", pushed_at as "pushedAt"`;

type Row = Omit<StoredNotice, "notice"> & { notice: string };

type Reader = Pick<StoredNotice, "account" | "lineId">;

const byPush = "push";
const byReply = (account: string, eventId: string) => `reply ${account} ${eventId}`;

interface AnsweringReplica {
  lanes: Pick<Lanes, "get" | "ofWebhookEvent">;
  /** Ends the claim of a reply, before the event that it answers. */
  finishCarrier(carrier: string, lane: Lane | undefined, seen: boolean): void;
}

/** @param replica null for an operator's command, which answers nobody. */
export function postgresNotices(db: PostgresDatabase, replica: AnsweringReplica | null): Notices {
  const unclaimed = createBatches((readers: readonly Reader[]) => readUnclaimed(db, readers));
  return {
    async of(account, lineId) {
      const user = replica?.lanes.get(account, lineId)?.user;
      return user && !user.hasNotices ? [] : unclaimed({ account, lineId });
    },
    replied(account, eventId, seen) {
      const lane = replica?.lanes.ofWebhookEvent(account, eventId);
      replica?.finishCarrier(byReply(account, eventId), lane, seen);
    },
    async pushable(account) {
      const rows = await db.rows<Row>(
        `select ${columns} from notices
         where account = $1 and (carrier = '${byPush}' or (carrier is null and pushable))
         order by id`,
        [account],
      );
      return rows.map(noticeOf);
    },
    beginPush: async (id, now) =>
      (await db.run(
        `update notices set carrier = '${byPush}', pushed_at = coalesce(pushed_at, $2)
         where id = $1 and (carrier is null or carrier = '${byPush}')`,
        [id, now],
      )) > 0,
    async endPush(id, end) {
      if (end === "delivered") await removeNotices(db, [id]);
      else {
        await db.run(
          "update notices set carrier = null, pushed_at = null, pushable = $2 where id = $1",
          [id, end === "retry"],
        );
      }
    },
  };
}

async function readUnclaimed(
  db: PostgresDatabase,
  readers: readonly Reader[],
): Promise<StoredNotice[][]> {
  const rows = await db.rows<Row>(
    `select ${columns} from notices
     where (account, line_id) in (select * from unnest($1::text[], $2::text[])) and carrier is null
     order by id`,
    [readers.map(({ account }) => account), readers.map(({ lineId }) => lineId)],
  );
  return readers.map(({ account, lineId }) =>
    rows.filter((row) => row.account === account && row.lineId === lineId).map(noticeOf),
  );
}

export async function addNotice(
  tx: Queries,
  clock: Clock,
  { account, lineId, notice }: Pick<StoredNotice, "account" | "lineId" | "notice">,
): Promise<void> {
  await tx.run(
    "insert into notices (account, line_id, notice, at, push_key) values ($1, $2, $3, $4, $5)",
    [account, lineId, JSON.stringify(notice), clock.now(), randomUUID()],
  );
}

/** The reply to an event claims notices. @throws {Error} if one was claimed or deleted meanwhile. */
export async function carryNotices(
  tx: Queries,
  account: string,
  eventId: string,
  ids: readonly number[],
): Promise<void> {
  const claimed = await tx.run(
    `update notices set carrier = $1 where id = any($2::bigint[]) and (carrier is null or carrier = $1)`,
    [byReply(account, eventId), ids],
  );
  if (claimed < ids.length) throw new Error("a notice was claimed meanwhile");
}

/** Their replies were not seen. */
export async function releaseNotices(tx: Queries, carriers: readonly string[]): Promise<void> {
  if (carriers.length === 0) return;
  await tx.run("update notices set carrier = null where carrier = any($1::text[])", [carriers]);
}

export async function removeNotices(tx: Queries, ids: readonly number[]): Promise<void> {
  await tx.run("delete from notices where id = any($1::bigint[])", [ids]);
}

const noticeOf = (row: Row): StoredNotice => ({
  ...row,
  notice: JSON.parse(row.notice) as Notice,
});
