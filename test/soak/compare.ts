/** Compares the bot's stored staff orders with what the platform booked. */
import { DatabaseSync } from "node:sqlite";
import type { Step } from "../../src/store/rules/order.ts";

/** A stored order, of either store. */
export interface StoredOrder {
  id: string;
  kind: string;
  state: string;
  /** As JSON. */
  steps: string;
}

export const storedOrders = "select id, kind, state, steps from orders";

/** Counts the bookings under a key. */
const booked: Readonly<Record<string, string>> = {
  moving: "select count(*) as n from movement where ref_id = ?",
  birthday: "select count(*) as n from give where given_ref_id = ?",
  giving: "select count(*) as n from give where given_ref_id = ?",
  using: "select count(*) as n from give where used_ref_id = ?",
};

/** How many bookings each state of an order allows. */
const expected: Readonly<Record<string, readonly number[]>> = {
  open: [0],
  cancelled: [0],
  refused: [0],
  done: [1],
  undone: [1],
};

/** Whether the bot has brought an order to its end. */
export const isSettled = ({ state }: StoredOrder): boolean => state in expected;

/** Bookings under a key that no order has. */
const unordered: readonly string[] = [
  "select distinct ref_id as key from movement where ref_id is not null",
  "select distinct given_ref_id as key from give where given_ref_id is not null",
  "select distinct used_ref_id as key from give where used_ref_id is not null",
];

/** Cards whose balance isn't the sum of their movements. */
const unbalanced = `select card_no, point, coalesce((
    select sum(case type when 'ADD' then points else -points end) from movement
    where card_id = card.id and status = 'COMPLETED'), 0) as sum
  from card where point <> sum`;

/** @param rows all orders of the bot's store. @param platformFile the platform's SQLite file. */
export function compareBooks(
  rows: readonly StoredOrder[],
  platformFile: string,
): { orders: Record<string, number>; faults: readonly string[] } {
  using platform = new DatabaseSync(platformFile, { readOnly: true });
  const ended = rows.filter(({ state }) => state !== "open");
  const orders = countsOf(ended.map(({ kind, state }) => `${kind} ${state}`));
  const faults: string[] = [];
  const keys = new Set<string>();
  for (const { id, kind, state, steps } of rows) {
    const [step] = JSON.parse(steps) as Step[];
    keys.add(step?.refId ?? "");
    const fits = expected[state];
    if (!fits) faults.push(`${kind} ${id} is still ${state}`);
    const query = booked[kind];
    if (query === undefined || !fits) continue;
    const { quantity = 1 } = (step?.input ?? {}) as { quantity?: number };
    const times = Number(platform.prepare(query).get(step?.refId ?? "")?.["n"]) / quantity;
    if (!fits.includes(times)) faults.push(`${kind} ${id} is ${state}, and booked ${times} times`);
  }
  for (const query of unordered) {
    for (const { key } of platform.prepare(query).all())
      if (!keys.has(String(key))) faults.push(`booked as ${String(key)}, and nobody ordered it`);
  }
  for (const { card_no, point, sum } of platform.prepare(unbalanced).all())
    faults.push(
      `card ${String(card_no)} has ${Number(point)} points, and its ledger ${Number(sum)}`,
    );
  return { orders, faults };
}

/** How often each name occurs. */
export const countsOf = (names: Iterable<string>): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]),
  );
