/** The type for how much of one of LINE's message limits is used. */
export interface LimitUsage {
  /** Name of the limited value, such as `altText`. */
  what: string;
  used: number;
  limit: number;
  /** Present for sizes in bytes; otherwise `used` and `limit` count items, or characters as LINE does: UTF-16 units or grapheme clusters. */
  unit?: "bytes";
}
