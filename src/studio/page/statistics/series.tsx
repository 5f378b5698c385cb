/** Sums up the counts of days into series, and shows each as a chart with its numbers by day. */
import type { DailyCount, StatisticsPage } from "../../server/statistics-types.ts";
import { languageName, localDayText, numberText, t } from "../i18n.ts";

/** One chart: a number for each day. */
interface Series {
  name: string;
  /** As many as days, oldest first. */
  values: number[];
  total: number;
}

interface SeriesGroup {
  title: string;
  series: Series[];
}

/** Such as `balance · menu of members` for `member.balance`. */
function tileName(name: string): string {
  const [menu = "", tile = ""] = name.split(".");
  return t("statistics.menu", { tile, menu });
}

const languageTitle = (tag: string) =>
  tag === "unknown" ? t("statistics.unknownLanguage") : languageName(tag);

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
      title: t("statistics.byIntent"),
      series: seriesBy(days, answers, ({ name }) => name),
    },
    {
      title: t("statistics.byLanguage"),
      series: seriesBy(days, answers, ({ language }) => languageTitle(language)),
    },
    {
      title: t("statistics.taps"),
      series: seriesBy(days, taps, ({ name }) => tileName(name)),
    },
  ]
    .map(({ title, series }) => ({
      title,
      series: series.filter(({ name }) => name.toLowerCase().includes(searched)),
    }))
    .filter(({ series }) => series.length > 0);
}

interface SeriesRowProps {
  series: Series;
  days: readonly string[];
  /** The value of a bar of full height. */
  max: number;
}

/** One chart with its name and total, and its numbers by day behind it. */
export function SeriesRow({ series: { name, values, total }, days, max }: SeriesRowProps) {
  const counted = days.map((day, index) => ({ day, value: values[index] ?? 0 }));
  return (
    <li>
      <details class="statistic">
        <summary>
          <span class="statistic-name" dir="auto">
            {name}
          </span>
          <strong>{numberText(total)}</strong>
          {days.length > 1 && <DayChart values={values} max={max} />}
        </summary>
        <table>
          <caption>{t("statistics.byDay", { name })}</caption>
          <tbody>
            {counted
              .filter(({ value }) => value > 0)
              .toReversed()
              .map(({ day, value }) => (
                <tr>
                  <th scope="row">{localDayText(day)}</th>
                  <td>{numberText(value)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </li>
  );
}

const height = 36;
const barWidth = 6;
const gap = 2;

interface DayChartProps {
  values: readonly number[];
  /** The value of a bar of full height, the same for every chart of a group. */
  max: number;
}

/** A small bar chart with a bar for each day; the numbers stand in the table below it. */
function DayChart({ values, max }: DayChartProps) {
  const width = values.length * (barWidth + gap) - gap;
  return (
    <svg
      class="day-chart"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {values.map((value, index) => {
        // What happened at all is seen.
        const bar = value === 0 ? 0.5 : Math.max(2, (value / max) * height);
        return (
          <rect
            class={value === 0 ? "none" : undefined}
            x={index * (barWidth + gap)}
            y={height - bar}
            width={barWidth}
            height={bar}
          />
        );
      })}
    </svg>
  );
}
