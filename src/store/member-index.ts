/** The member index: member profiles by LINE user id, for platforms that cannot search by it. */
import { firstRow, insertInto, type Database, type Flag } from "./database.ts";

/** A member profile with a LINE user id, which itself is not stored. */
export interface IndexEntry {
  /** Hash of the LINE user id. */
  hash: string;
  uuid: string;
  /** Page of the profile list on which it was last seen. */
  page: number;
}

/** Progress of the crawl through all pages of the profile list. */
export interface CrawlCursor {
  /** Number of the current crawl, from 1. */
  crawl: number;
  nextPage: number;
  /** Whether a crawl has ever completed: only then is somebody missing from the index not a member. */
  isComplete: boolean;
}

export type MemberIndex = ReturnType<typeof createMemberIndex>;

const repeatable = { repeatable: true };

const insertEntries = `
  insert into member_index (hash, uuid, page, crawl)
  select value ->> 'hash', value ->> 'uuid', (value ->> 'page')::integer, $2::integer
  from json_array_elements($1::json) as each (value) where true order by 1, 2
  on conflict do nothing returning hash`;
const updateEntries = `
  update member_index set page = (value ->> 'page')::integer, crawl = $2
  from json_array_elements($1::json) as each (value)
  where hash = value ->> 'hash' and uuid = value ->> 'uuid'`;

export const createMemberIndex = (db: Database) => ({
  /** @param platform a hash of the platform; a change of it clears the index. */
  async loadCursor(platform: string): Promise<CrawlCursor> {
    const row = await firstRow<Omit<CrawlCursor, "isComplete"> & { isComplete: Flag }>(
      db,
      `select crawl, next_page as "nextPage", is_complete as "isComplete" from member_crawl
       where platform = $1`,
      [platform],
    );
    if (row) return { ...row, isComplete: Boolean(row.isComplete) };
    await db.transaction(async (tx) => {
      await tx.run("delete from member_index");
      await tx.run("delete from member_crawl");
      await tx.run(...insertInto("member_crawl", { platform }, "on conflict do nothing"));
    }, repeatable);
    return { crawl: 1, nextPage: 1, isComplete: false };
  },
  /**
   * Inserts or updates the entries of a page.
   * @param nextPage moves the cursor; null leaves it where it is.
   * @returns the hashes of the inserted entries.
   */
  upsert: (entries: readonly IndexEntry[], crawl: number, nextPage: number | null) =>
    db.transaction(async (tx) => {
      // A profile may be listed twice on a page.
      const distinct = new Map(entries.map((entry) => [`${entry.hash} ${entry.uuid}`, entry]));
      const values = [JSON.stringify([...distinct.values()]), crawl];
      const inserted = await tx.rows<{ hash: string }>(insertEntries, values);
      if (inserted.length < distinct.size) await tx.run(updateEntries, values);
      if (nextPage !== null) await tx.run("update member_crawl set next_page = $1", [nextPage]);
      return inserted.map(({ hash }) => hash);
    }, repeatable),
  /**
   * Ends a crawl, and deletes entries seen neither by it nor by the one before: a single crawl misses
   * profiles that move between pages.
   */
  finishCrawl: (crawl: number) =>
    db.transaction(async (tx) => {
      await tx.run("delete from member_index where crawl < $1", [crawl - 1]);
      await tx.run("update member_crawl set crawl = $1, next_page = 1, is_complete = true", [
        crawl + 1,
      ]);
    }, repeatable),
  /** Entries with this hash, those of the latest crawl first. */
  find: (hash: string) =>
    db.rows<Pick<IndexEntry, "uuid" | "page">>(
      "select uuid, page from member_index where hash = $1 order by crawl desc, uuid",
      [hash],
    ),
});
