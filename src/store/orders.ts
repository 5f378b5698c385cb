/** Orders: questions, their answers, and what becomes of their steps. Each method locks, loads, applies the rules, and saves in one transaction. */
import { maxAheadMs } from "./clock-rules.ts";
import { type Database, listOf, type Queries, type Transaction } from "./database.ts";
import type { Notice, NoticeChanges } from "./notices.ts";
import {
  changeLocked,
  insertOrder,
  lockOrder,
  saveChange,
  saveOrder,
  selectOrders,
} from "./order-rows.ts";
import {
  exceededLimit,
  exceededRedemptionLimit,
  type DayRange,
  type RedemptionLimits,
  type DayLimits,
} from "./rules/day-limits.ts";
import { redemptionKinds, uncountedKinds } from "./rules/kinds.ts";
import { abandonedMs, afterUndo, change, maxAskedMs } from "./rules/order-changes.ts";
import {
  type Actor,
  type Author,
  type Block,
  type Change,
  type Changed,
  countedRedemptionStates,
  countedStates,
  type LimitUse,
  type Order,
  type Question,
  type SendRequest,
  unansweredStates,
  type Unchanged,
  unfinishedStates,
  toldOf,
} from "./rules/order.ts";

/** Who answers an order, by which event; a rule answers its own by none. */
export interface OrderAction extends Actor {
  by: string;
}

/** Result of a tap on a button of an order. */
export type TapResult =
  /** This event released it, now or in a former attempt. */
  | { kind: "claimed"; order: Order }
  | { kind: "awaiting_approval"; order: Order }
  | { kind: "expired"; order: Order }
  | { kind: "blocked"; order: Order; by: Block }
  /** Already in another state. */
  | { kind: "already"; order: Order }
  /** There is none, or this person may not answer it. */
  | { kind: "none" };

/** The end of a step, by its outcome or by a person, with everything that is stored in the same transaction. */
export interface Conclusion {
  id: string;
  what: Extract<Change, { do: "settle" | "decide" }>;
  /** For an undo: what it takes back of its original; null if unknown. */
  takenBack: LimitUse | null;
  /** The question that offers to undo the order, and what others are told, once it is done. */
  undo: Question | null;
  notices: readonly { lineId: string; notice: Notice }[];
}

export type Orders = ReturnType<typeof createOrders>;

const repeatable = true;

export function createOrders(db: Database, notices: NoticeChanges) {
  const tell = tellingBy(notices);
  const concludeIn = concludingWith(notices);
  const first = async (rest: string, values: readonly unknown[]) =>
    (await selectOrders(db, rest, values))[0] ?? null;
  const tap = (
    account: string,
    id: string,
    action: OrderAction,
    what: (tx: Transaction, order: Order) => Promise<Change> | Change,
    approvers: readonly string[] = [],
  ): Promise<TapResult> =>
    db.transaction(
      async (tx) => {
        const order = await lockOrder(tx, account, id);
        if (!order) return { kind: "none" };
        const result = change(order, await what(tx, order), action);
        if (result === null || "no" in result) return tapOf(order, result);
        await saveChange(tx, result, action);
        await tell(tx, result, action);
        const { state } = result.order;
        if (state !== "awaiting_approval") {
          return { kind: state === "working" ? "claimed" : "already", order: result.order };
        }
        // In the transaction by which it begins to await them: who repeats the tap asks nobody.
        const notice = { kind: "approval", confirmation: id } as const;
        for (const lineId of approvers) await notices.add(tx, { account, lineId, notice });
        return { kind: state, order: result.order };
      },
      { cause: { account, eventId: action.eventId }, repeatable },
    );

  return {
    get: (account: string, id: string) => first("where account = $1 and id = $2", [account, id]),
    /**
     * The asker confirms. Returns `claimed` for exactly one event, and again for that same event when repeated.
     * @param approvers LINE user ids of those who get a notice if it now awaits a second person's approval.
     */
    confirm: (
      account: string,
      id: string,
      action: OrderAction,
      limits: DayLimits,
      approvers?: readonly string[],
    ) => {
      const confirm = async (tx: Transaction, order: Order): Promise<Change> => ({
        do: "confirm",
        blocked: await blockOf(tx, order, limits, action.at),
      });
      return tap(account, id, action, confirm, approvers);
    },
    /** A second person, who cannot be the asker, approves. */
    approve: (account: string, id: string, action: OrderAction) =>
      tap(account, id, action, () => ({ do: "approve" })),
    /** A second person declines; adds a notice for the asker. */
    decline: (account: string, id: string, action: OrderAction) =>
      tap(account, id, action, () => ({ do: "decline" })),
    /** The asker cancels an open or waiting order. */
    cancel: (account: string, id: string, action: OrderAction) =>
      tap(account, id, action, () => ({ do: "cancel" })),
    /**
     * What the asker cancels without naming it: their newest unexpired order in state `open` or `awaiting_approval`,
     * undos excluded, or the one that this event has cancelled before; null if there is none.
     */
    cancellable: (account: string, { by, eventId, at }: OrderAction) =>
      first(
        `where account = $1 and asker = $2 and asked_at >= $3
           and ((state in ${listOf(unansweredStates)} and expires_at > $4)
             or (state = 'cancelled' and claimed_event = $5))
           and undoes is null order by state = 'cancelled' desc, asked_at desc, id limit 1`,
        [account, by, at - 2 * maxAskedMs, at, eventId],
      ),
    /** The newest order that undoes another, in any state but `cancelled`; null if there is none. */
    undoOf: (account: string, id: string) =>
      first(
        `where account = $1 and undoes = $2 and state <> 'cancelled'
         order by asked_at desc, id limit 1`,
        [account, id],
      ),
    /**
     * The open question that undoes a person's newest order, of those that can still be undone; null if there is none.
     * It is for whoever released the order. The newest is the one that was carried out last.
     */
    newestUndo: (account: string, lineId: string, now: number) =>
      first(
        `where account = $1 and asker = $2 and asked_at >= $3 and asked_at <= $4
           and undoes is not null and state = 'open' and expires_at > $5
         order by expires_at desc, asked_at desc, id limit 1`,
        [account, lineId, now - maxAskedMs, now + maxAheadMs, now],
      ),
    /** The order of a member, no undo, with a step of this idempotency key; or null. */
    async byRefId(account: string, memberUuid: string, refId: string): Promise<Order | null> {
      const key = JSON.stringify({ refId }).slice(1, -1);
      // Undos have the keys of what they take back.
      const sql = `where account = $1 and member_uuid = $2 and undoes is null
        and replace(steps, $3, '') <> steps`;
      const found = await selectOrders(db, sql, [account, memberUuid, key]);
      return found.find(({ steps }) => steps.some((step) => step.refId === refId)) ?? null;
    },
    /** Redemptions of a member, undos included: those that were asked last, newest first, `max` at most. */
    redemptionsOf: (account: string, memberUuid: string, max: number) =>
      selectOrders(
        db,
        `where account = $1 and member_uuid = $2 and kind in ${listOf(redemptionKinds)}
         order by asked_at desc, id limit $3`,
        [account, memberUuid, max],
      ),
    /** Unfinished orders, and those in state `awaiting_approval` (unexpired), oldest first. */
    pending: (account: string, now: number) =>
      selectOrders(
        db,
        `where account = $1 and (state in ${listOf(unfinishedStates)}
           or (state = 'awaiting_approval' and expires_at > $2)) order by asked_at, id`,
        [account, now],
      ),
    /** Orders with a step to try or to look for now. */
    due: (account: string, now: number) =>
      selectOrders(
        db,
        `where account = $1 and state = 'working' and (retry_at <= $2 or retry_at > $3)
         order by claimed_at, id`,
        [account, now, now + abandonedMs + maxAheadMs],
      ),
    /** The accounts with unfinished orders. */
    async accountsWithUnfinished(): Promise<string[]> {
      const rows = await db.rows<{ account: string }>(
        `select distinct account from orders where state in ${listOf(unfinishedStates)}`,
      );
      return rows.map(({ account }) => account);
    },
    /** Moves expired `awaiting_approval` orders to `expired`, and adds notices for their askers. */
    async expireApprovals(account: string, now: number): Promise<void> {
      const sql = `where account = $1 and state = 'awaiting_approval'
        and (expires_at <= $2 or confirmed_at > $3) order by id`;
      const values = [account, now, now + maxAheadMs];
      // Nearly always there is none, and nothing to be written.
      if ((await selectOrders(db, sql, values)).length === 0) return;
      const actor = { by: null, eventId: null, at: now };
      await db.transaction(async (tx) => {
        for (const order of await selectOrders(tx, `${sql} for update`, values)) {
          const expired = await changeLocked(tx, order, { do: "expire" }, actor);
          if (expired) await tell(tx, expired, actor);
        }
      });
    },
    /** What a person ordered on a day, as it counts against the limits of staff. */
    usedBy: (account: string, lineId: string, day: DayRange, now: number) =>
      usedOf(db, ofAsker, [account, lineId], day, now),
    /** What staff ordered for a member on a day, as it counts against the limits: without what the member has paid for. */
    usedFor: (account: string, memberUuid: string, day: DayRange, now: number) =>
      usedOf(db, ofMember, [account, memberUuid], day, now),
    /**
     * Records that a step is about to be sent, at this moment by the store's clock.
     * @returns false if it must not be sent: it has ended, or another sender is at it.
     * @throws {StoreError} `too_soon` while an earlier send may be in flight.
     */
    recordSend: (account: string, id: string, send: SendRequest, eventId: string | null) =>
      db.transaction(
        async (tx) => {
          const actor = { by: null, eventId, at: await tx.now() };
          const order = await lockOrder(tx, account, id);
          return (await changeLocked(tx, order, { do: "send", ...send }, actor)) !== null;
        },
        { cause: { account, eventId }, repeatable },
      ),
    /** Stores the end of a step. @returns false if it had ended before, or another attempt has sent it since. */
    conclude: (account: string, conclusion: Conclusion, actor: Author) =>
      db.transaction((tx) => concludeIn(tx, account, conclusion, actor), {
        cause: { account, eventId: actor.eventId },
      }),
  };
}

/** Why a tap changes nothing, with how the order stands. */
function tapOf(order: Order, unchanged: Unchanged | null): TapResult {
  if (unchanged?.no === "theirs") return { kind: "none" };
  if (unchanged?.no === "blocked") return { kind: "blocked", order, by: unchanged.by };
  if (unchanged?.no !== "repeated") return { kind: unchanged?.no ?? "already", order };
  return { kind: order.state === "awaiting_approval" ? "awaiting_approval" : "claimed", order };
}

/** @returns a function that stores the end of a step, as `Orders.conclude` does. */
export const concludingWith = (notices: NoticeChanges) => {
  const tell = tellingBy(notices);
  return async (
    tx: Transaction,
    account: string,
    { id, what, takenBack, undo, notices: told }: Conclusion,
    { by, eventId }: Author,
  ): Promise<boolean> => {
    const actor = { by, eventId, at: await tx.now() };
    const changed = await changeLocked(tx, await lockOrder(tx, account, id), what, actor);
    if (!changed) return false;
    await tell(tx, changed, actor);
    const { state, undoes } = changed.order;
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

/** @returns a function that tells of a change by notices. */
const tellingBy =
  (notices: NoticeChanges) =>
  async (tx: Queries, changed: Changed, actor: Actor): Promise<void> => {
    const { account, id: confirmation } = changed.order;
    const notice = { kind: "ended", confirmation } as const;
    for (const lineId of toldOf(changed, actor)) await notices.add(tx, { account, lineId, notice });
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
