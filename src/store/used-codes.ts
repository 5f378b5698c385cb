/** One-time codes of members that were used, so that none works twice, in whatever replica. */
import { firstRow, type Database } from "./database.ts";
import { hashId } from "./hash-id.ts";

export type UsedCodes = ReturnType<typeof createUsedCodes>;

/** The upsert waits for one of another replica. */
const useSql = `
  insert into used_codes as old (hash, event_id, expires_at) values ($1, $2, $3)
  on conflict (hash) do update set event_id = old.event_id
  returning event_id as "eventId"`;

export const createUsedCodes = (db: Database) => ({
  /**
   * Uses a code. Of several uses, even at once, one gets true; so does each repetition for the same event, which
   * is processed again after a crash.
   * @param code what tells it from all others; stored as a hash.
   * @param eventId the `webhookEventId` of the event that uses it.
   * @param expiresAt when it works no more anyway, in milliseconds since 1970: until then it is kept.
   */
  async use(code: string, eventId: string, expiresAt: number): Promise<boolean> {
    const values = [hashId(code), eventId, expiresAt];
    return (await firstRow<{ eventId: string }>(db, useSql, values))?.eventId === eventId;
  },
});
