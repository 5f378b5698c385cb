/** Turns what the disk and SQLite say when files can't be opened into the store's errors. */
import { reasonOf } from "../../errors.ts";
import { StoreError } from "../errors.ts";

/** @param what the file or the folder that is used. @throws {StoreError} `unavailable`, unless it is one already. */
export function asStoreError<T>(what: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw new StoreError("unavailable", `${what} can't be used: ${reasonOf(error)}`);
  }
}
