/** Finds out by reading which page sizes, filters and sort orders of a list work. */
import type { LoyaltyClient } from "../../../loyalty/client.ts";
import { contract, type Page } from "../../../loyalty/contract.ts";
import { isSent, type Effect, type ObservedOperation } from "../../../loyalty/observations.ts";
import { attempt, type Assumption } from "./assumption.ts";
import { probeSizes, type Query, type Read } from "./page-sizes.ts";
import {
  listFacts,
  timeOf,
  type Filter,
  type ListFacts,
  type ListName,
  type Row,
} from "./list-facts.ts";

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
