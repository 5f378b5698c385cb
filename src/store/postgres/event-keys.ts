/** Purges the keys of events. */
import { batch, inBatches } from "../delete-batches.ts";
import type { PurgeKeys } from "../retention.ts";
import type { PostgresDatabase } from "./database.ts";

/**
 * Neither the events nor the batch are looked for again for each key: a plan from when there were few of them would,
 * which takes longer than the deadline for some thousand.
 */
const keys = `with old as materialized (
  select account, webhook_event_id from event_keys
  where received_at < $1
    and ((account, webhook_event_id) in (select account, webhook_event_id from inbox)) is not true
  limit ${batch})
delete from event_keys using old
where event_keys.account = old.account and event_keys.webhook_event_id = old.webhook_event_id`;

export const purgeEventKeys =
  (db: PostgresDatabase): PurgeKeys =>
  (before, rest) =>
    inBatches(db, keys, [before], rest);
