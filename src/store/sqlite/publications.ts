/** Implements publications in SQLite. */
import type { DatabaseSync } from "node:sqlite";
import { settingsKeys } from "../../config/settings-keys.ts";
import {
  formerPublication,
  undoOf,
  type Overtaken,
  type Publication,
  type Publications,
} from "../publications.ts";
import type { GroupCommit } from "./group-commit.ts";
import { query } from "./query.ts";

const columns = "id, at, author, overrides, undoes, approver, source";

/** @returns functions that read and append publications; call them inside a transaction only. */
export function changePublications(db: DatabaseSync) {
  const last = query<Publication>(
    db,
    `select ${columns} from publications order by id desc limit 1`,
  );
  const one = query<Publication>(db, `select ${columns} from publications where id = ?`);
  const current = query<{ value: string }>(db, "select value from settings where name = ?");
  const insert = db.prepare(`insert into publications (${columns}) values (?, ?, ?, ?, ?, ?, ?)`);
  const setCurrent = db.prepare(
    "insert into settings values (?, ?) on conflict do update set value = excluded.value",
  );

  function append(publication: Omit<Publication, "id">): Publication {
    const { at, author, overrides, undoes, approver, source } = publication;
    const id = (last.get()?.id ?? 0) + 1;
    insert.run(id, at, author, overrides, undoes, approver, source);
    return { id, ...publication };
  }

  return {
    /** What was published before publications were recorded becomes the first one. */
    newest(at: number): Publication | null {
      const found = last.get();
      if (found) return found;
      const former = current.get(settingsKeys.publishedOverrides);
      return former && append(formerPublication(former.value, at));
    },
    get: (id: number) => one.get(id),
    publish(publication: Omit<Publication, "id">): Publication {
      setCurrent.run(settingsKeys.publishedOverrides, publication.overrides);
      return append(publication);
    },
  };
}

export type ChangePublications = ReturnType<typeof changePublications>;

export function sqlitePublications(
  db: DatabaseSync,
  commit: GroupCommit,
  { newest, publish }: ChangePublications,
): Publications {
  const last = query<Publication>(
    db,
    `select ${columns} from publications order by id desc limit ?`,
  );
  const all = query<Publication>(db, `select ${columns} from publications order by id`);

  /** Publishes what `next` returns, unless the newest isn't the one that was seen. */
  const publishNext = <Nothing>(
    at: number,
    seen: number | undefined,
    next: () => Omit<Publication, "id"> | Nothing,
  ) =>
    commit.run((): Publication | Overtaken | Nothing => {
      const id = newest(at)?.id ?? 0;
      if (seen !== undefined && seen !== id) return "overtaken";
      const publication = next();
      return publication && publish(publication as Omit<Publication, "id">);
    });

  return {
    list: async (max) => last.all(max),
    publish: (publication, seen) =>
      publishNext<never>(publication.at, seen, () => ({ ...publication, undoes: null })),
    undo: (by, seen) =>
      publishNext<null>(by.at, seen, () => {
        const undo = undoOf(all.all());
        return undo && { ...by, ...undo, approver: null };
      }),
  };
}
