/** Answers and taps by day: a chart for each intent, language and tile, and its numbers. */
import { useMemo, useState } from "preact/hooks";
import type { ShopPage, StatisticsPage, UnansweredPage } from "../../server/statistics-types.ts";
import { api } from "../api.ts";
import { Button, Switch } from "../parts.tsx";
import { LoadState, useLoaded, type Loaded } from "../requests.tsx";
import type { Route } from "../route.ts";
import { localDayText, t } from "../i18n.ts";
import { groupsOf, SeriesRow } from "./series.tsx";
import { Shop } from "./shop.tsx";

const periods = [1, 7, 30, 90] as const;
type Period = (typeof periods)[number];

/**
 * @param route the page's; the counts are read whenever it is one of the statistics'.
 * @param seesShop whether who has logged in may see what happened in the shop.
 */
export function useStatistics(route: Route, seesShop: boolean, onError: (error: unknown) => void) {
  const [period, onPeriod] = useState<Period>(30);
  const isShown = route.view === "statistics";
  const trigger = useMemo(() => (isShown ? {} : null), [route, period]);
  const content = useLoaded(() => api.statistics(period), trigger, onError);
  const unanswered = useLoaded(() => api.unanswered(period), trigger, onError);
  const shop = useLoaded(() => api.shop(period), seesShop ? trigger : null, onError);
  return { period, onPeriod, content, unanswered, shop: seesShop ? shop : null };
}

interface FiltersProps {
  period: Period;
  onPeriod(period: Period): void;
}

export function StatisticsFilters({ period, onPeriod }: FiltersProps) {
  return (
    <div id="statistics-filters" class="filters">
      <div class="filter" role="group" aria-label={t("statistics.period")}>
        <h2 class="kind">{t("statistics.period")}</h2>
        <div class="switch-group">
          {periods.map((days) => (
            <Switch
              label={days === 1 ? t("statistics.today") : t("statistics.days", { days })}
              isOn={days === period}
              onFlip={() => onPeriod(days)}
            />
          ))}
        </div>
      </div>
      <p class="download">
        <a href={api.statisticsCsv(period)} download>
          {t("statistics.csv")}
        </a>
      </p>
    </div>
  );
}

interface StatisticsProps {
  content: Loaded<StatisticsPage>;
  unanswered: Loaded<UnansweredPage>;
  /** Null for who may not see it. */
  shop: Loaded<ShopPage> | null;
  /** In small letters. */
  searched: string;
  /** Begins an answer with a phrase in its place. */
  onAnswer(phrase: string, language: string): void;
  onError(error: unknown): void;
}

export function Statistics({
  content,
  unanswered,
  shop,
  searched,
  onAnswer,
  onError,
}: StatisticsProps) {
  const { value } = content;
  if (!value) return <LoadState {...content} />;
  const { days, counts } = value;
  const groups = groupsOf(value, searched);
  const [first = "", last = ""] = [days[0], days.at(-1)];
  return (
    <section id="statistics" class="statistics" aria-label={t("statistics.label")} tabindex={0}>
      <LoadState {...content} />
      {shop && <Shop content={shop} searched={searched} onError={onError} />}
      <p class="faint">
        {t("statistics.counted", { first: localDayText(first), last: localDayText(last) })}
      </p>
      {counts.length === 0 && <p class="none">{t("statistics.empty")}</p>}
      {!shop && counts.length > 0 && groups.length === 0 && (
        <p class="none">{t("statistics.none")}</p>
      )}
      {groups.map(({ title, series }) => {
        const max = Math.max(...series.flatMap(({ values }) => values), 1);
        return (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul class="statistic-list">
              {series.map((one) => (
                <SeriesRow key={one.name} series={one} days={days} max={max} />
              ))}
            </ul>
          </section>
        );
      })}
      <Unanswered page={unanswered.value} searched={searched} onAnswer={onAnswer} />
    </section>
  );
}

interface UnansweredProps {
  page: UnansweredPage | undefined;
  /** In small letters. */
  searched: string;
  onAnswer(phrase: string, language: string): void;
}

/** What several people have asked and nobody could answer, each with a way to write the answer. */
function Unanswered({ page, searched, onAnswer }: UnansweredProps) {
  if (!page) return null;
  const shown = page.texts.filter(({ text }) => text.includes(searched));
  return (
    <section id="unanswered" aria-label={t("statistics.unanswered")}>
      <h2>{t("statistics.unanswered")}</h2>
      <p class="faint">{t("statistics.unanswered.about")}</p>
      {shown.length === 0 && (
        <p class="none">
          {t(page.texts.length === 0 ? "statistics.unanswered.empty" : "statistics.none")}
        </p>
      )}
      <ul class="unanswered-list">
        {shown.map(({ text, language, people, times }) => (
          <li key={text} class="answer-row">
            <span class="unanswered-text" lang={language} dir="auto">
              {text}
            </span>
            <span class="faint">{t("statistics.unanswered.count", { people, times })}</span>
            <Button
              class="quiet"
              label={t("statistics.answer.label", { text })}
              onClick={() => onAnswer(text, language)}
            >
              {t("statistics.answer")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
