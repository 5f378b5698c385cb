/** Deletes or changes many rows in batches: finds them outside a transaction, then changes each batch in a short one. */
import type { DatabaseSync } from "node:sqlite";
import type { GroupCommit } from "./group-commit.ts";

/** Maximum rows per transaction. */
export const batch = 1000;

export interface BatchUpdate {
  /** Selects the keys of at most `:batch` rows. */
  find: string;
  /**
   * Changes or deletes the row of a key so that `find` does not select it again. Has to repeat the condition
   * where the row can have changed since.
   */
  end: string;
}

/**
 * @param values the named parameters of `find`.
 * @param rest awaited between two transactions.
 * @returns the number of rows changed.
 * @throws {StoreError} when the store can't be written; batches before stay committed.
 */
export async function batchUpdate(
  { db, commit }: { db: DatabaseSync; commit: GroupCommit },
  { find, end }: BatchUpdate,
  values: Record<string, string | number>,
  rest: () => Promise<void>,
): Promise<number> {
  const found = db.prepare(find);
  found.setAllowUnknownNamedParameters(true);
  const update = db.prepare(end);
  let total = 0;
  for (;;) {
    const keys = found.all({ ...values, batch }).map((row) => Object.values(row));
    if (keys.length === 0) return total;
    await commit.run(() => {
      for (const key of keys) total += Number(update.run(...key).changes);
    });
    if (keys.length < batch) return total;
    await rest();
  }
}
