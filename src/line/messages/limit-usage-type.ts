/** The type for how much of one of LINE's message limits is used. */
export interface LimitUsage {
  /** What is limited. */
  what: LimitedValue;
  used: number;
  limit: number;
  /** Present for sizes in bytes; otherwise `used` and `limit` count items, or characters as LINE does: UTF-16 units or grapheme clusters. */
  unit?: "bytes";
}

export type LimitedValue =
  | "messages"
  | "text"
  | "altText"
  | "bubbles"
  | "carousel"
  | "bubble"
  | "quick replies"
  | "label"
  | "data"
  | "displayText"
  | "uri"
  | "clipboard text";
