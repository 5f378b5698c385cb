/** How a nasty platform's lists answer: filters that aren't looked at, sizes that are capped, totals that say nothing. */
import type { Arrival } from "./nasty-platform.ts";

export interface ListHabits {
  /** What of a query isn't looked at. */
  ignores: readonly string[];
  /** The most rows of a page, whatever was asked for and is echoed. */
  mostRows: number;
  /** Whether the oldest come first. */
  oldestFirst: boolean;
  /** Whether the total is that of the page. */
  totalOfPage: boolean;
  /** Whether rows don't tell the `ref_id` they were made by. */
  hidesRefs: boolean;
}

export const honestLists: ListHabits = {
  ignores: [],
  mostRows: 1000,
  oldestFirst: false,
  totalOfPage: false,
  hidesRefs: false,
};

type Row = Record<string, unknown>;

const firstBy: Record<string, string> = {
  "/transactions": "created_at",
  "/coupon/give/history": "given_at",
};
const refs = ["ref_id", "given_ref_id", "used_ref_id"];

interface Bent {
  asked: URL;
  /** The page as it is shown. @param hidden what was written and isn't to be seen yet. */
  shown(text: string, hidden: readonly Arrival[]): string;
}

/** @param url what is asked for. */
export function bentList(url: URL, habits: ListHabits): Bent {
  const list = Object.keys(firstBy).find((path) => url.pathname.endsWith(path));
  if (list === undefined) return { asked: url, shown: (text) => text };
  const asked = new URL(url);
  for (const name of habits.ignores) asked.searchParams.delete(name);
  const size = Number(url.searchParams.get("size") ?? 20);
  asked.searchParams.set("size", String(Math.min(size, habits.mostRows)));
  if (habits.oldestFirst) asked.searchParams.set("sort", firstBy[list] ?? "");
  return {
    asked,
    shown(text, hidden) {
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
