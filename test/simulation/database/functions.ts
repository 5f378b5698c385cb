/** The functions of Postgres that the statements of the store call. */
import type { MemoryDatabase } from "./memory-database.ts";
import type { Value } from "./table.ts";

export const functions: Readonly<
  Record<string, (db: MemoryDatabase, operands: readonly Value[]) => Value>
> = {
  replace: (_, [text, from, to]) =>
    typeof text === "string" ? text.replaceAll(String(from), String(to)) : null,
  clock_timestamp: (db) => db.now(),
  /** Times are milliseconds since 1970 here. */
  extract: (_, [field, time]) => (field === "epoch" ? Number(time) / 1000 : null),
  nextval: (db, [name]) => db.nextOf(String(name)),
  /** Deadlines mean nothing without locks. */
  set_config: (_, [, value]) => value ?? null,
  to_regclass: (db, [name]) => (db.hasTable(String(name)) ? String(name) : null),
  /** A text is its own hash: nothing collides. */
  hashtext: (_, [text]) => String(text),
  hashtextextended: (_, [text]) => String(text),
  pg_advisory_xact_lock: (db, operands) => {
    db.requestLock(operands.join(" "));
    return null;
  },
};
