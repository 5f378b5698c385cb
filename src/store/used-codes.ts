/** One-time codes of members that were used, so that none works twice, in whatever replica. */
import type { Database } from "./database.ts";
import { hashId } from "./hash-id.ts";

export interface UsedCodes {
  /**
   * Uses a code. Of several uses, even at once, one gets true; so does each repetition for the same event, which
   * is processed again after a crash.
   * @param code what tells it from all others; stored as a hash.
   * @param eventId the `webhookEventId` of the event that uses it.
   * @param expiresAt when it works no more anyway, in milliseconds since 1970: until then it is kept.
   */
  use(code: string, eventId: string, expiresAt: number): Promise<boolean>;
}

/** The upsert waits for one of another replica. */
const useSql = `
  insert into used_codes as old (hash, event_id, expires_at) values ($1, $2, $3)
  on conflict (hash) do update set event_id = old.event_id
  returning event_id as "eventId"`;

export const createUsedCodes = (db: Database): UsedCodes => ({
  async use(code, eventId, expiresAt) {
    const [row] = await db.rows<{ eventId: string }>(useSql, [hashId(code), eventId, expiresAt]);
    return row?.eventId === eventId;
  },
});
