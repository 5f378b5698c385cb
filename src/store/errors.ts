/** What can go wrong with the bot's own store. */
import { KnownError } from "../errors.ts";

/** UNAVAILABLE: it can't be written just now. TAKEN: another process owns it. */
export type StoreErrorCode = "UNAVAILABLE" | "TAKEN";

export class StoreError extends KnownError {
  readonly party = "store";
  readonly code: StoreErrorCode;
  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
