/** What happened in the shop by day, and what is odd about it, from what is stored anyway. */
import type { OddThresholds } from "../../../config/odd-thresholds.ts";
import { giveWay } from "../../../give-way.ts";
import type { OrderTotal } from "../../../store/activity.ts";
import type { PeopleCount } from "../../../store/statistics.ts";
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
  /**
   * @param days of the business's time zone, such as `2026-11-22`, oldest first.
   * @param today one of them, if any; null = what is odd isn't looked for.
   */
  read(account: string, days: readonly string[], today: string | null): Promise<ShopReport>;
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

  /** @param totalsOf what was done on a day. */
  async function oddOfDay(
    account: string,
    { day, counts, totalsOf }: { day: string; counts: Counts; totalsOf: TotalsOf },
  ): Promise<OddFact[]> {
    const history: OrderTotal[][] = [];
    if (thresholds.average !== null) {
      for (const before of daysBefore(day, averageDays)) history.push(await totalsOf(before));
    }
    const totals = await totalsOf(day);
    const pairs = await activity.pairs(account, dayRange(day, timeZone));
    const guesses = sumOf(counts.filter(({ kind }) => kind === "guess"));
    return oddOf({ day, totals, pairs, guesses }, history, thresholds);
  }

  return {
    async read(account, days, today) {
      const [first = "", last = ""] = [days[0], days.at(-1)];
      const people = await statistics.peopleByDay(account, first, last);
      const totalsOf = once(async (day) => {
        await giveWay();
        return activity.totals(account, dayRange(day, timeZone));
      });
      const report: ShopReport = {
        days: [],
        sum: none(),
        intents: [],
        unanswered: await unanswered.list(account, first, last),
        odd: [],
      };
      const answers: Counts = [];
      for (const day of days) {
        const counts = await statistics.list(account, day, day);
        answers.push(...answersIn(counts));
        const own = {
          ...none(),
          ...answersOf(counts),
          ...peopleOf(people.filter((one) => one.day === day)),
          ...doneOf(await totalsOf(day)),
        };
        report.days.push({ day, figures: own });
        for (const figure of figures) report.sum[figure] += own[figure];
        if (today !== null) {
          report.odd.unshift(...(await oddOfDay(account, { day, counts, totalsOf })));
        }
      }
      if (today !== null && days.includes(today) && thresholds.parked !== null) {
        report.odd.unshift(...oddParked(today, (await inbox.counts()).parked, thresholds));
      }
      Object.assign(report.sum, peopleOf(await statistics.people(account, first, last)));
      return { ...report, intents: intentsOf(answers) };
    },
  };
}

type TotalsOf = (day: string) => Promise<OrderTotal[]>;

/** Reads each day once. */
function once(read: TotalsOf): TotalsOf {
  const known = new Map<string, OrderTotal[]>();
  return async (day) => {
    const totals = known.get(day) ?? (await read(day));
    known.set(day, totals);
    return totals;
  };
}

type Counts = Awaited<ReturnType<Store["statistics"]["list"]>>;

const none = (): Figures =>
  Object.fromEntries(figures.map((figure) => [figure, 0])) as Record<Figure, number>;

const personFigures = { answered: "people", invited: "invited", joined: "joined" } as const;

const peopleOf = (counts: readonly Pick<PeopleCount, "kind" | "count">[]): Partial<Figures> =>
  Object.fromEntries(counts.map(({ kind, count }) => [personFigures[kind], count]));

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

function intentsOf(answers: Counts): ShopReport["intents"] {
  const byName = Map.groupBy(answers, ({ name }) => name);
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
