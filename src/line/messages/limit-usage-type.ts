/** How much of one of LINE's limits is used. */
export interface LimitUsage {
  /** Such as `altText`. */
  what: string;
  used: number;
  limit: number;
  /** Bytes, where it isn't a number of things or of UTF-16 units. */
  unit?: "bytes";
}
