/** The store port for publications of texts: which overrides members get, and who published what before. */
import type { AuditEntry } from "./audit.ts";

export interface Publication {
  /** Ascending, from 1. */
  id: number;
  /** Milliseconds since 1970. */
  at: number;
  /** Who wrote what was published, as they named themselves. */
  author: string;
  /** All overrides as JSON, not only what they change. */
  overrides: string;
  /** The id of the publication that this one takes back; null = none. */
  undoes: number | null;
  /** The name of who approved it; null = nobody had to. */
  approver: string | null;
  source: PublicationSource;
}

/** In whose audit a publication is, who made it, and how. */
export interface PublicationAudit {
  account: string;
  /** A LINE user id, or `operator`. */
  actor: string;
  /** `words`: the operator's command. */
  command: "studio" | "words";
}

/** The audit entry of a publication. */
export const publicationEntry = (
  { id, at, author, undoes }: Publication,
  { actor, command }: PublicationAudit,
): AuditEntry => ({
  at,
  actor,
  eventId: null,
  ...(undoes === null
    ? { action: "published", facts: { name: author, id: `#${id}` } }
    : { action: "publication_undone", facts: { id: `#${undoes}` } }),
  command,
  confirmation: null,
  refId: null,
  memberUuid: null,
});

/** Where a publication was made; stored, so a name must never change. */
export type PublicationSource = "command line" | "studio";

export type NewPublication = Omit<Publication, "id" | "undoes">;

/** The newest publication is another one than the caller has seen. */
export type Overtaken = "overtaken";

export interface Publications {
  /** The last ones, newest first; the newest is what members get. */
  list(max: number): Promise<Publication[]>;
  /**
   * Gives overrides to members, and appends the publication.
   * @param seen the id of the newest publication that the caller knows, 0 = none: nothing is published when there is
   * a newer one. Absent = whatever there is.
   * @param audited whose audit gets an entry; absent = none does, as where that is stored otherwise.
   */
  publish(
    publication: NewPublication,
    seen?: number,
    audited?: PublicationAudit,
  ): Promise<Publication | Overtaken>;
  /**
   * Brings back the overrides from before the last publication that isn't undone, as a publication of its own.
   * @param seen as in `publish`.
   * @param audited as in `publish`.
   * @returns null when every one is undone.
   */
  undo(
    by: UndoneBy,
    seen?: number,
    audited?: PublicationAudit,
  ): Promise<Publication | Overtaken | null>;
}

export type UndoneBy = Pick<Publication, "at" | "author" | "source">;

/** Stands for who published before publications were recorded. */
export const unknownAuthor = "unknown";

/** What was published before publications were recorded, as the first publication. */
export const formerPublication = (overrides: string, at: number): Omit<Publication, "id"> => ({
  at,
  author: unknownAuthor,
  overrides,
  undoes: null,
  approver: null,
  source: "command line",
});

/** Those that are neither undone nor an undo, in the order given. */
export function publicationsInEffect(publications: readonly Publication[]): Publication[] {
  const undone = new Set(publications.map(({ undoes }) => undoes));
  return publications.filter(({ id, undoes }) => undoes === null && !undone.has(id));
}

/** @param publications all, oldest first. @returns what an undo publishes; null when every one is undone. */
export function undoOf(
  publications: readonly Publication[],
): Pick<Publication, "overrides" | "undoes"> | null {
  const inEffect = publicationsInEffect(publications);
  const last = inEffect.at(-1);
  return last ? { overrides: inEffect.at(-2)?.overrides ?? "{}", undoes: last.id } : null;
}
