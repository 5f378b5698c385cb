/** Implements the used codes of members in SQLite. */
import type { DatabaseSync } from "node:sqlite";
import { hashId } from "../hash-id.ts";
import type { UsedCodes } from "../used-codes.ts";
import type { GroupCommit } from "./group-commit.ts";
import { query } from "./query.ts";

export function sqliteUsedCodes(db: DatabaseSync, commit: GroupCommit): UsedCodes {
  const use = query<{ eventId: string }>(
    db,
    `insert into used_codes (hash, event_id, expires_at) values (?1, ?2, ?3)
     on conflict do update set event_id = event_id
     returning event_id as eventId`,
  );
  return {
    use: (code, eventId, expiresAt) =>
      commit.run(() => use.get(hashId(code), eventId, expiresAt)?.eventId === eventId),
  };
}
