/** Implements dialogues in SQLite. */
import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../clock.ts";
import type { DialogueChange, Dialogues } from "../dialogues.ts";
import { query } from "./query.ts";

export function sqliteDialogues(db: DatabaseSync, clock: Clock): Dialogues {
  const get = query<{ dialogue: string }>(
    db,
    "select dialogue from dialogues where account = ? and line_id = ? and expires_at > ?",
  );
  return {
    get: async (account, lineId) => get.get(account, lineId, clock.now())?.dialogue ?? null,
  };
}

/** @returns a function that replaces a dialogue; call it inside a transaction only. */
export function changeDialogues(db: DatabaseSync) {
  const replace = db.prepare(
    `insert into dialogues (account, line_id, dialogue, expires_at) values (?, ?, ?, ?)
     on conflict do update set dialogue = excluded.dialogue, expires_at = excluded.expires_at`,
  );
  return (account: string, { lineId, dialogue, expiresAt }: DialogueChange): void =>
    void replace.run(account, lineId, dialogue, expiresAt);
}
