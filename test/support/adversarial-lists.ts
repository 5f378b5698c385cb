/** Rewrites lists of an adversarial platform: ignored filters, capped page sizes, wrong totals. */
import type { Arrival } from "./adversarial-platform.ts";

export interface ListHabits {
  /** Ignored query parameters. */
  ignores: readonly string[];
  /** The maximum page size; the response echoes the requested one. */
  maxRows: number;
  /** Whether rows are sorted oldest first. */
  oldestFirst: boolean;
  /** Whether the total is the number of rows on the page. */
  totalOfPage: boolean;
  /** Whether rows omit their `ref_id`. */
  hidesRefs: boolean;
}

export const honestLists: ListHabits = {
  ignores: [],
  maxRows: 1000,
  oldestFirst: false,
  totalOfPage: false,
  hidesRefs: false,
};

type Row = Record<string, unknown>;

const timeFieldOf: Record<string, string> = {
  "/transactions": "created_at",
  "/coupon/give/history": "given_at",
};
const refs = ["ref_id", "given_ref_id", "used_ref_id"];

interface RewrittenList {
  target: URL;
  /** The page as the bot gets it. @param hidden writes that lists don't show yet. */
  render(text: string, hidden: readonly Arrival[]): string;
}

/** @param url the requested address. */
export function rewriteList(url: URL, habits: ListHabits): RewrittenList {
  const list = Object.keys(timeFieldOf).find((path) => url.pathname.endsWith(path));
  if (list === undefined) return { target: url, render: (text) => text };
  const target = new URL(url);
  for (const name of habits.ignores) target.searchParams.delete(name);
  const size = Number(url.searchParams.get("size") ?? 20);
  target.searchParams.set("size", String(Math.min(size, habits.maxRows)));
  if (habits.oldestFirst) target.searchParams.set("sort", timeFieldOf[list] ?? "");
  return {
    target,
    render(text, hidden) {
      const { pagination, data } = JSON.parse(text) as { pagination: Row; data: Row[] };
      const keys = new Set(hidden.map(({ refId }) => refId));
      const rows = data.filter((row) => !refs.some((ref) => keys.has((row[ref] ?? "") as string)));
      const total = habits.totalOfPage ? rows.length : pagination["total"];
      return JSON.stringify({
        pagination: { ...pagination, total, size },
        data: habits.hidesRefs ? rows.map(withoutRefs) : rows,
      });
    },
  };
}

const withoutRefs = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([key]) => !refs.includes(key)));
