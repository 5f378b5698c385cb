/** Implements the state of LINE users in Postgres, and applies the state changes of events. */
import type { Changes } from "../changes.ts";
import type { LineUserState, StateChange } from "../line-users.ts";
import type { LineUsers } from "../store.ts";
import { appendAudit } from "../audit.ts";
import { createBatches } from "./batches.ts";
import { insertConfirmation } from "./confirmation-rows.ts";
import { conclude } from "./confirmations.ts";
import type { DatabaseClock } from "./database-clock.ts";
import type { Queries } from "../database.ts";
import type { PostgresDatabase } from "./database.ts";
import { replaceDialogue } from "./dialogues.ts";
import type { Lanes } from "./lanes.ts";
import { carryNotices, removeNotices } from "./notices.ts";
import { insertRedemption } from "./redemption-rows.ts";

interface Person {
  account: string;
  lineId: string;
}

/** @param lanes null for an operator's command, which answers nobody. */
export function postgresLineUsers(
  db: PostgresDatabase,
  lanes: Lanes | null,
  clock: DatabaseClock,
  changes: Pick<Changes, "announce">,
): LineUsers {
  const read = createBatches((people: readonly Person[]) => readStates(db, people));
  return {
    async known(account, max) {
      const rows = await db.rows<{ lineId: string }>(
        `select line_id as "lineId" from line_users where account = $1 and following limit $2`,
        [account, max],
      );
      return rows.map(({ lineId }) => lineId);
    },
    get: async (account, lineId) =>
      lanes?.get(account, lineId)?.user?.state ?? read({ account, lineId }),
    async write(account, writes) {
      await db.transaction((tx) => applyWrites(tx, clock, account, writes));
      await announceLanguages(changes, account, writes);
    },
  };
}

/** Tells the other replicas, which cache the language of a user; call it after the transaction. Never rejects. */
export async function announceLanguages(
  changes: Pick<Changes, "announce">,
  account: string,
  writes: readonly StateChange[],
): Promise<void> {
  for (const write of writes) {
    if (write.kind !== "language") continue;
    await changes.announce({ kind: "language", account, lineId: write.lineId });
  }
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

/** Applies state changes in order; call it inside a transaction only. */
export async function applyWrites(
  tx: Queries,
  clock: DatabaseClock,
  account: string,
  writes: readonly StateChange[],
): Promise<void> {
  for (const write of writes) await applyWrite(tx, clock, account, write);
}

async function applyWrite(
  tx: Queries,
  clock: DatabaseClock,
  account: string,
  write: StateChange,
): Promise<void> {
  switch (write.kind) {
    case "language":
      return setColumn(tx, "language", account, write.lineId, write.language);
    case "following":
      return setColumn(tx, "following", account, write.lineId, write.following);
    case "unsent":
      return removeContent(tx, account, write.messageId);
    case "question":
      return insertConfirmation(tx, account, write.question);
    case "conclusion":
      return void (await conclude(tx, clock, account, write));
    case "carried":
      return carryNotices(tx, account, write.eventId, write.ids);
    case "obsolete":
      return removeNotices(tx, write.ids);
    case "redemption":
      return insertRedemption(tx, account, write.question);
    case "dialogue":
      return replaceDialogue(tx, account, write);
    case "audited":
      return appendAudit(tx, write.account, write.line);
  }
}

async function setColumn(
  tx: Queries,
  column: "language" | "following",
  account: string,
  lineId: string,
  value: string | boolean,
): Promise<void> {
  await tx.run(
    `insert into line_users (account, line_id, ${column}) values ($1, $2, $3)
     on conflict (account, line_id) do update set ${column} = excluded.${column}`,
    [account, lineId, value],
  );
}

/**
 * Changed here and not by the database, whose JSON cannot hold every text that a message can. A decided reply may
 * repeat the text: that of an open event is still to be sent, and a parked one's never again.
 */
async function removeContent(tx: Queries, account: string, messageId: string): Promise<void> {
  const rows = await tx.rows<{ id: number; body: string }>(
    "select id, body from inbox where account = $1 and message_id = $2 and body <> '' for update",
    [account, messageId],
  );
  for (const { id, body } of rows) {
    const event = JSON.parse(body) as { message?: { type?: unknown } };
    const message = { id: messageId, type: event.message?.type };
    await tx.run(
      `update inbox set body = $2, decided = case when state = 'open' then decided end
       where id = $1`,
      [id, JSON.stringify({ ...event, message })],
    );
  }
}
