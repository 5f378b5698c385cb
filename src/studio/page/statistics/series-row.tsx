/** One chart with its name and total, and its numbers by day behind it. */
import { DayChart } from "./day-chart.tsx";
import { dayText, numberText } from "./day-text.ts";
import type { Series } from "./series.ts";

interface SeriesRowProps {
  series: Series;
  days: readonly string[];
  /** The value of a bar of full height. */
  max: number;
}

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
          <caption>{name} by day</caption>
          <tbody>
            {counted
              .filter(({ value }) => value > 0)
              .toReversed()
              .map(({ day, value }) => (
                <tr>
                  <th scope="row">{dayText(day)}</th>
                  <td>{numberText(value)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </details>
    </li>
  );
}
