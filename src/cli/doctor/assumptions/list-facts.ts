/** What the bot asks lists for, and how a row shows whether the platform did it. */
import { transactionSizes, type OperationName } from "../../../loyalty/contract.ts";
import { exactMomentOf } from "../../../loyalty/platform-time.ts";
import { pageSize } from "../../../loyalty/read-list.ts";

/** A row of any list. */
export type Row = Readonly<Record<string, unknown>>;

export interface Filter {
  field: string;
  /** The value to ask for, as the row has it; undefined = the row has none. */
  valueOf(row: Row): string | boolean | undefined;
  /** Whether a row may come back for the value. */
  matches(row: Row, value: string | boolean): boolean;
  /** A value that no row has, to ask for where no row has one: whether the filter is refused or ignored is seen then, too. */
  madeUp?: string;
}

export interface ListFacts {
  filters: readonly Filter[];
  /** The field to sort by. */
  sort: string;
  /** Page sizes that the bot asks for, the smallest first. */
  sizes: readonly number[];
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

const madeUp = "c0ffee00-0000-4000-8000-00000000d0c5";

/** A filter for rows whose field has exactly the value. */
const exactly = (field: string): Filter => ({
  field,
  valueOf: (row) => text(row[field]),
  matches: (row, value) => row[field] === value,
  madeUp,
});

/** A filter for rows that aren't older than a time. @param name the field of the row that has the time. */
const since = (name: string): Filter => ({
  field: "from",
  valueOf: (row) => isoOf(row[name]),
  matches: (row, value) => timeOf(row[name]) >= timeOf(value),
});

/** A filter for rows of before a time. @param name the field of the row that has the time. */
const until = (name: string): Filter => ({
  field: "to",
  // Just after the row, so that at least this one passes.
  valueOf: (row) => isoOf(row[name], 1),
  matches: (row, value) => timeOf(row[name]) < timeOf(value),
});

export const timeOf = (value: unknown): number => exactMomentOf(text(value)) ?? NaN;

function isoOf(value: unknown, laterMs = 0): string | undefined {
  const time = timeOf(value) + laterMs;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** A filter that only rows with this status pass. */
const onlyStatus = (field: string, status: string): Filter => ({
  field,
  valueOf: (row) => (row["status"] === status ? true : undefined),
  matches: (row) => row["status"] === status,
});

const folded = (value: unknown): string => (text(value) ?? "").normalize("NFKC").toLowerCase();

export const listFacts = {
  getProfile: { filters: [], sort: "name", sizes: [pageSize] },
  getCampaign: { filters: [exactly("status")], sort: "start_date", sizes: [pageSize] },
  getTransaction: {
    filters: ["member_uuid", "card_no", "ref_no", "ref_id"]
      .map(exactly)
      .concat(since("created_at"), until("created_at")),
    sort: "created_at",
    sizes: [pageSize, transactionSizes.max],
  },
  getCouponSet: {
    filters: [
      {
        field: "search",
        valueOf: ({ name }) => text(name),
        matches: ({ name }, value) => folded(name).includes(folded(value)),
        madeUp,
      },
      onlyStatus("giveable", "ACTIVE"),
    ],
    sort: "created_at",
    sizes: [pageSize],
  },
  getGiveCouponHistory: {
    filters: [
      exactly("member_uuid"),
      { ...exactly("ref_id"), valueOf: (row) => text(row["given_ref_id"]), matches: hasReference },
      onlyStatus("usable", "GIVEN"),
      {
        field: "search",
        valueOf: ({ code }) => text(code),
        matches: ({ code }, value) => code === value,
        madeUp,
      },
      since("given_at"),
    ],
    sort: "expires_at",
    sizes: [pageSize],
  },
} satisfies Partial<Record<OperationName, ListFacts>>;

function hasReference(row: Row, value: string | boolean): boolean {
  return [row["given_ref_id"], row["used_ref_id"], row["ref_id"]].includes(value);
}

export type ListName = keyof typeof listFacts;
export const listNames = Object.keys(listFacts) as ListName[];
