/** Errors of the bot's own store. */
import { KnownError } from "../errors.ts";

/** UNAVAILABLE: the store can't be opened, read or written now. TAKEN: another process owns it. */
export type StoreErrorCode = "UNAVAILABLE" | "TAKEN";

export class StoreError extends KnownError {
  readonly party = "store";
  readonly code: StoreErrorCode;
  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
