/** Implements settings in SQLite, and the locks by their names, which one process holds in memory. */
import type { DatabaseSync } from "node:sqlite";
import { oneAfterAnother } from "../one-after-another.ts";
import type { Settings } from "../store.ts";
import type { GroupCommit } from "./group-commit.ts";
import { query } from "./query.ts";

export function sqliteSettings(db: DatabaseSync, commit: GroupCommit): Settings {
  const get = query<{ value: string }>(db, "select value from settings where name = ?");
  const set = db.prepare(
    "insert into settings values (?, ?) on conflict do update set value = excluded.value",
  );
  return {
    get: async (name) => get.get(name)?.value ?? null,
    set: (name, value) => commit.run(() => void set.run(name, value)),
    exclusive: oneAfterAnother(),
  };
}
