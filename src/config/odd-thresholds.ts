/** From where on the owner's day calls something odd, by what is looked for. */

/** Orders for one's own account, orders for one member by one person, times one's average, tries of codes, parked events: each in a day. */
export const defaultOddThresholds = { own: 1, pair: 4, average: 3, guesses: 1, parked: 1 };

type OddName = keyof typeof defaultOddThresholds;
/** Null = it isn't looked for. */
export type OddThresholds = Readonly<Record<OddName, number | null>>;

const nothing: OddThresholds = {
  own: null,
  pair: null,
  average: null,
  guesses: null,
  parked: null,
};
/** One order is no pair of orders, and once an average is none that stands out. */
const least: Readonly<Record<OddName, number>> = {
  own: 1,
  pair: 2,
  average: 2,
  guesses: 1,
  parked: 1,
};
const most = 10_000;

const isOddName = (name: string): name is OddName => Object.hasOwn(least, name);

export const oddMeaning =
  "off, or some of own, pair, average, guesses and parked, separated by commas, each with a whole number behind a colon unless its own is meant: pair and average from 2, such as own,pair:6";

/** Reads such as `own,pair:6`: what isn't named isn't looked for. @returns null for anything else. */
export function readOddThresholds(written: string): OddThresholds | null {
  if (written === "off") return nothing;
  const read = new Map<OddName, number>();
  for (const item of written.split(",")) {
    const [, name = "", number] = /^\s*([a-z]+)(?::(\d{1,5}))?\s*$/.exec(item) ?? [];
    if (!isOddName(name) || read.has(name)) return null;
    const threshold = number === undefined ? defaultOddThresholds[name] : Number(number);
    if (threshold < least[name] || threshold > most) return null;
    read.set(name, threshold);
  }
  return { ...nothing, ...Object.fromEntries(read) };
}
