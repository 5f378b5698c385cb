/** Finds out by reading which page sizes, filters and sort orders of a list work. */
import type { LoyaltyClient } from "../../../loyalty/client.ts";
import {
  contract,
  type OperationName,
  type Page,
  transactionSizes,
} from "../../../loyalty/contract.ts";
import { unreadableRows } from "../../../loyalty/lenient-parse.ts";
import { type Effect, isSent, type ObservedOperation } from "../../../loyalty/observations.ts";
import { exactMomentOf } from "../../../loyalty/platform-time.ts";
import { pageSize } from "../../../loyalty/read-list.ts";
import { counted } from "../../../observability/counted.ts";
import { type Assumption, attempt } from "./assumption.ts";

interface ListReport {
  assumptions: Assumption[];
  observed: Pick<ObservedOperation, "fields" | "maxSize">;
}

/** Rows that are enough to see what a filter or a sort order does. */
const probeSize = 20;

export async function probeList(
  loyalty: LoyaltyClient,
  name: ListName,
  api: "v1" | "v2" | undefined,
): Promise<ListReport> {
  const call = loyalty[name] as (input: object, options: object) => Promise<unknown>;
  const read: Read = async (query) => (await call({ page: 1, ...query }, { api })) as Page<Row>;
  const facts: ListFacts = listFacts[name];
  const operation = contract[name].name;
  const sizes = await probeSizes(read, facts.sizes);
  const assumptions = sizes.seen.map((one) => ({ operation, ...one }));
  const fields: Record<string, Effect> = {};
  if (sizes.largest !== null) {
    const size = Math.min(sizes.largest, probeSize);
    const probe = { read: (query: Query) => read({ size, ...query }), rows: sizes.rows };
    const effects: [field: string, seen: SeenEffect][] = [];
    for (const filter of facts.filters)
      effects.push([filter.field, await filterEffect(probe, filter)]);
    effects.push(["sort", await sortEffect(probe, facts.sort)]);
    for (const [field, seen] of effects) {
      if (seen.effect) fields[field] = seen.effect;
      assumptions.push({ operation, ...fieldAssumption(name, field, seen) });
    }
  }
  return {
    assumptions,
    observed: { fields, ...(sizes.maxSize !== null && { maxSize: sizes.maxSize }) },
  };
}

/** What a field was seen to do, or why that can't be told. */
type SeenEffect = { effect: Effect } | { effect: null; reason: string };

const inconclusive = (reason: string): SeenEffect => ({ effect: null, reason });
const ofFailure = (tried: { kind: "missing" } | { kind: "failed"; reason: string }) =>
  inconclusive(tried.kind === "failed" ? tried.reason : "nothing is there");

interface Probe {
  /** Reads the first page. */
  read: Read;
  /** The first page without filters. */
  rows: readonly Row[];
}

async function filterEffect({ read, rows }: Probe, filter: Filter): Promise<SeenEffect> {
  const values = rows.flatMap((row) => filter.valueOf(row) ?? []);
  const excludesRows = (value: string | boolean) => rows.some((row) => !filter.matches(row, value));
  const selective = values.find(excludesRows);
  const value = selective ?? values[0] ?? filter.madeUp;
  if (value === undefined) return inconclusive("no row to try it with");
  const tried = await attempt(() => read({ [filter.field]: value }));
  if (tried.kind === "refused") return { effect: "refused" };
  if (tried.kind !== "answered") return ofFailure(tried);
  const { data } = tried.result;
  if (data.some((row) => !filter.matches(row, value))) return { effect: "ignored" };
  // A platform may answer with nothing to whatever it doesn't know: only rows that come back show what a filter does.
  if (values.length === 0) return inconclusive("no row to try it with");
  if (data.length === 0) return { effect: "wrong" };
  return selective === undefined ? inconclusive("all rows are alike") : { effect: "works" };
}

async function sortEffect({ read }: Probe, field: string): Promise<SeenEffect> {
  const pages: (readonly Row[])[] = [];
  for (const sort of [field, `-${field}`]) {
    const tried = await attempt(() => read({ sort }));
    if (tried.kind === "refused") return { effect: "refused" };
    if (tried.kind !== "answered") return ofFailure(tried);
    pages.push(tried.result.data);
  }
  const [up = [], down = []] = pages.map((rows) => rows.map((row) => row[field]));
  if (up.length === 0 || down.length === 0) return inconclusive("no row to try it with");
  if (new Set([...up, ...down]).size < 2) return inconclusive("all rows are alike");
  // Names are sorted by rules of the platform's own: only that the orders differ can be told.
  const isTime = [...up, ...down].some((value) => !Number.isNaN(timeOf(value)));
  const isSorted = isTime
    ? isRising(up) && isRising(down.toReversed())
    : up.join("\n") !== down.join("\n");
  return { effect: isSorted ? "works" : "ignored" };
}

function isRising(values: readonly unknown[]): boolean {
  const times = values.map(timeOf).filter((time) => !Number.isNaN(time));
  return times.every((time, index) => index === 0 || time >= times[index - 1]!);
}

const effectTexts: Record<Effect, string> = {
  works: "works",
  ignored: "ignored",
  refused: "refused (400)",
  wrong: "finds nothing, though there is something",
};

function fieldAssumption(
  name: ListName,
  field: string,
  outcome: SeenEffect,
): Omit<Assumption, "operation"> {
  const isSort = field === "sort";
  const assumed = isSort ? `sort by ${listFacts[name].sort}` : `filter ${field}`;
  if (outcome.effect === null) {
    return { assumed, seen: outcome.reason, does: "keeps to it", holds: "unknown" };
  }
  const { effect } = outcome;
  const seen = effectTexts[effect];
  if (effect === "works") {
    return { assumed, seen, does: "sends it, and checks every row", holds: "yes" };
  }
  const send = isSent(name, field, effect) ? "sends it" : "doesn't send it";
  return {
    assumed,
    seen,
    does: `${send}, and ${isSort ? "sorts" : "filters"} by itself`,
    holds: "no",
  };
}

type Query = Record<string, string | number | boolean>;

/** Reads the first page of a list. */
type Read = (query: Query) => Promise<Page<Row>>;

/** Page sizes to fall back to where 100 rows are refused. */
const smallerSizes = [50, 20, 10, 1];

interface Sizes {
  seen: Omit<Assumption, "operation">[];
  /** The largest size that is taken; null if the list can't be read. */
  largest: number | null;
  /** The largest that the bot may ask for; null = no limit was seen. */
  maxSize: number | null;
  rows: readonly Row[];
}

/** Finds out by reading which page sizes of a list are taken. */
async function probeSizes(read: Read, wanted: readonly number[]): Promise<Sizes> {
  const result: Sizes = { seen: [], largest: null, maxSize: null, rows: [] };
  for (const size of wanted) {
    const assumed = `pages of ${counted(size, "row")}`;
    const tried = await attempt(() => read({ size }));
    if (tried.kind === "answered") {
      const { data, pagination } = tried.result;
      const count = data.length + unreadableRows(tried.result).length;
      Object.assign(result, { largest: size, rows: data });
      const isShort = count < Math.min(size, pagination.total);
      if (isShort && count > 0) {
        const seen = counted(count, "comes", "come");
        const does = `asks for ${count}`;
        result.seen.push({ assumed, seen, does, holds: "no" });
        return { ...result, maxSize: count };
      }
      const isConclusive = count === size;
      const seen = isConclusive
        ? "taken"
        : `taken, but there ${count === 1 ? "is" : "are"} only ${count}`;
      result.seen.push({
        assumed,
        seen,
        does: `asks for ${size}`,
        holds: isConclusive ? "yes" : "unknown",
      });
      continue;
    }
    if (tried.kind !== "refused") {
      const seen = tried.kind === "missing" ? "nothing is there" : tried.reason;
      result.seen.push({ assumed, seen, does: "keeps to it", holds: "unknown" });
      return result;
    }
    const smaller = result.largest === null ? await largestTaken(read) : null;
    const maxSize = smaller?.size ?? result.largest;
    const does = maxSize === null ? "keeps to it" : `asks for ${maxSize}`;
    result.seen.push({ assumed, seen: "refused (400)", does, holds: "no" });
    return { ...result, maxSize, largest: maxSize, rows: smaller?.rows ?? result.rows };
  }
  return result;
}

/** The largest of the smaller page sizes that is taken, with its page. */
async function largestTaken(read: Read): Promise<{ size: number; rows: readonly Row[] } | null> {
  for (const size of smallerSizes) {
    const tried = await attempt(() => read({ size }));
    if (tried.kind === "answered") return { size, rows: tried.result.data };
  }
  return null;
}

// What the bot asks lists for, and how a row shows whether the platform did it.

/** A row of any list. */
type Row = Readonly<Record<string, unknown>>;

interface Filter {
  field: string;
  /** The value to ask for, as the row has it; undefined = the row has none. */
  valueOf(row: Row): string | boolean | undefined;
  /** Whether a row may come back for the value. */
  matches(row: Row, value: string | boolean): boolean;
  /** A value that no row has, to ask for where no row has one: whether the filter is refused or ignored is seen then, too. */
  madeUp?: string;
}

interface ListFacts {
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

const timeOf = (value: unknown): number => exactMomentOf(text(value)) ?? NaN;

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

const listFacts = {
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

type ListName = keyof typeof listFacts;
export const listNames = Object.keys(listFacts) as ListName[];
