/** Exports and erases one person's data in Postgres. Any new table that holds personal data has to be added here. */
import { unresolvedStates } from "../confirmation-rules.ts";
import { hashId } from "../hash-id.ts";
import { unfinishedStates } from "../redemption-rules.ts";
import { linkedIds, type LinkedIds, type LinkReader, type LinkRow } from "../linked-ids.ts";
import {
  personalRow,
  withoutOthersWords,
  type PersonalData,
  type PersonalDataStore,
} from "../personal-data.ts";
import type { PostgresDatabase } from "./database.ts";

/** Younger orders may still count against a daily limit, whatever the business's time zone. */
const limitDayMs = 48 * 3_600_000;
/** Maximum rows per transaction. */
const batch = 1000;

/** $1: LINE user ids; $2: member uuids; $3: whether the person was named by a LINE user id. */
const namesNoOther = "($3 or member_uuid is null)";
const ofOrder = `(member_uuid = any($2) or recipient_uuid = any($2)
  or ((asker = any($1) or claimed_by = any($1) or recipient_line_id = any($1)) and ${namesNoOther}))`;
const ofRedemption = `(member_uuid = any($2)
  or ((asker = any($1) or line_id = any($1)) and ${namesNoOther}))`;
const ofAudit = `(member_uuid = any($2)
  or ((actor = any($1) or line_id = any($1)) and ${namesNoOther}))`;
const unsettledStates = ["awaiting_approval", ...unresolvedStates];

/** Also what others were about to write for the person. $2: patterns of the ids. */
const ofDialogue = "(line_id = any($1) or dialogue like any($2))";

/** $1: a LINE user id or a member's uuid; $2: its hash. */
const links = `select recipient_line_id as "lineId", '' as hash, member_uuid as uuid from confirmations
  where recipient_line_id = $1 or member_uuid = $1
  union select recipient_line_id as "lineId", '' as hash, recipient_uuid as uuid from confirmations
  where recipient_line_id = $1 or recipient_uuid = $1
  union select line_id as "lineId", '' as hash, member_uuid as uuid from redemptions
  where line_id = $1 or member_uuid = $1
  union select line_id as "lineId", '' as hash, member_uuid as uuid from audit
  where line_id = $1 or member_uuid = $1
  union select '' as "lineId", hash, uuid from member_index where hash = $2 or uuid = $1`;

/** The pattern of texts with a text in them. */
const containing = (text: string) => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;

type Ids = Pick<LinkedIds, "lineIds" | "memberUuids">;

export function postgresPersonalData(db: PostgresDatabase): PersonalDataStore {
  const reader: LinkReader = {
    linksOf: (id) => db.rows<LinkRow>(links, [id, hashId(id)]),
    async isStaffs(lineId) {
      return (await db.rows("select 1 from staff where line_id = $1 limit 1", [lineId])).length > 0;
    },
  };
  return {
    of: async (who, staffLineIds = []) => heldBy(db, await linkedIds(who, staffLineIds, reader)),
    async forget(who, now, staffLineIds = []) {
      // Erased with the rest is what links some of it to the person.
      const ids = await linkedIds(who, staffLineIds, reader);
      const erased = await erase(db, ids, now);
      const { orders, redemptions, audit } = await heldBy(db, ids);
      const kept = { orders: orders.length, redemptions: redemptions.length, audit: audit.length };
      return { ...erased, kept };
    },
  };
}

/** A select for each table. */
async function heldBy(db: PostgresDatabase, linked: LinkedIds): Promise<PersonalData> {
  const { byLineId, ...ids } = linked;
  const { lineIds, memberUuids } = ids;
  const rows = async (sql: string, ...values: unknown[]) =>
    (await db.rows<Record<string, unknown>>(sql, values)).map(personalRow);
  return {
    ...ids,
    chats: await rows(
      `select account, line_id as "lineId", language, following from line_users
       where line_id = any($1)`,
      lineIds,
    ),
    staff: await rows(
      `select account, line_id as "lineId", role, name, active, since from staff
       where line_id = any($1)`,
      lineIds,
    ),
    notices: await rows(
      `select account, line_id as "lineId", notice, at from notices where line_id = any($1)`,
      lineIds,
    ),
    orders: await rows(
      `select * from confirmations where ${ofOrder} order by asked_at, undo_of nulls first`,
      lineIds,
      memberUuids,
      byLineId,
    ),
    redemptions: await rows(
      `select * from redemptions where ${ofRedemption} order by asked_at`,
      lineIds,
      memberUuids,
      byLineId,
    ),
    invitations: await rows(
      `select account, role, expires_at as "expiresAt" from invites where taken_by = any($1)`,
      lineIds,
    ),
    events: (await eventsOf(db, ids)).map(personalRow),
    dialogues: withoutOthersWords(
      await rows(
        `select account, line_id as "lineId", dialogue, expires_at as "expiresAt"
         from dialogues where ${ofDialogue}`,
        lineIds,
        [...lineIds, ...memberUuids].map(containing),
      ),
      lineIds,
    ),
    menus: await rows(
      `select account, line_id as "lineId", menu, at from menu_links where line_id = any($1)`,
      lineIds,
    ),
    drafts: await rows(
      `select account, author, draft, publish_at as "publishAt" from drafts
       where author = any($1)`,
      lineIds,
    ),
    access: await rows(
      `select account, kind, holder, expires_at as "expiresAt" from studio_access
       where holder = any($1)`,
      lineIds,
    ),
    attempts: await rows(
      `select secret, count, ends_at as "endsAt" from failed_attempts where guesser = any($1)`,
      lineIds.map(hashId),
    ),
    audit: await rows(
      `select * from audit where ${ofAudit} order by id`,
      lineIds,
      memberUuids,
      byLineId,
    ),
    profiles: await rows(
      "select uuid, hash, page from member_index where hash = any($1) or uuid = any($2)",
      lineIds.map(hashId),
      memberUuids,
    ),
    transactions: await rows(
      "select * from ledger where member_uuid = any($1) order by at, id",
      memberUuids,
    ),
  };
}

async function erase(
  db: PostgresDatabase,
  { lineIds, memberUuids, byLineId }: LinkedIds,
  now: number,
) {
  const counted = now - limitDayMs;
  return {
    chats: await db.run("delete from line_users where line_id = any($1)", [lineIds]),
    staff: await db.run("delete from staff where line_id = any($1) and not active", [lineIds]),
    notices: await db.run("delete from notices where line_id = any($1)", [lineIds]),
    orders: await db.run(
      `delete from confirmations where ${ofOrder} and state <> all($4) and asked_at < $5`,
      [lineIds, memberUuids, byLineId, unsettledStates, counted],
    ),
    redemptions: await db.run(
      `delete from redemptions where ${ofRedemption} and state <> all($4) and asked_at < $5`,
      [lineIds, memberUuids, byLineId, unfinishedStates, counted],
    ),
    invitations: await db.run("delete from invites where taken_by = any($1)", [lineIds]),
    dialogues: await db.run(`delete from dialogues where ${ofDialogue}`, [
      lineIds,
      [...lineIds, ...memberUuids].map(containing),
    ]),
    menus: await db.run("delete from menu_links where line_id = any($1)", [lineIds]),
    drafts: await db.run("delete from drafts where author = any($1)", [lineIds]),
    access: await db.run("delete from studio_access where holder = any($1)", [lineIds]),
    attempts: await db.run("delete from failed_attempts where guesser = any($1)", [
      lineIds.map(hashId),
    ]),
    events: await eraseEvents(db, { lineIds, memberUuids }),
    // As long as the platform has the profile, the next crawl adds it again.
    profiles: await db.run("delete from member_index where hash = any($1) or uuid = any($2)", [
      lineIds.map(hashId),
      memberUuids,
    ]),
    // As long as the platform lists them, those of the last days are mirrored again.
    transactions: await db.run("delete from ledger where member_uuid = any($1)", [memberUuids]),
  };
}

/** Their keys stay, so that a redelivery does not store them again. */
async function eraseEvents(db: PostgresDatabase, ids: Ids): Promise<number> {
  const found = (await eventsOf(db, ids)).map(({ id }) => id);
  let erased = 0;
  for (let from = 0; from < found.length; from += batch) {
    const part = found.slice(from, from + batch);
    erased += await db.run("delete from inbox where id = any($1::bigint[])", [part]);
  }
  return erased;
}

interface PersonsEvent extends Record<string, unknown> {
  id: number;
  chat: string;
  body: string;
}

/** Looked up by text, since the database cannot read every body as JSON; then checked one by one. */
async function eventsOf(db: PostgresDatabase, { lineIds }: Ids): Promise<PersonsEvent[]> {
  const candidates = await db.rows<PersonsEvent>(
    `select id, account, chat, state, received_at as "receivedAt", body, decided from inbox
     where chat = any($1) or body like any($2) order by id`,
    [lineIds, lineIds.map((id) => containing(`"userId":"${id}"`))],
  );
  return candidates.filter(
    ({ chat, body }) => lineIds.includes(chat) || lineIds.includes(senderOf(body) ?? ""),
  );
}

function senderOf(body: string): string | undefined {
  if (body === "") return undefined;
  const { source } = JSON.parse(body) as { source?: { userId?: string } };
  return source?.userId;
}
