/** The rows of orders: how one is read, locked, inserted and saved. */
import { appendAudit } from "./audit.ts";
import { type Flag, insertInto, type Queries } from "./database.ts";
import {
  type Actor,
  auditEntry,
  type Change,
  type Changed,
  openOrder,
  type Order,
  type Question,
  type Step,
} from "./rules/order.ts";
import { change } from "./rules/order-changes.ts";

/** The columns by what they hold. */
const columnOf = {
  account: "account",
  id: "id",
  kind: "kind",
  command: "command",
  asker: "asker",
  memberUuid: "member_uuid",
  lineId: "line_id",
  subject: "subject",
  approval: "approval",
  undoes: "undoes",
  askedAt: "asked_at",
  // What changes.
  state: "state",
  steps: "steps",
  gifts: "gifts",
  points: "points",
  expiresAt: "expires_at",
  confirmedAt: "confirmed_at",
  confirmedEvent: "confirmed_event",
  claimedBy: "claimed_by",
  claimedAt: "claimed_at",
  claimedEvent: "claimed_event",
  retryAt: "retry_at",
} as const satisfies Record<keyof Order, string>;

const names = Object.keys(columnOf) as (keyof Order)[];
const changing = names.slice(names.indexOf("state"));

const selected = names.map((name) => `${columnOf[name]} as "${name}"`).join(", ");
const updating = `update orders set ${changing
  .map((name, index) => `${columnOf[name]} = $${index + 3}`)
  .join(", ")} where account = $1 and id = $2`;

const valueOf = (order: Order) => (name: keyof Order) =>
  name === "steps" ? JSON.stringify(order.steps) : order[name];

/** The statement that stores an order, with its values. */
export function insertionOf(order: Order): [sql: string, values: unknown[]] {
  const row = Object.fromEntries(names.map((name) => [name, valueOf(order)(name)]));
  return insertInto("orders", row, "on conflict do nothing");
}

/** @param rest what follows `from orders`. */
export async function selectOrders(
  db: Queries,
  rest: string,
  values: readonly unknown[],
): Promise<Order[]> {
  const rows = await db.rows<Omit<Order, "approval" | "steps"> & { approval: Flag; steps: string }>(
    `select ${selected} from orders ${rest}`,
    values,
  );
  return rows.map((row) => ({
    ...row,
    approval: Boolean(row.approval),
    steps: JSON.parse(row.steps) as Step[],
  }));
}

/** Reads one and locks it until the end of the transaction; null if there is none. */
export async function lockOrder(tx: Queries, account: string, id: string): Promise<Order | null> {
  const rest = "where account = $1 and id = $2 for update";
  return (await selectOrders(tx, rest, [account, id]))[0] ?? null;
}

/** A question that was stored before, by an attempt whose answer was lost, stays as it is. */
export async function insertOrder(tx: Queries, account: string, asked: Question): Promise<void> {
  await tx.run(...insertionOf(openOrder(account, asked)));
}

export async function saveOrder(tx: Queries, order: Order): Promise<void> {
  await tx.run(updating, [order.account, order.id, ...changing.map(valueOf(order))]);
}

/** Saves a change with its audit entry. */
export async function saveChange(tx: Queries, changed: Changed, actor: Actor): Promise<void> {
  await saveOrder(tx, changed.order);
  const entry = auditEntry(changed, actor);
  if (entry) await appendAudit(tx, changed.order.account, entry);
}

/**
 * Applies a change to an order that is locked, and saves it with its audit entry.
 * @param order null if there is none. @returns null if nothing has changed.
 */
export async function changeLocked(
  tx: Queries,
  order: Order | null,
  what: Change,
  actor: Actor,
): Promise<Changed | null> {
  const result = order && change(order, what, actor);
  if (!result || !("order" in result)) return null;
  await saveChange(tx, result, actor);
  return result;
}
