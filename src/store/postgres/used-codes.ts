/** Implements the used codes of members in Postgres: the upsert waits for one of another replica. */
import { hashId } from "../hash-id.ts";
import type { UsedCodes } from "../used-codes.ts";
import type { PostgresDatabase } from "./database.ts";

const useSql = `
  insert into used_codes as old (hash, event_id, expires_at) values ($1, $2, $3)
  on conflict (hash) do update set event_id = old.event_id
  returning event_id as "eventId"`;

export const postgresUsedCodes = (db: PostgresDatabase): UsedCodes => ({
  async use(code, eventId, expiresAt) {
    const [row] = await db.rows<{ eventId: string }>(useSql, [hashId(code), eventId, expiresAt]);
    return row?.eventId === eventId;
  },
});
