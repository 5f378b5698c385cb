/** The failures that are expected: each names the party that failed and a code from that party's closed set. */

/** Who failed: the loyalty platform, LINE, or the bot's own store. */
export type Party = "platform" | "line" | "store";

/**
 * An expected failure. Anything else that is thrown is a fault of ours.
 * `message` is for operators and never holds member data; members get words from the catalogue.
 */
export abstract class KnownError extends Error {
  abstract readonly party: Party;
  abstract readonly code: string;
}

/** The text of anything thrown, for a log line. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
