/**
 * What is odd about a day. Each is a fact with its movements, and accuses nobody: it says only what was done.
 *
 * | fact | is told | not told |
 * |---|---|---|
 * | own | points added or coupons given to the member of the giver's own LINE account | what a member pays for or redeems |
 * | pair | so many of these orders by one person for one member | orders that were undone; burns, uses and redemptions |
 * | average | so many times one's own average of a day, and more than on any of the last 30 days | who has given on fewer than five of them; fewer than 10 coupons or 100 points |
 * | guesses | tries of codes that were refused, since too many were wrong | wrong codes below that limit |
 */
import type { OddThresholds } from "../../../config/odd-thresholds.ts";
import type { OrderTotal, PairTotal } from "../../../store/activity.ts";

export type OddFact = { /** Of the business's time zone, such as `2026-11-22`. */ day: string } & (
  | ({ kind: "own" | "pair" } & Omit<PairTotal, "isOwn">)
  | {
      kind: "average";
      /** LINE user id. */
      asker: string;
      what: Given;
      amount: number;
      /** Of the days on which they gave any, rounded. */
      average: number;
    }
  | { kind: "guesses"; count: number }
  | { kind: "parked"; count: number }
);

export type Given = "gifts" | "points";

/** What was done on a day, as far as it may be odd. */
export interface DayActivity {
  day: string;
  totals: readonly OrderTotal[];
  pairs: readonly PairTotal[];
  /** Tries of codes that were refused. */
  guesses: number;
}

/** Days on which somebody has to have given any before they have an average. */
const minDays = 5;
/** Below these nothing is far above an average. */
const minAmount: Readonly<Record<Given, number>> = { gifts: 10, points: 100 };

/** @param history the totals of each of the 30 days before. @returns the facts, one's own account first. */
export function oddOf(
  { day, totals, pairs, guesses }: DayActivity,
  history: readonly (readonly OrderTotal[])[],
  thresholds: OddThresholds,
): OddFact[] {
  const facts = pairs.map((pair) => pairFact(day, pair, thresholds)).filter((one) => one !== null);
  return [
    ...facts.filter(({ kind }) => kind === "own"),
    ...facts.filter(({ kind }) => kind === "pair"),
    ...aboveAverage(day, totals, history, thresholds),
    ...(isReached(guesses, thresholds.guesses)
      ? [{ day, kind: "guesses" as const, count: guesses }]
      : []),
  ];
}

/** @param events how many are parked now. */
export const oddParked = (day: string, events: number, { parked }: OddThresholds): OddFact[] =>
  isReached(events, parked) ? [{ day, kind: "parked", count: events }] : [];

const isReached = (count: number, threshold: number | null): boolean =>
  threshold !== null && count >= threshold;

function pairFact(day: string, { isOwn, ...pair }: PairTotal, { own, pair: most }: OddThresholds) {
  if (isOwn && isReached(pair.orders, own)) return { day, kind: "own" as const, ...pair };
  return isReached(pair.orders, most) ? { day, kind: "pair" as const, ...pair } : null;
}

function aboveAverage(
  day: string,
  totals: readonly OrderTotal[],
  history: readonly (readonly OrderTotal[])[],
  { average: times }: OddThresholds,
): OddFact[] {
  if (times === null) return [];
  const before = history.map(givenBy);
  return [...givenBy(totals)].flatMap(([asker, given]) =>
    (["gifts", "points"] as const).flatMap((what): OddFact[] => {
      const amount = given[what];
      const days = before.map((of) => of.get(asker)?.[what] ?? 0).filter((one) => one > 0);
      const average = days.reduce((sum, one) => sum + one, 0) / days.length;
      const isAbove =
        days.length >= minDays &&
        amount >= minAmount[what] &&
        amount >= times * average &&
        amount > Math.max(...days);
      return isAbove
        ? [{ day, kind: "average", asker, what, amount, average: Math.round(average) }]
        : [];
    }),
  );
}

/** What each person gave, without what members pay for and what rules give. */
function givenBy(totals: readonly OrderTotal[]): Map<string, Record<Given, number>> {
  const given = new Map<string, Record<Given, number>>();
  for (const { kind, command, asker, gifts, points } of totals) {
    if (kind !== "giving" && !(kind === "moving" && command === "add")) continue;
    const own = given.get(asker) ?? { gifts: 0, points: 0 };
    given.set(asker, { gifts: own.gifts + gifts, points: own.points + points });
  }
  return given;
}
