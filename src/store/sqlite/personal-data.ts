/** Exports and erases one person's data in SQLite. Any new table that holds personal data has to be added here. */
import type { DatabaseSync } from "node:sqlite";
import { hashId } from "../hash-id.ts";
import { unresolvedStates } from "../confirmation-rules.ts";
import { unfinishedStates } from "../redemption-rules.ts";
import { linkedIds, type LinkedIds, type LinkReader, type LinkRow } from "../linked-ids.ts";
import {
  personalRow,
  withoutOthersWords,
  type PersonalData,
  type PersonalDataStore,
} from "../personal-data.ts";
import { listOf } from "../database.ts";
import type { GroupCommit } from "./group-commit.ts";
import { batchUpdate, type BatchUpdate } from "./batch-update.ts";

/** Younger orders may still count against a daily limit, whatever the business's time zone. */
const limitDayMs = 48 * 3_600_000;

const ids = "select value from json_each(:lineIds)";
const uuids = "select value from json_each(:uuids)";
const namesNoOther = "(:byLineId or member_uuid is null)";
const ofOrder = `(member_uuid in (${uuids}) or order_json ->> '$.memberUuid' in (${uuids})
  or ((asker in (${ids}) or claimed_by in (${ids}) or order_json ->> '$.lineId' in (${ids})) and ${namesNoOther}))`;
const ofEvent = `(chat in (${ids}) or case when body <> ''
  then json_extract(body, '$.source.userId') in (${ids}) else 0 end)`;
const ofProfile = `(hash in (select value from json_each(:hashes)) or uuid in (${uuids}))`;
const settled = `state not in ${listOf(["awaiting_approval", ...unresolvedStates])}`;

/** Also what others were about to write for the person. */
const ofDialogue = `(line_id in (${ids}) or exists (
  select 1 from (${ids} union ${uuids}) where instr(dialogue, value) > 0))`;

const ofRedemption = `(member_uuid in (${uuids})
  or ((asker in (${ids}) or line_id in (${ids})) and ${namesNoOther}))`;
const ofAudit = `(member_uuid in (${uuids})
  or ((actor in (${ids}) or facts ->> '$.lineId' in (${ids})) and ${namesNoOther}))`;
const ended = `state not in ${listOf(unfinishedStates)}`;

const links = `select order_json ->> '$.lineId' as lineId, '' as hash, member_uuid as uuid from confirmations
  where lineId = :id or uuid = :id
  union select order_json ->> '$.lineId' as lineId, '', order_json ->> '$.memberUuid' as uuid from confirmations
  where lineId = :id or uuid = :id
  union select line_id, '', member_uuid from redemptions where line_id = :id or member_uuid = :id
  union select facts ->> '$.lineId' as lineId, '', member_uuid from audit
  where lineId = :id or member_uuid = :id
  union select '', hash, uuid from member_index where hash = :hash or uuid = :id`;

const staffs = "select 1 from staff where line_id = :lineId limit 1";

const selects = {
  chats: `select account, line_id as lineId, language, following from line_users where line_id in (${ids})`,
  staff: `select account, line_id as lineId, role, name, active, since from staff where line_id in (${ids})`,
  notices: `select account, line_id as lineId, notice, at from notices where line_id in (${ids})`,
  orders: `select * from confirmations where ${ofOrder} order by asked_at, undo_of`,
  redemptions: `select * from redemptions where ${ofRedemption} order by asked_at`,
  dialogues: `select account, line_id as lineId, dialogue, expires_at as expiresAt
    from dialogues where ${ofDialogue}`,
  menus: `select account, line_id as lineId, menu, at from menu_links where line_id in (${ids})`,
  drafts: `select account, author, draft, publish_at as publishAt from drafts where author in (${ids})`,
  access: `select account, kind, holder, expires_at as expiresAt from studio_access where holder in (${ids})`,
  attempts: `select secret, count, ends_at as endsAt from failed_attempts where guesser in (select value from json_each(:hashes))`,
  invitations: `select account, role, expires_at as expiresAt from invites where taken_by in (${ids})`,
  events: `select id, account, state, received_at as receivedAt, body, decided from inbox where ${ofEvent}`,
  audit: `select * from audit where ${ofAudit} order by id`,
  profiles: `select uuid, hash, page from member_index where ${ofProfile}`,
  transactions: `select * from ledger where member_uuid in (${uuids}) order by at, id`,
};

const deletions = {
  chats: {
    find: `select account, line_id from line_users where line_id in (${ids}) limit :batch`,
    end: "delete from line_users where account = ? and line_id = ?",
  },
  staff: {
    find: `select account, line_id from staff where line_id in (${ids}) and active = 0 limit :batch`,
    end: "delete from staff where account = ? and line_id = ? and active = 0",
  },
  notices: {
    find: `select id from notices where line_id in (${ids}) limit :batch`,
    end: "delete from notices where id = ?",
  },
  orders: {
    find: `select account, id from confirmations
      where ${ofOrder} and ${settled} and asked_at < :counted limit :batch`,
    end: `delete from confirmations where account = ? and id = ? and ${settled}`,
  },
  redemptions: {
    find: `select account, id from redemptions
      where ${ofRedemption} and ${ended} and asked_at < :counted limit :batch`,
    end: `delete from redemptions where account = ? and id = ? and ${ended}`,
  },
  invitations: {
    find: `select account, hash from invites where taken_by in (${ids}) limit :batch`,
    end: "delete from invites where account = ? and hash = ?",
  },
  dialogues: {
    find: `select account, line_id from dialogues where ${ofDialogue} limit :batch`,
    end: "delete from dialogues where account = ? and line_id = ?",
  },
  menus: {
    find: `select account, line_id from menu_links where line_id in (${ids}) limit :batch`,
    end: "delete from menu_links where account = ? and line_id = ?",
  },
  drafts: {
    find: `select account, author from drafts where author in (${ids}) limit :batch`,
    end: "delete from drafts where account = ? and author = ?",
  },
  access: {
    find: `select account, hash from studio_access where holder in (${ids}) limit :batch`,
    end: "delete from studio_access where account = ? and hash = ?",
  },
  attempts: {
    find: `select secret, guesser from failed_attempts
      where guesser in (select value from json_each(:hashes)) limit :batch`,
    end: "delete from failed_attempts where secret = ? and guesser = ?",
  },
  // Their keys stay, so that a redelivery does not store them again.
  events: {
    find: `select id from inbox where ${ofEvent} limit :batch`,
    end: "delete from inbox where id = ?",
  },
  // As long as the platform has the profile, the next crawl adds it again.
  profiles: {
    find: `select hash, uuid from member_index where ${ofProfile} limit :batch`,
    end: "delete from member_index where hash = ? and uuid = ?",
  },
  // As long as the platform lists them, those of the last days are mirrored again.
  transactions: {
    find: `select uuid from ledger where member_uuid in (${uuids}) limit :batch`,
    end: "delete from ledger where uuid = ?",
  },
};

export function sqlitePersonalData(db: DatabaseSync, commit: GroupCommit): PersonalDataStore {
  /** Prepared on use, since the server never needs it. */
  const statement = (sql: string) => {
    const prepared = db.prepare(sql);
    prepared.setAllowUnknownNamedParameters(true);
    return prepared;
  };

  const reader: LinkReader = {
    linksOf: async (id) => statement(links).all({ id, hash: hashId(id) }) as unknown as LinkRow[],
    isStaffs: async (lineId) => statement(staffs).get({ lineId }) !== undefined,
  };

  function heldBy(linked: LinkedIds): PersonalData {
    const { byLineId: _named, ...person } = linked;
    const keys = keysOf(linked);
    const rows = (sql: string) => statement(sql).all(keys).map(personalRow);
    return {
      ...person,
      chats: rows(selects.chats),
      staff: rows(selects.staff),
      notices: rows(selects.notices),
      orders: rows(selects.orders),
      redemptions: rows(selects.redemptions),
      invitations: rows(selects.invitations),
      attempts: rows(selects.attempts),
      dialogues: withoutOthersWords(rows(selects.dialogues), person.lineIds),
      menus: rows(selects.menus),
      drafts: rows(selects.drafts),
      access: rows(selects.access),
      events: rows(selects.events),
      audit: rows(selects.audit),
      profiles: rows(selects.profiles),
      transactions: rows(selects.transactions),
    };
  }

  return {
    of: async (who, staffLineIds = []) => heldBy(await linkedIds(who, staffLineIds, reader)),
    async forget(who, now, staffLineIds = []) {
      // Erased with the rest is what links some of it to the person.
      const linked = await linkedIds(who, staffLineIds, reader);
      const keys = { ...keysOf(linked), counted: now - limitDayMs };
      const erase = (update: BatchUpdate) =>
        batchUpdate({ db, commit }, update, keys, () => Promise.resolve());
      const erased = {
        chats: await erase(deletions.chats),
        staff: await erase(deletions.staff),
        notices: await erase(deletions.notices),
        orders: await erase(deletions.orders),
        redemptions: await erase(deletions.redemptions),
        invitations: await erase(deletions.invitations),
        attempts: await erase(deletions.attempts),
        dialogues: await erase(deletions.dialogues),
        menus: await erase(deletions.menus),
        drafts: await erase(deletions.drafts),
        access: await erase(deletions.access),
        events: await erase(deletions.events),
        profiles: await erase(deletions.profiles),
        transactions: await erase(deletions.transactions),
      };
      const { orders, redemptions, audit } = heldBy(linked);
      const kept = { orders: orders.length, redemptions: redemptions.length, audit: audit.length };
      return { ...erased, kept };
    },
  };
}

const keysOf = ({ lineIds, memberUuids, byLineId }: LinkedIds) => ({
  lineIds: JSON.stringify(lineIds),
  hashes: JSON.stringify(lineIds.map(hashId)),
  uuids: JSON.stringify(memberUuids),
  byLineId: Number(byLineId),
});
