/** Sums up the counts of days into series for charts. */
import type { DailyCount, StatisticsPage } from "../../server/statistics-types.ts";
import { languageName } from "../languages.ts";

/** One chart: a number for each day. */
export interface Series {
  name: string;
  /** As many as days, oldest first. */
  values: number[];
  total: number;
}

export interface SeriesGroup {
  title: string;
  series: Series[];
}

/** Such as `balance, in the menu of members` for `member.balance`. */
function tileName(tile: string): string {
  const [menu = "", name = ""] = tile.split(".");
  return `${name} · menu of ${menu === "staff" ? "staff" : `${menu}s`}`;
}

const languageTitle = (tag: string) => (tag === "unknown" ? "not known" : languageName(tag));

/** The largest first. */
function seriesBy(
  days: readonly string[],
  counts: readonly DailyCount[],
  nameOf: (count: DailyCount) => string,
): Series[] {
  const index = new Map(days.map((day, at) => [day, at]));
  const byName = Map.groupBy(counts, nameOf);
  const series = Array.from(byName, ([name, own]): Series => {
    const values = days.map(() => 0);
    for (const { day, count } of own) {
      const at = index.get(day);
      if (at !== undefined) values[at] = (values[at] ?? 0) + count;
    }
    return { name, values, total: values.reduce((sum, value) => sum + value, 0) };
  });
  return series.toSorted((one, other) => other.total - one.total);
}

/** @param searched in small letters; a group without a match is left out. */
export function groupsOf({ days, counts }: StatisticsPage, searched: string): SeriesGroup[] {
  const answers = counts.filter(({ kind }) => kind === "answer");
  const taps = counts.filter(({ kind }) => kind === "tap");
  return [
    {
      title: "Answers by intent",
      series: seriesBy(days, answers, ({ name }) => name),
    },
    {
      title: "Answers by language",
      series: seriesBy(days, answers, ({ language }) => languageTitle(language)),
    },
    {
      title: "Taps on rich menus",
      series: seriesBy(days, taps, ({ name }) => tileName(name)),
    },
  ]
    .map(({ title, series }) => ({
      title,
      series: series.filter(({ name }) => name.toLowerCase().includes(searched)),
    }))
    .filter(({ series }) => series.length > 0);
}
