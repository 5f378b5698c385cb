/** What each event reads, in batches: what the lane's insert has read before is known already. */
import type { GetLineUser, LineUserState } from "../line-users.ts";
import {
  carrierOf,
  noticeOf,
  unclaimedNoticesOfMany,
  type NoticeRow,
  type NoticeAnswers,
  type StoredNotice,
} from "../notices.ts";
import { createBatches } from "./batches.ts";
import type { PostgresDatabase } from "./database.ts";
import type { Lanes } from "./lanes.ts";
import type { Replica } from "./replica.ts";

interface Person {
  account: string;
  lineId: string;
}

/** @param lanes null for an operator's command, which answers nobody. */
export function readUser(db: PostgresDatabase, lanes: Lanes | null): GetLineUser {
  const read = createBatches((people: readonly Person[]) => readStates(db, people));
  return async (account, lineId) =>
    lanes?.get(account, lineId)?.user?.state ?? read({ account, lineId });
}

async function readStates(
  db: PostgresDatabase,
  people: readonly Person[],
): Promise<LineUserState[]> {
  const rows = await db.rows<Person & LineUserState>(
    `select found.account, found.line_id as "lineId", language, following
     from unnest($1::text[], $2::text[]) as person (account, line_id)
     join line_users as found on found.account = person.account and found.line_id = person.line_id`,
    [people.map(({ account }) => account), people.map(({ lineId }) => lineId)],
  );
  const states = new Map(
    rows.map(({ account, lineId, ...state }) => [`${account}/${lineId}`, state]),
  );
  return people.map(
    ({ account, lineId }) =>
      states.get(`${account}/${lineId}`) ?? { language: null, following: true },
  );
}

/** @param replica null for an operator's command, which answers nobody. */
export function answerNotices(
  db: PostgresDatabase,
  replica: Pick<Replica<unknown>, "lanes" | "finishCarrier"> | null,
): NoticeAnswers {
  const unclaimed = createBatches((readers: readonly Person[]) => readUnclaimed(db, readers));
  return {
    async of(account, lineId) {
      const user = replica?.lanes.get(account, lineId)?.user;
      return user && !user.hasNotices ? [] : unclaimed({ account, lineId });
    },
    replied(account, eventId, seen) {
      const lane = replica?.lanes.ofWebhookEvent(account, eventId);
      replica?.finishCarrier(carrierOf(account, eventId), lane, seen);
    },
  };
}

async function readUnclaimed(
  db: PostgresDatabase,
  readers: readonly Person[],
): Promise<StoredNotice[][]> {
  const rows = await db.rows<NoticeRow>(unclaimedNoticesOfMany, [
    readers.map(({ account }) => account),
    readers.map(({ lineId }) => lineId),
  ]);
  return readers.map(({ account, lineId }) =>
    rows.filter((row) => row.account === account && row.lineId === lineId).map(noticeOf),
  );
}
