/** Compares the bot's stored staff orders with what the platform booked. */
import { DatabaseSync } from "node:sqlite";

interface Row {
  id: string;
  kind: string;
  state: string;
  ref_id: string;
  order_json: string;
}

/** Counts the bookings under a key. */
const booked: Readonly<Record<string, string>> = {
  moving: "select count(*) as n from movement where ref_id = ?",
  giving: "select count(*) as n from give where given_ref_id = ?",
};

/** How many bookings each state of an order allows. */
const expected: Readonly<Record<string, readonly number[]>> = {
  open: [0],
  cancelled: [0],
  refused: [0],
  done: [1],
  undone: [1],
};

/** @param botFile the bot's SQLite file. @param platformFile the platform's. */
export function compareBooks(
  botFile: string,
  platformFile: string,
): { orders: Record<string, number>; faults: readonly string[] } {
  using bot = new DatabaseSync(botFile, { readOnly: true });
  using platform = new DatabaseSync(platformFile, { readOnly: true });
  const rows = bot
    .prepare("select id, kind, state, ref_id, order_json from confirmations")
    .all() as unknown as Row[];
  const orders: Record<string, number> = {};
  const faults: string[] = [];
  for (const { id, kind, state, ref_id, order_json } of rows) {
    if (state !== "open") orders[`${kind} ${state}`] = (orders[`${kind} ${state}`] ?? 0) + 1;
    const fits = expected[state];
    if (!fits) faults.push(`${kind} ${id} is still ${state}`);
    const query = booked[kind];
    if (query === undefined || !fits) continue;
    const { quantity = 1 } = JSON.parse(order_json) as { quantity?: number };
    const times = Number(platform.prepare(query).get(ref_id)?.["n"]) / quantity;
    if (!fits.includes(times)) faults.push(`${kind} ${id} is ${state}, and booked ${times} times`);
  }
  return { orders, faults };
}
