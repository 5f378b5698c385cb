/** Implements publications in Postgres. */
import { settingsKeys } from "../../config/settings-keys.ts";
import {
  formerPublication,
  publicationEntry,
  undoOf,
  type Overtaken,
  type Publication,
  type Publications,
} from "../publications.ts";
import { appendAudit } from "../audit.ts";
import type { Queries } from "../database.ts";
import type { PostgresDatabase } from "./database.ts";

const columns = "id, at, author, overrides, undoes, approver, source";
/** Any number, the same in every version: whoever holds this lock publishes. */
const publicationLock = 727_468_003;

export function postgresPublications(db: PostgresDatabase): Publications {
  return {
    list: (max) =>
      db.rows<Publication>(`select ${columns} from publications order by id desc limit $1`, [max]),
    publish: (publication, seen, audited) =>
      db.transaction(async (tx): Promise<Publication | Overtaken> => {
        if (await isOvertaken(tx, publication.at, seen)) return "overtaken";
        const published = await publish(tx, { ...publication, undoes: null });
        if (audited) await appendAudit(tx, audited.account, publicationEntry(published, audited));
        return published;
      }),
    undo: (by, seen, audited) =>
      db.transaction(async (tx): Promise<Publication | Overtaken | null> => {
        if (await isOvertaken(tx, by.at, seen)) return "overtaken";
        const all = await tx.rows<Publication>(`select ${columns} from publications order by id`);
        const undo = undoOf(all);
        if (!undo) return null;
        const published = await publish(tx, { ...by, ...undo, approver: null });
        if (audited) await appendAudit(tx, audited.account, publicationEntry(published, audited));
        return published;
      }),
  };
}

async function isOvertaken(tx: Queries, at: number, seen: number | undefined): Promise<boolean> {
  const newest = await lockLast(tx);
  if (seen !== undefined && seen !== (newest?.id ?? 0)) return true;
  if (!newest) await appendFormer(tx, at);
  return false;
}

/** Lets one publish at a time, until the transaction ends. */
async function lockLast(tx: Queries): Promise<Publication | null> {
  await tx.rows("select pg_advisory_xact_lock($1)", [publicationLock]);
  const [last] = await tx.rows<Publication>(
    `select ${columns} from publications order by id desc limit 1`,
  );
  return last ?? null;
}

/** What was published before publications were recorded becomes the first one. */
async function appendFormer(tx: Queries, at: number): Promise<Publication | null> {
  const [former] = await tx.rows<{ value: string }>("select value from settings where name = $1", [
    settingsKeys.publishedOverrides,
  ]);
  return former ? append(tx, formerPublication(former.value, at)) : null;
}

/** Lets one publish at a time, until the transaction ends. @returns the newest publication; null = none. */
export const lockNewest = async (tx: Queries, at: number): Promise<Publication | null> =>
  (await lockLast(tx)) ?? appendFormer(tx, at);

export async function getPublication(tx: Queries, id: number): Promise<Publication | null> {
  const [found] = await tx.rows<Publication>(`select ${columns} from publications where id = $1`, [
    id,
  ]);
  return found ?? null;
}

/** Gives the overrides to members, and appends the publication; `lockNewest` comes first. */
export async function publish(
  tx: Queries,
  publication: Omit<Publication, "id">,
): Promise<Publication> {
  await tx.run(
    `insert into settings (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [settingsKeys.publishedOverrides, publication.overrides],
  );
  return append(tx, publication);
}

async function append(tx: Queries, publication: Omit<Publication, "id">): Promise<Publication> {
  const { at, author, overrides, undoes, approver, source } = publication;
  const [last] = await tx.rows<{ id: number }>(
    "select id from publications order by id desc limit 1",
  );
  const id = (last?.id ?? 0) + 1;
  await tx.run(`insert into publications (${columns}) values ($1, $2, $3, $4, $5, $6, $7)`, [
    id,
    at,
    author,
    overrides,
    undoes,
    approver,
    source,
  ]);
  return { id, ...publication };
}
