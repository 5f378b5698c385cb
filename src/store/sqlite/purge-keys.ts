/** Purges the keys of events, range by range: no index is kept on their time. */
import type { Database } from "../database.ts";
import { batch } from "../delete-batches.ts";
import type { PurgeKeys } from "../retention.ts";

const nextRange = `select max(id) as last, count(*) as size, count(*) filter (where received_at < $1) as old
  from (select id, received_at from event_keys where id > $2 order by id limit ${batch})`;
const deleteRange = `delete from event_keys where id > $2 and id <= $3 and received_at < $1
  and not exists (select 1 from inbox where inbox.id = event_keys.id)`;

export const purgeEventKeys =
  (db: Database): PurgeKeys =>
  async (before, rest) => {
    let total = 0;
    for (let from = 0; ; await rest()) {
      const [range] = await db.rows<{ last: number | null; size: number; old: number }>(nextRange, [
        before,
        from,
      ]);
      if (!range || range.last === null) return total;
      if (range.old > 0) total += await db.run(deleteRange, [before, from, range.last]);
      if (range.size < batch) return total;
      from = range.last;
    }
  };
