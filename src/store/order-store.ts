/** Orders in the database: locks and loads, applies the rules, and saves in one transaction. */
import { appendAudit } from "./audit.ts";
import { maxAheadMs } from "./clock-rules.ts";
import { listOf, type Database, type Flag, type Queries, type Transaction } from "./database.ts";
import { exceededLimit, exceededRedemptionLimit } from "./day-limits.ts";
import type { NoticeChanges } from "./notices.ts";
import {
  countedRedemptionStates,
  countedStates,
  openOrder,
  unansweredStates,
  unfinishedStates,
  type Actor,
  type Author,
  type Block,
  type Change,
  type Changed,
  type LimitUse,
  type Order,
  type Question,
  type Step,
  type Unchanged,
} from "./order.ts";
import type {
  Conclusion,
  DayLimits,
  DayRange,
  OrderAction,
  Orders,
  RedemptionLimits,
  Tap,
} from "./orders.ts";
import { redemptionKinds, uncountedKinds } from "./rules/kinds.ts";
import { afterUndo, auditEntry, change, maxAskedMs, toldOf } from "./rules/orders.ts";
import { abandonedMs } from "./rules/steps.ts";

const repeatable = true;

export function createOrders(db: Database, notices: NoticeChanges): Orders {
  const save = savingWith(notices);
  const concludeIn = concludingWith(notices);
  const first = async (rest: string, values: readonly unknown[]) =>
    (await selectOrders(db, rest, values))[0] ?? null;
  const tap = (
    account: string,
    id: string,
    action: OrderAction,
    what: (tx: Transaction, order: Order) => Promise<Change> | Change,
    approvers: readonly string[] = [],
  ): Promise<Tap> =>
    db.transaction(
      async (tx) => {
        const order = await lockOrder(tx, account, id);
        if (!order) return { kind: "none" };
        const result = change(order, await what(tx, order), action);
        if (result === null || "no" in result) return tapOf(order, result);
        await save(tx, result, action);
        const { state } = result.order;
        if (state !== "awaiting_approval") {
          return { kind: state === "working" ? "claimed" : "already", order: result.order };
        }
        // In the transaction by which it begins to await them: who repeats the tap asks nobody.
        for (const lineId of approvers) {
          await notices.add(tx, {
            account,
            lineId,
            notice: { kind: "approval", confirmation: id },
          });
        }
        return { kind: state, order: result.order };
      },
      { cause: { account, eventId: action.eventId }, repeatable },
    );

  return {
    get: (account, id) => first("where account = $1 and id = $2", [account, id]),
    confirm: (account, id, action, limits, approvers) =>
      tap(
        account,
        id,
        action,
        async (tx, order) => ({
          do: "confirm",
          blocked: await blockOf(tx, order, limits, action.at),
        }),
        approvers,
      ),
    approve: (account, id, action) => tap(account, id, action, () => ({ do: "approve" })),
    decline: (account, id, action) => tap(account, id, action, () => ({ do: "decline" })),
    cancel: (account, id, action) => tap(account, id, action, () => ({ do: "cancel" })),
    cancellable: (account, { by, eventId, at }) =>
      first(
        `where account = $1 and asker = $2 and asked_at >= $3
           and ((state in ${listOf(unansweredStates)} and expires_at > $4)
             or (state = 'cancelled' and claimed_event = $5))
           and undoes is null order by state = 'cancelled' desc, asked_at desc, id limit 1`,
        [account, by, at - 2 * maxAskedMs, at, eventId],
      ),
    undoOf: (account, id) =>
      first(
        `where account = $1 and undoes = $2 and state <> 'cancelled'
         order by asked_at desc, id limit 1`,
        [account, id],
      ),
    newestUndo: (account, lineId, now) =>
      first(
        `where account = $1 and asker = $2 and asked_at >= $3 and asked_at <= $4
           and undoes is not null and state = 'open' and expires_at > $5
         order by expires_at desc, asked_at desc, id limit 1`,
        [account, lineId, now - maxAskedMs, now + maxAheadMs, now],
      ),
    byRefId: async (account, memberUuid, refId) => {
      const key = JSON.stringify({ refId }).slice(1, -1);
      // Undos have the keys of what they take back.
      const sql = `where account = $1 and member_uuid = $2 and undoes is null
        and replace(steps, $3, '') <> steps`;
      const found = await selectOrders(db, sql, [account, memberUuid, key]);
      return found.find(({ steps }) => steps.some((step) => step.refId === refId)) ?? null;
    },
    redemptionsOf: (account, memberUuid, max) =>
      selectOrders(
        db,
        `where account = $1 and member_uuid = $2 and kind in ${listOf(redemptionKinds)}
         order by asked_at desc, id limit $3`,
        [account, memberUuid, max],
      ),
    pending: (account, now) =>
      selectOrders(
        db,
        `where account = $1 and (state in ${listOf(unfinishedStates)}
           or (state = 'awaiting_approval' and expires_at > $2)) order by asked_at, id`,
        [account, now],
      ),
    due: (account, now) =>
      selectOrders(
        db,
        `where account = $1 and state = 'working' and (retry_at <= $2 or retry_at > $3)
         order by claimed_at, id`,
        [account, now, now + abandonedMs + maxAheadMs],
      ),
    async accountsWithUnfinished() {
      const rows = await db.rows<{ account: string }>(
        `select distinct account from orders where state in ${listOf(unfinishedStates)}`,
      );
      return rows.map(({ account }) => account);
    },
    async expireApprovals(account, now) {
      const sql = `where account = $1 and state = 'awaiting_approval'
        and (expires_at <= $2 or confirmed_at > $3) order by id`;
      const values = [account, now, now + maxAheadMs];
      // Nearly always there is none, and nothing to be written.
      if ((await selectOrders(db, sql, values)).length === 0) return;
      const actor = { by: null, eventId: null, at: now };
      await db.transaction(async (tx) => {
        for (const order of await selectOrders(tx, `${sql} for update`, values)) {
          const result = change(order, { do: "expire" }, actor);
          if (result && "order" in result) await save(tx, result, actor);
        }
      });
    },
    usedBy: (account, lineId, day, now) => usedOf(db, ofAsker, [account, lineId], day, now),
    usedFor: (account, uuid, day, now) => usedOf(db, ofMember, [account, uuid], day, now),
    recordSend: (account, id, send, eventId) =>
      db.transaction(
        async (tx) => {
          const actor = { by: null, eventId, at: await tx.now() };
          const order = await lockOrder(tx, account, id);
          const result = order && change(order, { do: "send", ...send }, actor);
          if (!result || !("order" in result)) return false;
          await saveOrder(tx, result.order);
          return true;
        },
        { cause: { account, eventId }, repeatable },
      ),
    conclude: (account, conclusion, actor) =>
      db.transaction((tx) => concludeIn(tx, account, conclusion, actor), {
        cause: { account, eventId: actor.eventId },
      }),
  };
}

/** Why a tap changes nothing, with how the order stands. */
function tapOf(order: Order, unchanged: Unchanged | null): Tap {
  if (unchanged?.no === "theirs") return { kind: "none" };
  if (unchanged?.no === "blocked") return { kind: "blocked", order, by: unchanged.by };
  if (unchanged?.no !== "repeated") return { kind: unchanged?.no ?? "already", order };
  return { kind: order.state === "awaiting_approval" ? "awaiting_approval" : "claimed", order };
}

/** @returns a function that stores the end of a step, as `Orders.conclude` does. */
export const concludingWith = (notices: NoticeChanges) => {
  const save = savingWith(notices);
  return async (
    tx: Transaction,
    account: string,
    { id, what, takenBack, undo, notices: told }: Conclusion,
    { by, eventId }: Author,
  ): Promise<boolean> => {
    const actor = { by, eventId, at: await tx.now() };
    const order = await lockOrder(tx, account, id);
    const result = order && change(order, what, actor);
    if (!result || !("order" in result)) return false;
    await save(tx, result, actor);
    const { state, undoes } = result.order;
    if (state !== "done") return true;
    if (undoes !== null) {
      const original = await lockOrder(tx, account, undoes);
      const remaining = original && afterUndo(original, takenBack);
      if (remaining) await saveOrder(tx, remaining);
    }
    if (undo) await insertOrder(tx, account, undo);
    for (const notice of told) await notices.add(tx, { account, ...notice });
    return true;
  };
};

/** @returns a function that saves a change with its audit entry and its notices. */
const savingWith =
  (notices: NoticeChanges) =>
  async (tx: Queries, changed: Changed, actor: Actor): Promise<void> => {
    const { account, id: confirmation } = changed.order;
    await saveOrder(tx, changed.order);
    const entry = auditEntry(changed, actor);
    if (entry) await appendAudit(tx, account, entry);
    for (const lineId of toldOf(changed, actor)) {
      await notices.add(tx, { account, lineId, notice: { kind: "ended", confirmation } });
    }
  };

/** What speaks against an order now. Others of the same people wait until this one is stored. */
async function blockOf(
  tx: Transaction,
  order: Order,
  { limits, redemptions, ...day }: DayLimits,
  now: number,
): Promise<Block | null> {
  const { account, asker, memberUuid, gifts, points } = order;
  const isCounted = limits !== null && gifts + points > 0;
  const people = [
    ...(isCounted ? [`staff ${account} ${asker}`] : []),
    ...(isCounted && memberUuid !== null && !redemptions ? [`member ${memberUuid}`] : []),
    ...(redemptions ? [`redeeming ${account} ${memberUuid}`] : []),
  ];
  // In one order everywhere, so that nobody waits for each other.
  for (const person of people.toSorted()) await tx.lock(person);
  const block = redemptions && (await redemptionBlock(tx, order, { ...redemptions, ...day }));
  if (block || !isCounted) return block;
  const staff = await usedOf(tx, ofAsker, [account, asker], day, now);
  const member =
    memberUuid === null || redemptions
      ? null
      : await usedOf(tx, ofMember, [account, memberUuid], day, now);
  return exceededLimit(order, { staff, member }, limits);
}

async function redemptionBlock(
  tx: Transaction,
  { account, memberUuid, subject }: Order,
  { start, end, ...limits }: RedemptionLimits & DayRange,
): Promise<Block | null> {
  const counted = `kind = 'redeeming' and state in ${listOf(countedRedemptionStates)}`;
  const [counts] = await tx.rows<{ unfinished: number; day: number; set: number }>(
    `select count(*) filter (where state in ${listOf(unfinishedStates)}) as unfinished,
       count(*) filter (where ${counted} and confirmed_at >= $3 and confirmed_at < $4) as day,
       count(*) filter (where ${counted} and subject = $5) as "set"
     from orders where account = $1 and member_uuid = $2 and kind in ${listOf(redemptionKinds)}`,
    [account, memberUuid, start, end, subject],
  );
  const { unfinished, ...redeemed } = counts ?? { unfinished: 0, day: 0, set: 0 };
  if (unfinished > 0) return { redemptions: "busy" };
  const exceeded = exceededRedemptionLimit(redeemed, limits);
  return exceeded && { redemptions: exceeded };
}

const ofAsker = "asker = $2";
const ofMember = `member_uuid = $2 and kind not in ${listOf(uncountedKinds)}`;

/** Sums what counts against the limits on a day. @param of whose; its values are those of `$1` and `$2`. */
async function usedOf(
  db: Queries,
  of: string,
  values: readonly [account: string, key: string],
  day: DayRange,
  now: number,
): Promise<LimitUse> {
  const [used] = await db.rows<LimitUse>(
    `select coalesce(sum(gifts), 0)::bigint as gifts, coalesce(sum(points), 0)::bigint as points
     from orders where account = $1 and ${of} and confirmed_at >= $4 and confirmed_at < $5
       and state in ${listOf(countedStates)}
       and (state <> 'awaiting_approval' or expires_at > $3)`,
    [...values, now, day.start, day.end],
  );
  return used ?? { gifts: 0, points: 0 };
}

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
const inserting = `insert into orders (${Object.values(columnOf).join(", ")})
  values (${names.map((_, index) => `$${index + 1}`).join(", ")}) on conflict do nothing`;
const updating = `update orders set ${changing
  .map((name, index) => `${columnOf[name]} = $${index + 3}`)
  .join(", ")} where account = $1 and id = $2`;

const valueOf = (order: Order) => (name: keyof Order) =>
  name === "steps" ? JSON.stringify(order.steps) : order[name];

/** The statement that stores an order, with its values. */
export const insertionOf = (order: Order): [sql: string, values: unknown[]] => [
  inserting,
  names.map(valueOf(order)),
];

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
  const [order] = await selectOrders(tx, "where account = $1 and id = $2 for update", [
    account,
    id,
  ]);
  return order ?? null;
}

/** A question that was stored before, by an attempt whose answer was lost, stays as it is. */
export async function insertOrder(tx: Queries, account: string, asked: Question): Promise<void> {
  await tx.run(...insertionOf(openOrder(account, asked)));
}

export async function saveOrder(tx: Queries, order: Order): Promise<void> {
  await tx.run(updating, [order.account, order.id, ...changing.map(valueOf(order))]);
}
