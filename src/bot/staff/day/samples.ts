/** Samples of the owner's day. */
import type { RenderContext, Sample } from "../../context.ts";
import { lastDays } from "../../views/dates.ts";
import { dayView, type Day } from "../commands/today.ts";
import { figures, type Figures, type OddFact } from "./shop-days.ts";

const quiet = Object.fromEntries(figures.map((figure) => [figure, 0])) as Figures;
const busy: Figures = {
  answers: 184,
  people: 61,
  notUnderstood: 4,
  gifts: 12,
  pointsAdded: 8450,
  pointsBurned: 300,
  couponsUsed: 23,
  redemptions: 7,
  welcomeGifts: 3,
  birthdayGifts: 1,
  invited: 5,
  joined: 3,
};
const pair = { asker: "sample", memberUuid: "sample", gifts: 0 };
const longName = "Wolfeschlegelstein".repeat(12);

function sampleDay(
  { now, timeZone }: RenderContext,
  period: Day["period"],
  sum: Figures,
  odd: (day: string) => OddFact[] = () => [],
): Day {
  const week = lastDays(7, now, timeZone);
  const days = period === "week" ? week : week.slice(-1);
  return {
    period,
    report: {
      days: days.map((day) => ({ day, figures: quiet })),
      sum,
      intents: [
        { name: "balance", count: Math.round(sum.answers / 2) },
        { name: "coupons", count: Math.round(sum.answers / 3) },
      ].filter(({ count }) => count > 0),
      unanswered: sum.notUnderstood > 0 ? [{ text: "do you have oat milk", times: 5 }] : [],
      odd: odd(days.at(-1) ?? ""),
    },
    waiting: 0,
    short: [],
    nameOf: () => "Ploy",
  };
}

const oddDay = (day: string): OddFact[] => [
  { day, kind: "own", ...pair, orders: 2, points: 400 },
  { day, kind: "average", asker: "sample", what: "points", amount: 4200, average: 650 },
];

const manyOdd = (day: string): OddFact[] =>
  Array.from({ length: 40 }, () => ({
    day,
    kind: "pair",
    ...pair,
    memberUuid: "00000000-0000-4000-8000-000000000000",
    orders: 4,
    points: 1e9,
  }));

const manySets = Array.from({ length: 60 }, () => ({ name: longName, left: 19 }));

export const daySamples = (ctx: RenderContext): Sample[] => [
  {
    name: "ordinary",
    messages: [
      dayView(ctx, {
        ...sampleDay(ctx, "today", busy, oddDay),
        waiting: 2,
        short: [{ name: "Free iced latte", left: 8 }],
      }),
    ],
  },
  { name: "empty", messages: [dayView(ctx, sampleDay(ctx, "yesterday", quiet))] },
  {
    name: "longest",
    messages: [
      dayView(ctx, {
        ...sampleDay(ctx, "week", busy, manyOdd),
        waiting: 1200,
        short: manySets,
        nameOf: () => longName.slice(0, 40),
      }),
    ],
  },
];
