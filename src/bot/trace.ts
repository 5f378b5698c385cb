/** Something that was looked up to answer an event; holds no member data. */
export interface TraceEntry {
  /** Such as `member`, or an operation of the platform's. */
  what: string;
  /** Where it was found: `kept` needs no call. */
  from: "kept" | "asked";
  /** How long it took; absent while it lasts. */
  ms?: number;
  /** What came of it, in a word or two. */
  result?: string;
}
