/** What happened in the shop by day, and what is odd about it, from what is stored anyway. */
import type { OddThresholds } from "../../../config/odd-thresholds.ts";
import { giveWay } from "../../../give-way.ts";
import type { OrderTotal, PairTotal, PeopleCount } from "../../../store/statistics.ts";
import type { Audit, AuditAction, AuditEntry } from "../../../store/audit.ts";
import type { Store } from "../../../store/store.ts";
import type { UnansweredText } from "../../../store/unanswered.ts";
import { commandIntent } from "../../context.ts";
import { unknown } from "../../intents/unknown.ts";
import { dayRange, daysBefore } from "../../views/dates.ts";
import * as ui from "../../views/flex-components.ts";

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
type Figure = (typeof figures)[number];
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

export type ShopDays = ReturnType<typeof createShopDays>;

/** Days before one that its averages are of. */
const averageDays = 30;

export function createShopDays(options: {
  store: Pick<Store, "activity" | "statistics" | "inbox" | "unanswered">;
  odd: OddThresholds;
  timeZone: string;
}) {
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
    /**
     * @param days of the business's time zone, such as `2026-11-22`, oldest first.
     * @param today one of them, if any; null = what is odd isn't looked for.
     */
    async read(
      account: string,
      days: readonly string[],
      today: string | null,
    ): Promise<ShopReport> {
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

// What is odd about a day. Each is a fact with its movements, and accuses nobody: it says only what was done.
//
// | fact | is told | not told |
// |---|---|---|
// | own | points added or coupons given to the member of the giver's own LINE account | what a member pays for or redeems |
// | pair | so many of these orders by one person for one member | orders that were undone; burns, uses and redemptions |
// | average | so many times one's own average of a day, and more than on any of the last 30 days | who has given on fewer than five of them; fewer than 10 coupons or 100 points |
// | guesses | tries of codes that were refused, since too many were wrong | wrong codes below that limit |

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

type Given = "gifts" | "points";

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

// The orders behind a fact of a day, as the audit has them.

/** Whose orders of which day. */
export interface DayOrdersFilter {
  /** Of the business's time zone, such as `2026-11-22`. */
  day: string;
  /** LINE user id. */
  staff: string;
  /** The uuid of the member that they were for; null = anybody. */
  member: string | null;
}

export interface DayOrder {
  /** Milliseconds since 1970. */
  at: number;
  command: string;
  /** What came of it. */
  step: AuditAction;
  /** What was moved, and for whom, masked. */
  what: string;
}

/** More than one order has, from its question to the end of its undo. */
const entriesPerOrder = 20;

/** The newest first, `most` at most; also what else the staff member did. */
export async function entriesOfDay(
  audit: Pick<Audit, "of">,
  account: string,
  { day, staff, member }: DayOrdersFilter,
  { timeZone, most }: { timeZone: string; most: number },
): Promise<AuditEntry[]> {
  const filter = { ...dayRange(day, timeZone), staff, memberUuid: member };
  return outcomes(await audit.of(account, filter, most * entriesPerOrder)).slice(0, most);
}

/** The last `most` of an account, whoever did them, newest first. */
export const lastEntries = async (
  audit: Pick<Audit, "last">,
  account: string,
  most: number,
): Promise<AuditEntry[]> =>
  outcomes(await audit.last(account, most * entriesPerOrder)).slice(0, most);

/** Of each order its last entry, with the facts of all; entries of no order as they are. @param entries newest first. */
function outcomes(entries: readonly AuditEntry[]): AuditEntry[] {
  const byOrder = Map.groupBy(entries, (entry) => entry.confirmation ?? entry);
  return [...byOrder.values()].flatMap(([newest, ...older]) => {
    if (!newest) return [];
    const oldestFirst = [newest, ...older].toReversed().map((entry) => entry.facts);
    const facts: object = Object.assign({}, ...oldestFirst);
    return [{ ...newest, facts }];
  });
}

export function dayOrderOf({ at, command, action, facts }: AuditEntry): DayOrder {
  const { quantity, set, points, who } = facts as Readonly<Record<string, unknown>>;
  const parts = [
    typeof set === "string" ? `${typeof quantity === "number" ? quantity : 1} × ${set}` : "",
    typeof points === "number" ? `${points} points` : "",
    typeof who === "string" ? who : "",
  ];
  return { at, command, step: action, what: ui.dotted(parts) };
}
