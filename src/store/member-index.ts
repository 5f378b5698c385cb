/** Which profile was seen with which LINE user id, for platforms whose search can't tell. */

/** A profile that carried a lineId, which itself isn't kept. */
export interface IndexEntry {
  /** A stand-in for the lineId. */
  hash: string;
  uuid: string;
  /** The page that it was on. */
  page: number;
}

/** How far the walks through all pages are. */
export interface CrawlCursor {
  /** The walk that is on, or comes next; from 1. */
  walk: number;
  nextPage: number;
  /** Whether any walk has come to its end, so that who isn't in the index isn't on the platform. */
  whole: boolean;
}

export interface MemberIndex {
  /** @param platform a stand-in for it; another one than the last begins with an empty index. */
  place(platform: string): Promise<CrawlCursor>;
  /** Keeps what a page showed. @param nextPage where the walk goes on; null = it isn't the walk's page. */
  note(sightings: readonly IndexEntry[], walk: number, nextPage: number | null): Promise<void>;
  /** Ends a walk, and forgets what neither it nor the one before it saw: one alone misses whatever changes pages. */
  end(walk: number): Promise<void>;
  of(hash: string): Promise<Pick<IndexEntry, "uuid" | "page">[]>;
}
