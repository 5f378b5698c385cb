/** What the server tells the page about a reviewer's link. */
export interface ReviewLink {
  /** Relative to the studio's address, with a slash at its end. */
  path: string;
  /** When it ends, in milliseconds since 1970. */
  until: number;
}
