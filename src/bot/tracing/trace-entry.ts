/** One lookup made to answer an event; holds no member data. */
export interface TraceEntry {
  /** `member`, `language` or the name of a platform operation. */
  what: string;
  /** `cache` = it was cached; `call` = the store, LINE or the platform was called. */
  from: "cache" | "call";
  /** Duration in milliseconds; absent while it is pending. */
  ms?: number;
  /** The outcome in a word or two; absent while it is pending. */
  result?: string;
}
