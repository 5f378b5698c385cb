/** Implements publications in SQLite. */
import type { DatabaseSync } from "node:sqlite";
import { settingsKeys } from "../../config/settings-keys.ts";
import { undoOf, unknownAuthor, type Publication, type Publications } from "../publications.ts";
import type { GroupCommit } from "./group-commit.ts";
import { query } from "./query.ts";

const columns = "id, at, author, overrides, undoes";

export function sqlitePublications(db: DatabaseSync, commit: GroupCommit): Publications {
  const last = query<Publication>(
    db,
    `select ${columns} from publications order by id desc limit ?`,
  );
  const all = query<Publication>(db, `select ${columns} from publications order by id`);
  const current = query<{ value: string }>(db, "select value from settings where name = ?");
  const insert = db.prepare(`insert into publications (${columns}) values (?, ?, ?, ?, ?)`);
  const setCurrent = db.prepare(
    "insert into settings values (?, ?) on conflict do update set value = excluded.value",
  );

  function append(publication: Omit<Publication, "id">): Publication {
    const { at, author, overrides, undoes } = publication;
    const id = (last.get(1)?.id ?? 0) + 1;
    insert.run(id, at, author, overrides, undoes);
    return { id, ...publication };
  }

  /** What was published before publications were recorded becomes the first one. */
  function appendFormer(at: number): void {
    if (last.get(1)) return;
    const former = current.get(settingsKeys.publishedOverrides);
    if (former) append({ at, author: unknownAuthor, overrides: former.value, undoes: null });
  }

  function publish(publication: Omit<Publication, "id">): Publication {
    setCurrent.run(settingsKeys.publishedOverrides, publication.overrides);
    return append(publication);
  }

  return {
    list: async (max) => last.all(max),
    publish: ({ at, author, overrides }) =>
      commit.run(() => {
        appendFormer(at);
        return publish({ at, author, overrides, undoes: null });
      }),
    undo: ({ at, author }) =>
      commit.run(() => {
        appendFormer(at);
        const undo = undoOf(all.all());
        return undo && publish({ at, author, ...undo });
      }),
  };
}
