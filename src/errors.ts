/** Base class of expected failures: each names the party that failed and a code of that party. */

/** The party that failed: the loyalty platform, LINE, or the bot's own store. */
export type Party = "platform" | "line" | "store";

/**
 * An expected failure. Anything else that is thrown is a bug.
 * `message` is for operators and never holds member data; members get texts of the message catalogue.
 */
export abstract class KnownError extends Error {
  abstract readonly party: Party;
  abstract readonly code: string;
}

/** Whether an error is a failure of the loyalty platform, not of the bot. */
export const isPlatformFailure = (error: unknown): error is KnownError =>
  error instanceof KnownError && error.party === "platform";

/** Anything thrown as an error, such as the result of one item of a batch. */
export const asError = (thrown: unknown): Error =>
  thrown instanceof Error ? thrown : new Error(String(thrown));

/** The text of anything thrown, for a log line. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
