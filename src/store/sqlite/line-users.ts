/** Implements the state of LINE users in SQLite, and applies the state changes of events. */
import type { DatabaseSync } from "node:sqlite";
import type { StateChange } from "../line-users.ts";
import type { LineUsers } from "../store.ts";
import { appendAudit } from "./audit.ts";
import type { changeConfirmations } from "./confirmations.ts";
import { changeDialogues } from "./dialogues.ts";
import type { GroupCommit } from "./group-commit.ts";
import type { changeNotices } from "./notices.ts";
import { query } from "./query.ts";
import { insertRedemption } from "./redemption-rows.ts";

export function sqliteLineUsers(
  db: DatabaseSync,
  commit: GroupCommit,
  apply: ReturnType<typeof applyWrites>,
): LineUsers {
  const get = query<{ language: string | null; following: 0 | 1 }>(
    db,
    "select language, following from line_users where account = ? and line_id = ?",
  );
  const listFollowing = query<{ lineId: string }>(
    db,
    "select line_id as lineId from line_users where account = ? and following = 1 limit ?",
  );
  return {
    known: async (account, max) => listFollowing.all(account, max).map(({ lineId }) => lineId),
    async get(account, lineId) {
      const row = get.get(account, lineId);
      return { language: row?.language ?? null, following: row?.following !== 0 };
    },
    write: (account, writes) => commit.run(() => apply(account, writes)),
  };
}

/** @returns a function that applies state changes; call it inside a transaction only. */
export function applyWrites(
  db: DatabaseSync,
  confirmations: ReturnType<typeof changeConfirmations>,
  notices: ReturnType<typeof changeNotices>,
) {
  const setLanguage = db.prepare(
    `insert into line_users (account, line_id, language) values (?, ?, ?)
     on conflict do update set language = excluded.language`,
  );
  const setFollowing = db.prepare(
    `insert into line_users (account, line_id, following) values (?, ?, ?)
     on conflict do update set following = excluded.following`,
  );
  // A decided reply may repeat it. That of an open event is still to be sent, and a parked one's never again.
  const removeContent = db.prepare(
    `update inbox set decided = case when state = 'open' then decided end,
       body = json_set(body, '$.message',
         json_object('id', message_id, 'type', json_extract(body, '$.message.type')))
     where body <> '' and account = ? and message_id = ?`,
  );
  const audit = appendAudit(db);
  const replaceDialogue = changeDialogues(db);
  const askRedemption = insertRedemption(db);
  return (account: string, writes: readonly StateChange[]) => {
    for (const write of writes) {
      switch (write.kind) {
        case "language":
          setLanguage.run(account, write.lineId, write.language);
          break;
        case "following":
          setFollowing.run(account, write.lineId, Number(write.following));
          break;
        case "unsent":
          removeContent.run(account, write.messageId);
          break;
        case "question":
          confirmations.ask(account, write.question);
          break;
        case "conclusion":
          confirmations.conclude(account, write);
          break;
        case "carried":
          notices.carry(account, write.eventId, write.ids);
          break;
        case "obsolete":
          notices.remove(write.ids);
          break;
        case "redemption":
          askRedemption(account, write.question);
          break;
        case "dialogue":
          replaceDialogue(account, write);
          break;
        case "audited":
          audit(write.account, write.line);
          break;
      }
    }
  };
}
