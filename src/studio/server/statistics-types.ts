/** What the server tells the page about answers and taps: counts of days, without who it was. */

/** How often something happened on a day. */
export interface DailyCount {
  /** Of the business's time zone, such as `2026-11-22`. */
  day: string;
  /** `answer`: a reply that was delivered; `tap`: a tap on a rich menu; `guess`: a code too many that was tried. */
  kind: "answer" | "tap" | "guess";
  /** The intent that answered, or the tile, such as `member.balance`. */
  name: string;
  /** `unknown` where it wasn't known. */
  language: string;
  count: number;
}

export interface StatisticsPage {
  /** Every day that is asked for, oldest first. */
  days: string[];
  counts: DailyCount[];
}

/** What several people have asked, and nobody could answer. */
export interface UnansweredText {
  text: string;
  language: string;
  people: number;
  times: number;
  /** When it was asked last, in milliseconds since 1970. */
  last: number;
}

export interface UnansweredPage {
  /** The most asked first. */
  texts: UnansweredText[];
}
