/** Publications of texts and answers: which of them members get, and who published what before. */
import { settingsKeys } from "../config/settings-keys.ts";
import { appendAudit, type NewAuditEntry } from "./audit.ts";
import { firstRow, insertInto, type Database, type Queries, type Transaction } from "./database.ts";
import { getSetting, setSetting } from "./settings.ts";

export interface Publication {
  /** Ascending, from 1. */
  id: number;
  /** Milliseconds since 1970. */
  at: number;
  /** Who wrote what was published, as they named themselves. */
  author: string;
  /** All overrides of texts as JSON, not only what they change. */
  overrides: string;
  /** All answers of the shop's own as JSON, likewise. */
  answers: string;
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
  /** `words` and `answers`: the operator's commands. */
  command: "studio" | "words" | "answers";
}

/** The audit entry of a publication. */
const publicationEntry = (
  { id, at, author, undoes }: Publication,
  { actor, command }: PublicationAudit,
): NewAuditEntry => ({
  at,
  actor,
  command,
  ...(undoes === null
    ? { action: "published", facts: { name: author, id: `#${id}` } }
    : { action: "publication_undone", facts: { id: `#${undoes}` } }),
});

/** Where a publication was made; stored, so a name must never change. */
export type PublicationSource = "command line" | "studio";

/** Overrides and answers that are absent stay as they are. */
export type NewPublication = Omit<Publication, "id" | "undoes" | keyof Published> &
  Partial<Published>;

/** What members get. */
type Published = Pick<Publication, "overrides" | "answers">;

/** The newest publication is another one than the caller has seen. */
export type Overtaken = "overtaken";

/** Stands for who published before publications were recorded. */
export const unknownAuthor = "unknown";

/** Those that are neither undone nor an undo, in the order given. */
export function publicationsInEffect(publications: readonly Publication[]): Publication[] {
  const undone = new Set(publications.map(({ undoes }) => undoes));
  return publications.filter(({ id, undoes }) => undoes === null && !undone.has(id));
}

/** @param publications all, oldest first. @returns what an undo publishes; null when every one is undone. */
function undoOf(
  publications: readonly Publication[],
): (Published & Pick<Publication, "undoes">) | null {
  const inEffect = publicationsInEffect(publications);
  const last = inEffect.at(-1);
  const { overrides = "{}", answers = "{}" } = inEffect.at(-2) ?? {};
  return last ? { overrides, answers, undoes: last.id } : null;
}

/** A version of the bot that knows no answers publishes none: those from before it stay. */
const columns = `id, at, author, overrides, undoes, approver, source, coalesce(answers, (
  select known.answers from publications as known
  where known.id < publications.id and known.answers is not null order by known.id desc limit 1
), '{}') as answers`;

export function createPublications(db: Database) {
  /** Publishes in one transaction, unless there is a newer publication than the caller knows. */
  const publishing = <None extends null>(
    at: number,
    seen: number | undefined,
    audited: PublicationAudit | undefined,
    make: (tx: Transaction) => Promise<Publication | None>,
  ) =>
    db.transaction(async (tx): Promise<Publication | None | Overtaken> => {
      if (await isOvertaken(tx, at, seen)) return "overtaken";
      const published = await make(tx);
      if (published && audited)
        await appendAudit(tx, audited.account, publicationEntry(published, audited));
      return published;
    });
  return {
    /** The last ones, newest first; the newest is what members get. */
    list: (max: number) =>
      db.rows<Publication>(`select ${columns} from publications order by id desc limit $1`, [max]),
    /**
     * Gives overrides to members, and appends the publication.
     * @param seen the id of the newest publication that the caller knows, 0 = none: nothing is published when there is
     * a newer one. Absent = whatever there is.
     * @param audited whose audit gets an entry; absent = none does, as where that is stored otherwise.
     */
    publish: (publication: NewPublication, seen?: number, audited?: PublicationAudit) =>
      publishing<never>(publication.at, seen, audited, (tx) =>
        publish(tx, { ...publication, undoes: null }),
      ),
    /**
     * Brings back the overrides from before the last publication that isn't undone, as a publication of its own.
     * @param seen as in `publish`.
     * @param audited as in `publish`.
     * @returns null when every one is undone.
     */
    undo: (
      by: Pick<Publication, "at" | "author" | "source">,
      seen?: number,
      audited?: PublicationAudit,
    ) =>
      publishing<null>(by.at, seen, audited, async (tx) => {
        const all = await tx.rows<Publication>(`select ${columns} from publications order by id`);
        const undo = undoOf(all);
        return undo && publish(tx, { ...by, ...undo, approver: null });
      }),
  };
}

async function isOvertaken(
  tx: Transaction,
  at: number,
  seen: number | undefined,
): Promise<boolean> {
  const newest = await lockLast(tx);
  if (seen !== undefined && seen !== (newest?.id ?? 0)) return true;
  if (!newest) await appendFormer(tx, at);
  return false;
}

/** Lets one publish at a time, until the transaction ends. */
async function lockLast(tx: Transaction): Promise<Publication | null> {
  await tx.lock("publications");
  return lastOf(tx);
}

const lastOf = (tx: Queries) =>
  firstRow<Publication>(tx, `select ${columns} from publications order by id desc limit 1`);

/** What was published before publications were recorded becomes the first one. */
async function appendFormer(tx: Queries, at: number): Promise<Publication | null> {
  const overrides = await getSetting(tx, settingsKeys.publishedOverrides);
  if (overrides === null) return null;
  const source = "command line";
  const rest = { answers: "{}", undoes: null, approver: null, source } as const;
  return append(tx, { id: 1, at, author: unknownAuthor, overrides, ...rest });
}

/** Lets one publish at a time, until the transaction ends. @returns the newest publication; null = none. */
export const lockNewest = async (tx: Transaction, at: number): Promise<Publication | null> =>
  (await lockLast(tx)) ?? appendFormer(tx, at);

export const getPublication = (tx: Queries, id: number): Promise<Publication | null> =>
  firstRow<Publication>(tx, `select ${columns} from publications where id = $1`, [id]);

/** Gives texts and answers to members, and appends the publication; `lockNewest` comes first. */
export async function publish(
  tx: Queries,
  publication: NewPublication & Pick<Publication, "undoes">,
): Promise<Publication> {
  const before = await lastOf(tx);
  const { overrides = before?.overrides ?? "{}", answers = before?.answers ?? "{}" } = publication;
  await setSetting(tx, settingsKeys.publishedOverrides, overrides);
  await setSetting(tx, settingsKeys.publishedAnswers, answers);
  return append(tx, { ...publication, id: (before?.id ?? 0) + 1, overrides, answers });
}

async function append(tx: Queries, publication: Publication): Promise<Publication> {
  const { id, at, author, overrides, answers, undoes, approver, source } = publication;
  const appended = { id, at, author, overrides, answers, undoes, approver, source };
  await tx.run(...insertInto("publications", appended));
  return appended;
}
