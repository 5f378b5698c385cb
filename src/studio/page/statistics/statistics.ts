/** Answers and taps by day: a chart for each intent, language and tile, and its numbers. */
import { h } from "preact";
import { useMemo, useState } from "preact/hooks";
import type { StatisticsPage, UnansweredPage } from "../../server/statistics-types.ts";
import { api } from "../api.ts";
import { Switch } from "../button.ts";
import { html } from "../html.ts";
import { LoadState } from "../load-state.ts";
import type { Route } from "../route.ts";
import { useLoaded, type Loaded } from "../use-loaded.ts";
import { DayChart } from "./day-chart.ts";
import { groupsOf, type Series } from "./series.ts";
import { Unanswered } from "./unanswered.ts";

const periods = [7, 30, 90] as const;
type Period = (typeof periods)[number];

const numberFormat = new Intl.NumberFormat("en");
const dayFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  timeZone: "UTC",
});
const dayText = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`));

/** @param route the page's; the counts are read whenever it is one of the statistics'. */
export function useStatistics(route: Route, onError: (error: unknown) => void) {
  const [period, onPeriod] = useState<Period>(30);
  const isShown = route.view === "statistics";
  const trigger = useMemo(() => (isShown ? {} : null), [route, period]);
  const content = useLoaded(() => api.statistics(period), trigger, onError);
  const unanswered = useLoaded(() => api.unanswered(period), trigger, onError);
  return { period, onPeriod, content, unanswered };
}

interface FiltersProps {
  period: Period;
  onPeriod(period: Period): void;
}

export function StatisticsFilters({ period, onPeriod }: FiltersProps) {
  return html`<div id="statistics-filters" class="list filters">
    <div class="filter" role="group" aria-label="Period">
      <h2 class="kind">Period</h2>
      <div class="switch-group">
        ${periods.map((days) =>
          h(Switch, {
            label: `${days} days`,
            isOn: days === period,
            onFlip: () => onPeriod(days),
          }),
        )}
      </div>
    </div>
    <p class="download">
      <a href=${api.statisticsCsv(period)} download>Download as CSV</a>
    </p>
  </div>`;
}

function row({ name, values, total }: Series, days: readonly string[], max: number) {
  const counted = days.map((day, index) => ({ day, value: values[index] ?? 0 }));
  return html`<li key=${name}>
    <details class="statistic">
      <summary>
        <span class="statistic-name" dir="auto">${name}</span>
        <strong>${numberFormat.format(total)}</strong>
        ${h(DayChart, { values, max })}
      </summary>
      <table>
        <caption>
          ${name} by day
        </caption>
        <tbody>
          ${counted
            .filter(({ value }) => value > 0)
            .toReversed()
            .map(
              ({ day, value }) =>
                html`<tr>
                  <th scope="row">${dayText(day)}</th>
                  <td>${numberFormat.format(value)}</td>
                </tr>`,
            )}
        </tbody>
      </table>
    </details>
  </li>`;
}

interface StatisticsProps {
  content: Loaded<StatisticsPage>;
  unanswered: Loaded<UnansweredPage>;
  /** In small letters. */
  searched: string;
  /** Begins an answer with a phrase in its place. */
  onAnswer(phrase: string, language: string): void;
}

export function Statistics({ content, unanswered, searched, onAnswer }: StatisticsProps) {
  const { value } = content;
  if (!value) return h(LoadState, content);
  const { days, counts } = value;
  const groups = groupsOf(value, searched);
  const [first = "", last = ""] = [days[0], days.at(-1)];
  return html`<section id="statistics" class="statistics" aria-label="Statistics" tabindex="0">
    ${h(LoadState, content)}
    <p class="faint">
      ${dayText(first)} to ${dayText(last)}, counted by the bot: no people, no chats, no texts.
    </p>
    ${counts.length === 0 && html`<p class="none">Nothing was counted in these days yet.</p>`}
    ${counts.length > 0 && groups.length === 0 && html`<p class="none">Nothing matches</p>`}
    ${groups.map(({ title, series }) => {
      const max = Math.max(...series.flatMap(({ values }) => values), 1);
      return html`<section key=${title} aria-label=${title}>
        <h2>${title}</h2>
        <ul class="statistic-list">
          ${series.map((one) => row(one, days, max))}
        </ul>
      </section>`;
    })}
    ${h(Unanswered, { page: unanswered.value, searched, onAnswer })}
  </section>`;
}
