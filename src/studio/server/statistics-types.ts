/** What the server tells the page about answers and taps: counts of days, without who it was. */

/** How often something happened on a day. */
export interface DailyCount {
  /** Of the business's time zone, such as `2026-11-22`. */
  day: string;
  /**
   * `answer`: a reply that was delivered; `tap`: a tap on a rich menu; `guess`: a code too many that was tried; `shop`:
   * a figure of the shop, for owners.
   */
  kind: "answer" | "tap" | "guess" | "shop";
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

/** What is counted in the shop by day. */
export type ShopFigure =
  | "answers"
  | "people"
  | "notUnderstood"
  | "gifts"
  | "pointsAdded"
  | "pointsBurned"
  | "couponsUsed"
  | "redemptions"
  | "welcomeGifts"
  | "birthdayGifts"
  | "invited"
  | "joined";

/** Something odd about a day. */
export interface ShopFact {
  day: string;
  text: string;
  /** By what the orders behind it are asked for; null where there are none. */
  orders: { day: string; staff: string; member: string | null } | null;
}

/** What happened in the shop, for owners. */
export interface ShopPage {
  /** Oldest first: of the days that are asked for as many as orders are kept for. */
  days: { day: string; figures: Record<ShopFigure, number> }[];
  /** Of all days: whoever came on several is one person. */
  sum: Record<ShopFigure, number>;
  /** Orders that wait for somebody now. */
  waiting: number;
  /** The newest day first. */
  odd: ShopFact[];
}

/** An order behind a fact. */
export interface ShopOrder {
  /** Milliseconds since 1970. */
  at: number;
  command: string;
  /** What came of it, such as `done`. */
  step: string;
  what: string;
}

export interface ShopOrdersPage {
  orders: ShopOrder[];
}
