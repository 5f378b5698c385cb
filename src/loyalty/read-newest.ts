/** Reads the newest rows of a list that somebody asked for, whether or not the platform filters and sorts. */
import { isPlatformFailure } from "../errors.ts";
import type { ListOperation, Paged } from "./read-list.ts";
import { readMatching, type MatchingOptions } from "./read-matching.ts";

export interface Newest<Row> {
  /** The wanted rows, newest first. */
  rows: Row[];
  /**
   * Since when no wanted row is missing, in milliseconds since 1970 by the platform's clock, where the rows needed
   * weren't all found; null = nothing is missing from them.
   */
  since: number | null;
}

/** All wanted rows since a time, newest first, as they are known without the platform's list. */
export interface KnownPart<Row> {
  rows: Row[];
  /** Milliseconds since 1970 by the platform's clock. */
  since: number;
}

interface NewestOptions<Row> extends Omit<MatchingOptions<Row>, "enough"> {
  /** In milliseconds since 1970; null = not known. */
  timeOf(row: Row): number | null;
  /** Ends the reading when so many wanted rows are found and the list comes newest first. */
  needed: number;
  /** What is known where the platform's list can't be read far enough; null = nothing. @throws {LoyaltyError} */
  knownPart?: (() => Promise<KnownPart<Row> | null>) | undefined;
}

/**
 * As `readMatching`, newest first; a list that comes in this order needn't be read to its end.
 * @param filters may make the platform's list shorter; their effect isn't relied on.
 * @returns null where not even the newest wanted row can be told.
 * @throws {LoyaltyError}
 */
export async function readNewest<Input extends Paged, Row extends { uuid: string }>(
  call: ListOperation<Input, Row>,
  filters: Omit<Input, "page" | "size">,
  { knownPart, ...options }: NewestOptions<Row>,
): Promise<Newest<Row> | null> {
  // Before the platform's list, whose pages may take all the time that there is.
  const part = (await knownPart?.()) ?? null;
  if (!part) return readWhole(call, filters, options);
  if (part.rows.length >= options.needed) return { rows: part.rows, since: null };
  const read = await readWhole(call, filters, options).catch(nullIfPlatformFails);
  return read && (read.since === null || read.since <= part.since) ? read : part;
}

async function readWhole<Input extends Paged, Row extends { uuid: string }>(
  call: ListOperation<Input, Row>,
  filters: Omit<Input, "page" | "size">,
  { timeOf, needed, ...options }: Omit<NewestOptions<Row>, "knownPart">,
): Promise<Newest<Row> | null> {
  const time = (row: Row) => timeOf(row) ?? 0;
  const timesOf = (rows: readonly Row[]) => rows.flatMap((row) => timeOf(row) ?? []);
  /** Rows without a time are passed over. Times that are all the same show no order. */
  const isNewestFirst = (rows: readonly Row[]) => {
    const times = timesOf(rows);
    return (
      times.every((at, index) => index === 0 || at <= times[index - 1]!) &&
      times.at(-1)! < times[0]!
    );
  };
  const { rows, received, isComplete } = await readMatching(call, filters, {
    ...options,
    enough: (wanted, all) => wanted.length >= needed && isNewestFirst(all),
  });
  if (isNewestFirst(received)) {
    const isEnough = isComplete || rows.length >= needed;
    return { rows, since: isEnough ? null : timesOf(received).at(-1)! };
  }
  if (!isComplete) return null;
  return { rows: rows.toSorted((a, b) => time(b) - time(a)), since: null };
}

function nullIfPlatformFails(error: unknown): null {
  if (isPlatformFailure(error)) return null;
  throw error;
}
