/** The store port for the member index: member profiles by LINE user id, for platforms that cannot search by it. */

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

export interface MemberIndex {
  /** @param platform a hash of the platform; a change of it clears the index. */
  loadCursor(platform: string): Promise<CrawlCursor>;
  /**
   * Inserts or updates the entries of a page.
   * @param nextPage moves the cursor; null leaves it where it is.
   * @returns the hashes of the inserted entries.
   */
  upsert(entries: readonly IndexEntry[], crawl: number, nextPage: number | null): Promise<string[]>;
  /**
   * Ends a crawl, and deletes entries seen neither by it nor by the one before: a single crawl misses
   * profiles that move between pages.
   */
  finishCrawl(crawl: number): Promise<void>;
  /** Entries with this hash, those of the latest crawl first. */
  find(hash: string): Promise<Pick<IndexEntry, "uuid" | "page">[]>;
}
