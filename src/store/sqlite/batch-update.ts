/** Ends many rows by pieces: they are looked for outside of any transaction, and end in small ones that hold nobody up. */
import type { DatabaseSync } from "node:sqlite";
import type { GroupCommit } from "./group-commit.ts";

/** Rows of one transaction. */
export const batch = 1000;

export interface BatchUpdate {
  /** Selects the keys of at most `:batch` rows. */
  find: string;
  /** Ends the row of a key, so that it isn't found again; has to ask again whether it may. */
  end: string;
}

/**
 * @param values of the named parameters of `find`.
 * @param rest is awaited between two transactions.
 * @returns how many rows were ended.
 * @throws {StoreError} when the store can't be written; what was ended before stays so.
 */
export async function batchUpdate(
  { db, commit }: { db: DatabaseSync; commit: GroupCommit },
  { find, end }: BatchUpdate,
  values: Record<string, string | number>,
  rest: () => Promise<void>,
): Promise<number> {
  const found = db.prepare(find);
  found.setAllowUnknownNamedParameters(true);
  const ended = db.prepare(end);
  let total = 0;
  for (;;) {
    const keys = found.all({ ...values, batch }).map((row) => Object.values(row));
    if (keys.length === 0) return total;
    await commit.run(() => {
      for (const key of keys) total += Number(ended.run(...key).changes);
    });
    if (keys.length < batch) return total;
    await rest();
  }
}
