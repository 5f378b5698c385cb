/** What is odd about a day, case by case; an ordinary busy day raises nothing. */
import { describe, expect, test } from "vitest";
import * as fc from "../../../support/properties.ts";
import { oddOf, oddParked, type DayActivity } from "../../../../src/bot/staff/day/shop-days.ts";
import {
  defaultOddThresholds,
  readOddThresholds,
  type OddThresholds,
} from "../../../../src/config/odd-thresholds.ts";
import type { OrderTotal, PairTotal } from "../../../../src/store/statistics.ts";

const day = "2026-11-23";

const pair = (orders: number, more: Partial<PairTotal> = {}): PairTotal => ({
  asker: "Ploy",
  memberUuid: "olivia",
  isOwn: false,
  orders,
  gifts: 0,
  points: orders * 10,
  ...more,
});
const added = (points: number, asker = "Ploy"): OrderTotal => ({
  kind: "moving",
  command: "add",
  asker,
  orders: 1,
  gifts: 0,
  points,
});
const given = (gifts: number, asker = "Ploy"): OrderTotal => ({
  ...added(0, asker),
  kind: "giving",
  command: "gift",
  gifts,
});
/** The thirty days before, the last first: some with totals, all others empty. */
const history = (...totals: OrderTotal[]) =>
  Array.from({ length: 30 }, (_, index) => totals.slice(index, index + 1));
const days = (count: number, total: OrderTotal) =>
  history(...Array.from({ length: count }, () => total));

interface Case {
  name: string;
  today?: Partial<DayActivity>;
  before?: OrderTotal[][];
  thresholds?: Partial<OddThresholds>;
  /** What is told, in short. */
  odd: string[];
}

const cases: readonly Case[] = [
  { name: "nothing was done", odd: [] },
  { name: "one's own account", today: { pairs: [pair(1, { isOwn: true })] }, odd: ["own Ploy 1"] },
  {
    name: "one's own account, below a threshold",
    today: { pairs: [pair(1, { isOwn: true })] },
    thresholds: { own: 2 },
    odd: [],
  },
  {
    name: "one's own account is told once, also where it is a pair",
    today: { pairs: [pair(9, { isOwn: true })] },
    odd: ["own Ploy 9"],
  },
  {
    name: "one's own account, switched off, is still a pair",
    today: { pairs: [pair(9, { isOwn: true })] },
    thresholds: { own: null },
    odd: ["pair Ploy 9"],
  },
  { name: "a pair three times", today: { pairs: [pair(3)] }, odd: [] },
  { name: "a pair four times", today: { pairs: [pair(4)] }, odd: ["pair Ploy 4"] },
  {
    name: "a pair, switched off",
    today: { pairs: [pair(99)] },
    thresholds: { pair: null },
    odd: [],
  },
  {
    name: "one's own account stands before pairs",
    today: { pairs: [pair(5), pair(1, { isOwn: true, memberUuid: "ploy" })] },
    odd: ["own Ploy 1", "pair Ploy 5"],
  },
  {
    name: "three times the average of five days",
    today: { totals: [added(300)] },
    before: days(5, added(100)),
    odd: ["points Ploy 300 of 100"],
  },
  {
    name: "less than three times",
    today: { totals: [added(299)] },
    before: days(5, added(100)),
    odd: [],
  },
  {
    name: "too few days for an average",
    today: { totals: [added(9000)] },
    before: days(4, added(100)),
    odd: [],
  },
  {
    name: "days off don't lower an average",
    today: { totals: [added(200)] },
    before: days(8, added(100)),
    odd: [],
  },
  {
    name: "no more than on another day",
    today: { totals: [added(900)] },
    before: history(added(900), ...Array.from({ length: 20 }, () => added(100))),
    odd: [],
  },
  {
    name: "too little to tell: points",
    today: { totals: [added(99)] },
    before: days(10, added(1)),
    odd: [],
  },
  {
    name: "too little to tell: coupons",
    today: { totals: [given(9)] },
    before: days(10, given(1)),
    odd: [],
  },
  {
    name: "coupons far above the average",
    today: { totals: [given(10)] },
    before: days(10, given(1)),
    odd: ["gifts Ploy 10 of 1"],
  },
  {
    name: "somebody else's days are no average",
    today: { totals: [added(900, "Anan")] },
    before: days(10, added(100)),
    odd: [],
  },
  {
    name: "redemptions at the till and burns aren't given",
    today: {
      totals: [
        { ...given(99), kind: "redeeming", command: "redeem" },
        { ...added(9000), command: "burn" },
      ],
    },
    before: days(10, { ...added(100), gifts: 1 }),
    odd: [],
  },
  {
    name: "an average, switched off",
    today: { totals: [added(9000)] },
    before: days(10, added(100)),
    thresholds: { average: null },
    odd: [],
  },
  {
    name: "another factor",
    today: { totals: [added(900)] },
    before: days(10, added(100)),
    thresholds: { average: 10 },
    odd: [],
  },
  { name: "tries of codes", today: { guesses: 3 }, odd: ["guesses 3"] },
  { name: "few tries of codes", today: { guesses: 3 }, thresholds: { guesses: 4 }, odd: [] },
  { name: "tries, switched off", today: { guesses: 99 }, thresholds: { guesses: null }, odd: [] },
];

describe("what is odd", () => {
  test.each(cases)("$name", ({ today, before = history(), thresholds, odd }) => {
    const activity = { day, totals: [], pairs: [], guesses: 0, ...today };
    const facts = oddOf(activity, before, { ...defaultOddThresholds, ...thresholds });
    const told = facts.map((fact) => {
      if (fact.kind === "average")
        return `${fact.what} ${fact.asker} ${fact.amount} of ${fact.average}`;
      return "asker" in fact
        ? `${fact.kind} ${fact.asker} ${fact.orders}`
        : `${fact.kind} ${fact.count}`;
    });
    expect(told).toEqual(odd);
  });

  test("parked events, unless they are few or switched off", () => {
    const odd = (events: number, parked: number | null) =>
      oddParked(day, events, { ...defaultOddThresholds, parked });
    expect(odd(1, 1)).toEqual([{ day, kind: "parked", count: 1 }]);
    expect([...odd(0, 1), ...odd(4, 5), ...odd(99, null)]).toEqual([]);
  });
});

test("an ordinary busy day raises nothing, whoever works and whatever they usually do", () => {
  const staff = ["Ploy", "Anan", "Malee"];
  /** Each works some days; on a busy day they do up to twice what they do on a quiet one. */
  const usual = fc.integer({ min: 1, max: 5000 });
  const worked = fc.array(fc.boolean(), { minLength: 30, maxLength: 30 });
  const busy = fc.double({ min: 1, max: 2, noNaN: true });
  const person = fc.record({ points: usual, gifts: fc.integer({ min: 1, max: 40 }), worked });
  fc.assert(
    fc.property(
      fc.array(person, { minLength: 3, maxLength: 3 }),
      fc.array(busy, { minLength: 31, maxLength: 31 }),
      fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 100 }),
      (people, loads, visits) => {
        const of = (load: number, isWorking: (index: number) => boolean) =>
          people.flatMap(({ points, gifts }, index) => {
            const asker = staff[index] ?? "";
            if (!isWorking(index)) return [];
            return [
              added(Math.round(points * load), asker),
              given(Math.round(gifts * load), asker),
            ];
          });
        const before = Array.from({ length: 30 }, (_, at) =>
          of(loads[at] ?? 1, (index) => people[index]?.worked[at] ?? false),
        );
        const totals = of(loads[30] ?? 1, () => true);
        const pairs = visits.map((orders, index) =>
          pair(orders, { memberUuid: `member ${index}`, asker: staff[index % 3] ?? "" }),
        );
        const activity = { day, totals, pairs, guesses: 0 };
        expect(oddOf(activity, before, defaultOddThresholds)).toEqual([]);
      },
    ),
  );
});

test("thresholds are read as they are written, and what isn't named is switched off", () => {
  const off = { own: null, pair: null, average: null, guesses: null, parked: null };
  expect(readOddThresholds("off")).toEqual(off);
  expect(readOddThresholds("own, pair:6")).toEqual({ ...off, own: 1, pair: 6 });
  expect(readOddThresholds("average:5,parked:3,guesses")).toEqual({
    ...off,
    average: 5,
    parked: 3,
    guesses: 1,
  });
  for (const wrong of [
    "own,own",
    "pair:1",
    "average:1",
    "own:0",
    "own:",
    "pairs",
    "own;pair",
    "on",
    ",",
  ]) {
    expect([wrong, readOddThresholds(wrong)]).toEqual([wrong, null]);
  }
});
