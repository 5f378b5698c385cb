/** What happened in the shop by day, and what is odd about it, from what is stored anyway. */
import type { OddThresholds } from "../../../config/odd-thresholds.ts";
import { giveWay } from "../../../give-way.ts";
import type { OrderTotal } from "../../../store/activity.ts";
import type { Store } from "../../../store/store.ts";
import type { UnansweredText } from "../../../store/unanswered.ts";
import { commandIntent } from "../../context.ts";
import { unknown } from "../../intents/unknown.ts";
import { dayRange, daysBefore } from "../../views/dates.ts";
import { oddOf, oddParked, type OddFact } from "./odd.ts";

/** Counts of a day. */
export const figures = [
  "answers",
  "people",
  "notUnderstood",
  "gifts",
  "pointsAdded",
  "pointsBurned",
  "couponsUsed",
  "redemptions",
  "welcomeGifts",
  "birthdayGifts",
  "invited",
  "joined",
] as const;
export type Figure = (typeof figures)[number];
export type Figures = Record<Figure, number>;

export interface ShopReport {
  /** As asked for, oldest first. */
  days: { day: string; figures: Figures }[];
  /** Of all days together: whoever came on several is one person. */
  sum: Figures;
  /** How often each intent answered, the most first. */
  intents: { name: string; count: number }[];
  /** What several people asked and nobody could answer, the most asked first. */
  unanswered: Pick<UnansweredText, "text" | "times">[];
  /** The newest day first. */
  odd: OddFact[];
}

export interface ShopDays {
  /** @param days of the business's time zone, such as `2026-11-22`, oldest first. @param today one of them, if any. */
  read(account: string, days: readonly string[], today: string): Promise<ShopReport>;
}

/** Days before one that its averages are of. */
const averageDays = 30;

export function createShopDays(options: {
  store: Pick<Store, "activity" | "statistics" | "inbox" | "unanswered">;
  odd: OddThresholds;
  timeZone: string;
}): ShopDays {
  const { store, odd: thresholds, timeZone } = options;
  const { activity, statistics, inbox, unanswered } = store;
  return {
    async read(account, days, today) {
      const [first = "", last = ""] = [days[0], days.at(-1)];
      const counts = await statistics.list(account, first, last);
      const people = await statistics.peopleByDay(account, first, last);
      const totals = new Map<string, OrderTotal[]>();
      async function totalsOf(day: string): Promise<OrderTotal[]> {
        const known = totals.get(day);
        if (known) return known;
        await giveWay();
        const read = await activity.totals(account, dayRange(day, timeZone));
        totals.set(day, read);
        return read;
      }
      const report: ShopReport = {
        days: [],
        sum: none(),
        intents: intentsOf(counts),
        unanswered: await unanswered.list(account, first, last),
        odd: [],
      };
      for (const day of days) {
        const ofDay = counts.filter((one) => one.day === day);
        const done = await totalsOf(day);
        const own: Figures = { ...none(), ...answersOf(ofDay), ...doneOf(done) };
        for (const { kind, count } of people.filter((one) => one.day === day)) {
          own[personFigures[kind]] = count;
        }
        report.days.push({ day, figures: own });
        for (const figure of figures) report.sum[figure] += own[figure];
        const history: OrderTotal[][] = [];
        if (thresholds.average !== null) {
          for (const before of daysBefore(day, averageDays)) history.push(await totalsOf(before));
        }
        const pairs = await activity.pairs(account, dayRange(day, timeZone));
        const guesses = sumOf(ofDay.filter(({ kind }) => kind === "guess"));
        report.odd.unshift(...oddOf({ day, totals: done, pairs, guesses }, history, thresholds));
      }
      for (const { kind, count } of await statistics.people(account, first, last)) {
        report.sum[personFigures[kind]] = count;
      }
      if (days.includes(today) && thresholds.parked !== null) {
        report.odd.unshift(...oddParked(today, (await inbox.counts()).parked, thresholds));
      }
      return report;
    },
  };
}

type Counts = Awaited<ReturnType<Store["statistics"]["list"]>>;

const none = (): Figures =>
  Object.fromEntries(figures.map((figure) => [figure, 0])) as Record<Figure, number>;

const personFigures = { answered: "people", invited: "invited", joined: "joined" } as const;

const sumOf = (counts: readonly { count: number }[]): number =>
  counts.reduce((sum, { count }) => sum + count, 0);

/** Of members: what staff ask for by commands isn't counted. */
const answersIn = (counts: Counts): Counts =>
  counts.filter(({ kind, name }) => kind === "answer" && name !== commandIntent);

function answersOf(counts: Counts): Partial<Figures> {
  const answers = answersIn(counts);
  const notUnderstood = sumOf(answers.filter(({ name }) => name === unknown.name));
  return { answers: sumOf(answers), notUnderstood };
}

function intentsOf(counts: Counts): ShopReport["intents"] {
  const byName = Map.groupBy(answersIn(counts), ({ name }) => name);
  return Array.from(byName, ([name, own]) => ({ name, count: sumOf(own) })).toSorted(
    (one, other) => other.count - one.count,
  );
}

function doneOf(totals: readonly OrderTotal[]): Partial<Figures> {
  const sums: Partial<Figures> = {};
  for (const total of totals) {
    const [figure, amount] = figureOf(total);
    if (figure) sums[figure] = (sums[figure] ?? 0) + amount;
  }
  return sums;
}

function figureOf({ kind, command, orders, gifts, points }: OrderTotal): [Figure | null, number] {
  switch (kind) {
    case "giving":
      return ["gifts", gifts];
    case "moving":
      return [command === "burn" ? "pointsBurned" : "pointsAdded", points];
    case "using":
      return ["couponsUsed", orders];
    case "redeeming":
      return ["redemptions", orders];
    case "welcome":
      return ["welcomeGifts", orders];
    case "birthday":
      return ["birthdayGifts", orders];
    default:
      return [null, 0];
  }
}
