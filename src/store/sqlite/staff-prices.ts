/** Implements prices of rewards that staff set in SQLite. */
import type { DatabaseSync } from "node:sqlite";
import type { StaffPrices } from "../staff-prices.ts";
import type { GroupCommit } from "./group-commit.ts";
import { query } from "./query.ts";

export function sqliteStaffPrices(db: DatabaseSync, commit: GroupCommit): StaffPrices {
  const list = query<{ setUuid: string; points: number }>(
    db,
    "select set_uuid as setUuid, points from staff_prices where account = ?",
  );
  const get = query<{ points: number }>(
    db,
    "select points from staff_prices where account = ? and set_uuid = ?",
  );
  const put = db.prepare(
    `insert into staff_prices (account, set_uuid, points) values (?, ?, ?)
     on conflict do update set points = excluded.points`,
  );
  const remove = db.prepare("delete from staff_prices where account = ? and set_uuid = ?");
  return {
    list: async (account) =>
      new Map(list.all(account).map(({ setUuid, points }) => [setUuid, points])),
    replace: (account, { setUuid, before, after }) =>
      commit.run(() => {
        const current = get.get(account, setUuid)?.points ?? null;
        if (current !== before) return current === after;
        if (after === null) remove.run(account, setUuid);
        else put.run(account, setUuid, after);
        return true;
      }),
  };
}
