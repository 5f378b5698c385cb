/** Errors of the bot's own store. */
import { KnownError, reasonOf } from "../errors.ts";

/**
 * `unavailable`: the store can't be opened, read or written now. `taken`: another process owns it. `fenced`: another
 * replica has taken over the event, so nothing that comes of it here may be stored or sent. `too_soon`: an earlier send
 * of the write may be in flight.
 */
export type StoreErrorCode = "unavailable" | "taken" | "fenced" | "too_soon";

export class StoreError extends KnownError {
  readonly party = "store";
  readonly code: StoreErrorCode;
  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** Of a store that can't be opened, read or written now. @param cause the error behind it, if there is one. */
export const unavailable = (message: string, cause?: unknown): StoreError =>
  new StoreError("unavailable", message, { cause });

const isOf = (code: StoreErrorCode) => (error: unknown) =>
  error instanceof StoreError && error.code === code;
export const isFenced = isOf("fenced");
export const isTooSoon = isOf("too_soon");

/** Turns what the disk and SQLite say when files can't be opened into the store's errors. @param what the file or folder. */
export function asStoreError<T>(what: string, use: () => T): T {
  try {
    return use();
  } catch (error) {
    if (error instanceof StoreError) throw error;
    throw unavailable(`${what} can't be used: ${reasonOf(error)}`);
  }
}
