/** One lookup made to answer an event; holds no member data. */
export interface TraceEntry {
  /** `member`, `language` or the name of a platform operation. */
  what: string;
  /** `kept` = from the cache; `asked` = a call was made. */
  from: "kept" | "asked";
  /** Duration in milliseconds; absent while it is pending. */
  ms?: number;
  /** The outcome in a word or two; absent while it is pending. */
  result?: string;
}
