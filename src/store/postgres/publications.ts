/** Implements publications in Postgres. */
import { settingsKeys } from "../../config/settings-keys.ts";
import { undoOf, unknownAuthor, type Publication, type Publications } from "../publications.ts";
import type { Database, Queries } from "./database.ts";

const columns = "id, at, author, overrides, undoes";
/** Any number, the same in every version: whoever holds this lock publishes. */
const publicationLock = 727_468_003;

export function postgresPublications(db: Database): Publications {
  return {
    list: (max) =>
      db.rows<Publication>(`select ${columns} from publications order by id desc limit $1`, [max]),
    publish: ({ at, author, overrides }) =>
      db.transaction(async (tx) => {
        await lock(tx, at);
        return publish(tx, { at, author, overrides, undoes: null });
      }),
    undo: ({ at, author }) =>
      db.transaction(async (tx) => {
        await lock(tx, at);
        const all = await tx.rows<Publication>(`select ${columns} from publications order by id`);
        const undo = undoOf(all);
        return undo && publish(tx, { at, author, ...undo });
      }),
  };
}

/** One publishes at a time. What was published before publications were recorded becomes the first one. */
async function lock(tx: Queries, at: number): Promise<void> {
  await tx.rows("select pg_advisory_xact_lock($1)", [publicationLock]);
  if ((await tx.rows("select id from publications limit 1")).length > 0) return;
  const [former] = await tx.rows<{ value: string }>("select value from settings where name = $1", [
    settingsKeys.publishedOverrides,
  ]);
  if (former) {
    await append(tx, { at, author: unknownAuthor, overrides: former.value, undoes: null });
  }
}

async function publish(tx: Queries, publication: Omit<Publication, "id">): Promise<Publication> {
  await tx.run(
    `insert into settings (name, value) values ($1, $2)
     on conflict (name) do update set value = excluded.value`,
    [settingsKeys.publishedOverrides, publication.overrides],
  );
  return append(tx, publication);
}

async function append(tx: Queries, publication: Omit<Publication, "id">): Promise<Publication> {
  const { at, author, overrides, undoes } = publication;
  const [last] = await tx.rows<{ id: number }>(
    "select id from publications order by id desc limit 1",
  );
  const id = (last?.id ?? 0) + 1;
  await tx.run(`insert into publications (${columns}) values ($1, $2, $3, $4, $5)`, [
    id,
    at,
    author,
    overrides,
    undoes,
  ]);
  return { id, ...publication };
}
