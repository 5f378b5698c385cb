/** Counts the events of a store by state. */
import { DatabaseSync } from "node:sqlite";

/** The number of events that are `done`, `open`, `parked` or marked for a `retry`. @param file the store's SQLite file. */
export function statesIn(file: string): Record<string, number> {
  using db = new DatabaseSync(file, { readOnly: true });
  const rows = db
    .prepare(
      `select coalesce(state, 'done') as state, count(*) as n
       from event_keys left join inbox using (id) group by 1`,
    )
    .all();
  return Object.fromEntries(rows.map(({ state, n }) => [String(state), Number(n)]));
}
