/** The store port for publications of texts: which overrides members get, and who published what before. */

export interface Publication {
  /** Ascending, from 1. */
  id: number;
  /** Milliseconds since 1970. */
  at: number;
  /** Who published it, as they named themselves. */
  author: string;
  /** All overrides as JSON, not only what they change. */
  overrides: string;
  /** The id of the publication that this one takes back; null = none. */
  undoes: number | null;
}

export interface Publications {
  /** The last ones, newest first; the newest is what members get. */
  list(max: number): Promise<Publication[]>;
  /** Gives overrides to members, and appends the publication. */
  publish(publication: Pick<Publication, "at" | "author" | "overrides">): Promise<Publication>;
  /**
   * Brings back the overrides from before the last publication that isn't undone, as a publication of its own.
   * @returns null when every one is undone.
   */
  undo(by: Pick<Publication, "at" | "author">): Promise<Publication | null>;
}

/** Stands for who published before publications were recorded. */
export const unknownAuthor = "unknown";

/** @param publications all, oldest first. @returns what an undo publishes; null when every one is undone. */
export function undoOf(
  publications: readonly Publication[],
): Pick<Publication, "overrides" | "undoes"> | null {
  const undone = new Set(publications.map(({ undoes }) => undoes));
  const standing = publications.filter(({ id, undoes }) => undoes === null && !undone.has(id));
  const last = standing.at(-1);
  return last ? { overrides: standing.at(-2)?.overrides ?? "{}", undoes: last.id } : null;
}
