/** Implements publications in SQLite. */
import type { DatabaseSync } from "node:sqlite";
import { settingsKeys } from "../../config/settings-keys.ts";
import {
  formerPublication,
  publicationEntry,
  undoOf,
  type Overtaken,
  type Publication,
  type Publications,
} from "../publications.ts";
import type { AppendAudit } from "./audit.ts";
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
    lastId: () => last.get()?.id ?? 0,
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
  { lastId, newest, publish }: ChangePublications,
  append: AppendAudit,
): Publications {
  const last = query<Publication>(
    db,
    `select ${columns} from publications order by id desc limit ?`,
  );
  const all = query<Publication>(db, `select ${columns} from publications order by id`);
  const isOvertaken = (at: number, seen: number | undefined) => {
    if (seen !== undefined && seen !== lastId()) return true;
    newest(at);
    return false;
  };
  return {
    list: async (max) => last.all(max),
    publish: (publication, seen, audited) =>
      commit.run((): Publication | Overtaken => {
        if (isOvertaken(publication.at, seen)) return "overtaken";
        const published = publish({ ...publication, undoes: null });
        if (audited) append(audited.account, publicationEntry(published, audited));
        return published;
      }),
    undo: (by, seen, audited) =>
      commit.run((): Publication | Overtaken | null => {
        if (isOvertaken(by.at, seen)) return "overtaken";
        const undo = undoOf(all.all());
        if (!undo) return null;
        const published = publish({ ...by, ...undo, approver: null });
        if (audited) append(audited.account, publicationEntry(published, audited));
        return published;
      }),
  };
}
