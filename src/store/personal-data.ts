/** The store port for personal data: exports and erases what is stored about one person. */

import type { LinkedIds } from "./linked-ids.ts";

/** By column; times are milliseconds since 1970. */
export type PersonalRow = Readonly<Record<string, unknown>>;

/** Rows by table. */
export interface PersonalData extends Omit<LinkedIds, "byLineId"> {
  chats: PersonalRow[];
  staff: PersonalRow[];
  notices: PersonalRow[];
  /** Orders by the person or for the person. */
  orders: PersonalRow[];
  /** Redemptions of the person, or asked of the person. */
  redemptions: PersonalRow[];
  invitations: PersonalRow[];
  /** Counters of failed attempts. */
  attempts: PersonalRow[];
  /** What staff were about to write: the person, or others for the person, of whose dialogues only that they exist is told. */
  dialogues: PersonalRow[];
  /** Links to rich menus. */
  menus: PersonalRow[];
  /** Drafts of texts that they write. */
  drafts: PersonalRow[];
  /** Links and sessions of the studio. */
  access: PersonalRow[];
  /** Open and parked events with their content. */
  events: PersonalRow[];
  audit: PersonalRow[];
  /** Entries of the member index. */
  profiles: PersonalRow[];
  /** Entries of the mirrored ledger. */
  transactions: PersonalRow[];
}

/**
 * Numbers of deleted rows. `kept`: audit entries, and orders and redemptions that are not settled or may still count
 * against a day's limits.
 */
export interface ErasureReport {
  chats: number;
  staff: number;
  notices: number;
  orders: number;
  redemptions: number;
  invitations: number;
  attempts: number;
  dialogues: number;
  menus: number;
  drafts: number;
  access: number;
  events: number;
  profiles: number;
  transactions: number;
  kept: { orders: number; redemptions: number; audit: number };
}

/**
 * Of a member's uuid, the rows of that member. Of a LINE user id, the rows that have it. Where the two stand for one
 * person (`linkedIds`), the rows of both: by a uuid none that names another member.
 */
export interface PersonalDataStore {
  /**
   * Exports the data of a person.
   * @param who a LINE user id, or the uuid of a member.
   * @param staffLineIds LINE user ids of staff that the store doesn't know as such.
   */
  of(who: string, staffLineIds?: readonly string[]): Promise<PersonalData>;
  /**
   * Erases a person in small transactions, safe while a bot is running.
   * @param who a LINE user id, or the uuid of a member.
   * @param now milliseconds since 1970.
   * @param staffLineIds as in `of`.
   * @throws {StoreError} when the store can't be written; rows deleted before stay deleted.
   */
  forget(who: string, now: number, staffLineIds?: readonly string[]): Promise<ErasureReport>;
}

const jsonColumns = new Set([
  "notice",
  "order_json",
  "outcome",
  "body",
  "decided",
  "dialogue",
  "draft",
  "facts",
  "steps",
  "failure",
]);
const booleanColumns = new Set(["following", "active", "approval"]);

/** A row as it is exported, the same from every store: JSON is parsed, and what is true or false says so. */
export const personalRow = (row: PersonalRow): PersonalRow =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      if (booleanColumns.has(column)) return [column, Boolean(value)];
      const isJson = jsonColumns.has(column) && typeof value === "string" && value !== "";
      return [column, isJson ? (JSON.parse(value) as unknown) : value];
    }),
  );

/** Others' dialogues may name more people than this one. */
export const withoutOthersWords = (
  dialogues: readonly PersonalRow[],
  lineIds: readonly string[],
): PersonalRow[] =>
  dialogues.map((row) =>
    lineIds.includes(String(row["lineId"])) ? row : { ...row, dialogue: null },
  );
