/** The demo's ledger: eighteen months of adds and burns that result in the cards' intended balances. */
import type { Input } from "../../../loyalty/contract.ts";
import { endOfDay, localDate } from "../calendar.ts";
import type { RandomSource } from "../random.ts";
import type { Context } from "../context.ts";
import { addPoint, burnPoint, voidTransactionById } from "../operations/transactions.ts";
import { openBalance, type SeededCard } from "./members.ts";

interface PlannedTransaction {
  at: number;
  /** The signed change of the balance. */
  change: number;
  voided?: boolean;
  byValue?: boolean;
  references?: Pick<Input<"addPoint">, "ref_no" | "remark">;
}

const staffCodes = ["S02", "S03", "S04"];
const hourMs = 3_600_000;

/**
 * Books `count` movements on a card between `since` and now, and an opening balance before them.
 * Planned backwards from the intended balance, so that the balance is never negative.
 */
export function bookHistory(
  context: Context,
  card: SeededCard,
  since: number,
  count: number,
  random: RandomSource,
  special: PlannedTransaction[] = [],
): void {
  const span = context.now - since - hourMs;
  const times = Array.from(
    { length: count },
    () => since + hourMs + (random.below(1e9) / 1e9) * span,
  );
  const events = [...times.map((at) => planTransaction(Math.floor(at), random)), ...special];
  let balance = card.point;
  const planned: PlannedTransaction[] = [];
  for (const event of events.toSorted((a, b) => b.at - a.at)) {
    // An add can't exceed the balance after it: make it a burn.
    const change = event.change > balance && !event.voided ? -event.change : event.change;
    planned.push({ ...event, change });
    if (!event.voided) balance -= change;
  }
  openBalance({ ...context, now: since }, card, balance);
  for (const event of planned.toReversed()) bookTransaction(context, card, event, random);
}

function planTransaction(at: number, random: RandomSource): PlannedTransaction {
  const points = 5 + random.below(115);
  const burns = random.below(10) < 3;
  return {
    at,
    change: burns ? -10 * (1 + (points % 12)) : points,
    voided: !burns && random.below(12) === 0,
    byValue: random.below(3) > 0,
  };
}

function bookTransaction(
  context: Context,
  { card_no }: SeededCard,
  event: PlannedTransaction,
  random: RandomSource,
): void {
  const then = { ...context, now: event.at };
  const points = Math.abs(event.change);
  const shared = {
    card_no,
    staff_code: staffCodes[random.below(staffCodes.length)],
    ...event.references,
  };
  if (event.change < 0) {
    burnPoint({ ...shared, points }, then);
    return;
  }
  const value = points * context.business.point_price + random.below(2000) / 100;
  const { id } = addPoint(
    { ...shared, ...(event.byValue ? { method: 1, value } : { method: 2, points }) },
    then,
  );
  if (event.voided) voidTransactionById({ id }, { ...context, now: event.at + 60_000 });
}

/** Movements for edge cases: an add and a burn with one reference number, unusual reference numbers, the last millisecond of a year. */
export function specialTransactions({ business, now }: Context): PlannedTransaction[] {
  const dayMs = 24 * hourMs;
  const lastYear = Number(localDate(now, business.timezone).slice(0, 4)) - 1;
  const newYear = endOfDay(`${lastYear}-12-31`, business.timezone);
  return [
    { at: now - 3 * dayMs, change: 180, references: { ref_no: "POS1-0042", remark: "lunch" } },
    { at: now - 3 * dayMs + 1000, change: -50, references: { ref_no: "POS1-0042" } },
    { at: now - 9 * dayMs, change: 25, references: { ref_no: "INV/2026/001" } },
    { at: now - 12 * dayMs, change: 30, references: { ref_no: "#1024" } },
    { at: now - 15 * dayMs, change: 35, references: { ref_no: "A 17" } },
    { at: now - 18 * dayMs, change: 40, references: { ref_no: "ใบเสร็จ ๐๑" } },
    { at: newYear - 1, change: 20, references: { remark: "the last moment of the year" } },
  ];
}
