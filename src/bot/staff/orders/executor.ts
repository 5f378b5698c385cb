/** Carries out orders step by step, each at most once, and stores what becomes of them. */
import type { Clock } from "../../../clock.ts";
import type { MemberCache } from "../../../members/member-cache.ts";
import { oneAfterAnother } from "../../../store/one-after-another.ts";
import {
  type Actor,
  type Author,
  currentStep,
  type Decision,
  isKnownOrder,
  type LimitUse,
  type Order,
  type Question,
  type Step,
} from "../../../store/rules/order.ts";
import type { Conclusion } from "../../../store/orders.ts";
import { kindOf, kindOfWrite, type WriteOperationName } from "../../../store/rules/kinds.ts";
import { change, withStep } from "../../../store/rules/order-changes.ts";
import { createCouponSet, giveCoupons, useCoupon, voidCoupons } from "../operations/coupons.ts";
import { adjustPoints, voidTransactions } from "../operations/points.ts";
import { removeStaff, restoreStaff, setRewardPrice } from "../operations/stored.ts";
import type { WriteOperation } from "../operations/write-operation.ts";
import {
  attempt,
  type AttemptResult,
  type AttemptServices,
  orLater,
  readWritten,
  refusedUnsent,
  type StepAtWork,
  unreached,
  unsent,
} from "./step.ts";
import { isStale, type Read } from "./lost-writes.ts";
import { createQuestion } from "./question.ts";

/** What a step can be. */
const operations: Readonly<Record<WriteOperationName, WriteOperation>> = {
  give_coupons: giveCoupons,
  void_coupons: voidCoupons,
  use_coupon: useCoupon,
  adjust_points: adjustPoints,
  void_transactions: voidTransactions,
  create_coupon_set: createCouponSet,
  remove_staff: removeStaff,
  restore_staff: restoreStaff,
  set_reward_price: setRewardPrice,
};

/** The operation of a step. @throws {RangeError} for one that only another version knows. */
export function operationOf({ operation: name }: Pick<Step, "operation">): WriteOperation {
  if (!Object.hasOwn(operations, name)) throw new RangeError(`unknown operation: ${name}`);
  return operations[name];
}

/** An order as it is stored, and the newest that undoes it, in any state but `cancelled`. */
export interface StoredOrder {
  order: Order;
  undo: Order | null;
}

type OrderKey = Pick<Order, "account" | "id">;

export type Executor = ReturnType<typeof createExecutor>;

interface ExecutorServices extends AttemptServices {
  members: MemberCache;
  /** The business's IANA time zone. */
  timeZone: string;
  /** Called when what a member pays for, its undo, or a rule's gift has come to an end or awaits a person. */
  onCounted?: ((stored: StoredOrder) => void | Promise<void>) | undefined;
}

export function createExecutor(options: Omit<ExecutorServices, "wasClockSet">) {
  const services = { ...options, wasClockSet: createClockSteps(options.clock) };
  // Serialised per order: two concurrent runs could both find nothing, and both send.
  const enqueue = oneAfterAnother();
  return {
    /**
     * Goes on with an order in state `working` as far as it can; leaves other states, and what only another version
     * knows, unchanged. @throws {RangeError} when there is no such order.
     */
    execute: (key: OrderKey, author: Author, signal: AbortSignal) =>
      enqueue(queueKeyOf(key), () => carryOut(services, key, author, signal)),
    /**
     * A person decides about the step of an order in `needs_review` that they were asked about, and the bot goes on from
     * there. What the platform shows by now of the step, or of some of it, stands above the decision.
     * @throws {RangeError} when there is no such order.
     * @throws {LoyaltyError} when it didn't happen, and the platform can't be read.
     */
    decide: (
      key: OrderKey,
      { step: index, decision }: { step: number; decision: Decision },
      author: Author,
      signal: AbortSignal,
    ) =>
      enqueue(queueKeyOf(key), async () => {
        const order = await load(services, key);
        // Another person may have decided while this one waited: what they were asked about is over then.
        const isAsked = order.state === "needs_review" && currentStep(order) === index;
        if (!isAsked || !isKnownOrder(order)) return withUndo(services, order);
        const step = stepAtWork(order);
        const reading = step
          ? readWritten(services, step, signal)
          : Promise.resolve("unclear" as const);
        // That it didn't happen is believed only where the platform doesn't show the opposite by now.
        const isBelieved = decision === "happened" || decision === "close";
        const found = doneOf(isBelieved ? await reading.catch(orLater) : await reading);
        await conclude(services, order, { do: "decide", step: index, decision, found }, author);
        return carryOut(services, key, author, signal);
      }),
  };
}

const queueKeyOf = ({ account, id }: OrderKey): string => `${account}/${id}`;

/** What the platform shows to be done of a write, or of a part of it; null = nothing, or nothing for sure. */
function doneOf(read: Read): object | null {
  if (typeof read === "string") return null;
  if ("partly" in read) return read.partly;
  return "done" in read ? read.done : null;
}

async function load({ orders }: Pick<ExecutorServices, "orders">, key: OrderKey): Promise<Order> {
  const order = await orders.get(key.account, key.id);
  if (!order) throw new RangeError("no such order");
  return order;
}

const withUndo = async (
  { orders }: Pick<ExecutorServices, "orders">,
  order: Order,
): Promise<StoredOrder> => ({ order, undo: await orders.undoOf(order.account, order.id) });

/** Attempts one step after the other, until one isn't done, or all are. */
async function carryOut(
  services: ExecutorServices,
  key: OrderKey,
  author: Author,
  signal: AbortSignal,
): Promise<StoredOrder> {
  let order = await load(services, key);
  while (order.state === "working" && isKnownOrder(order)) {
    const step = currentStep(order);
    const result = await attemptStep(services, order, author, signal);
    await conclude(services, order, { do: "settle", step, ...result }, author);
    // What the store holds may be an outcome stored before.
    order = await load(services, key);
    if (order.state === "working" && currentStep(order) === step) break;
  }
  return withUndo(services, order);
}

async function attemptStep(
  services: ExecutorServices,
  order: Order,
  { eventId }: Author,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const { clock, timeZone } = services;
  const { isPaid = false, patienceMs } = kindOf(order);
  const step = stepAtWork(order);
  if (!step) {
    const { sends = 0 } = order.steps[currentStep(order)] ?? {};
    return { outcome: { state: "needs_review" }, ...unsent({ sends }) };
  }
  // A refund is owed, however long ago it began.
  const isOwed = isPaid && step.operation === "void_transactions";
  if (!isOwed && isStale(step, clock.now(), patienceMs?.[step.operation])) {
    return { outcome: unreached, ...unsent(step) };
  }
  // What is paid for was looked at again when it was confirmed.
  const refused = isPaid ? null : await refusedUnsent(services, step, { timeZone, signal });
  return refused ?? attempt(services, step, eventId, signal);
}

/**
 * The step that an order has come to, with what it writes.
 * @returns null where the platform's ids of what it takes back aren't known: only a person can do it.
 */
function stepAtWork(order: Order): StepAtWork | null {
  const { account, id, asker, command, memberUuid, claimedBy, askedAt, steps } = order;
  const index = currentStep(order);
  const step = steps[index];
  if (!step) return null;
  const input = step.takesBack === null ? step.input : inputTakingBack(steps[step.takesBack]);
  const of = { account, id, asker, command, memberUuid, claimedBy, askedAt, index };
  return input && { ...step, ...of, input, write: operationOf(step) };
}

function inputTakingBack(taken: Order["steps"][number] | undefined): object | null {
  const { input, result } = taken ?? {};
  if (!taken || !input || !result || "person" in result) return null;
  return operationOf(taken).undo?.(input, result)?.order ?? null;
}

/** Stores the end of a step, with what follows from it, and drops the member from the cache. */
async function conclude(
  services: ExecutorServices,
  order: Order,
  what: Conclusion["what"],
  author: Author,
): Promise<void> {
  const { orders, members, clock, onCounted } = services;
  const { account, id, memberUuid, lineId } = order;
  const following = followingFrom(order, what, { ...author, at: clock.now() });
  const isStored = await orders.conclude(account, { id, what, ...following }, author);
  if (memberUuid !== null) members.invalidate({ memberUuid, lineId });
  const { isPaid, isByRule } = kindOf(order);
  if (!isStored || !onCounted || !(isPaid || isByRule)) return;
  const next = await load(services, order);
  if (next.state !== "working") await onCounted(await withUndo(services, next));
}

/** What is stored with the end of an order: how it can be undone, what it takes back, and what the member is told. */
function followingFrom(
  order: Order,
  what: Conclusion["what"],
  actor: Actor,
): Pick<Conclusion, "takenBack" | "undo" | "notices"> {
  // It was loaded before its last send.
  const sent = what.do === "settle" ? withStep(order, what.step, { sends: what.before }) : order;
  const changed = change(sent, what, actor);
  if (!changed || !("order" in changed) || changed.order.state !== "done") {
    return { takenBack: null, undo: null, notices: [] };
  }
  const { id, lineId, undoes, steps } = changed.order;
  const notices = kindOf(order).isPaid
    ? []
    : steps.flatMap((step) => operationOf(step).notice?.(step.input, id) ?? []);
  return {
    takenBack: undoes === null ? null : takenBackBy(changed.order),
    undo: undoQuestionOf(changed.order, actor.at),
    // Whether the LINE account is still the member's is asked when it is delivered.
    notices: lineId === "" ? [] : notices.map((notice) => ({ lineId, notice })),
  };
}

/** How long an order can be undone. */
const undoMs = 15 * 60_000;

/** The question that offers to undo an order that is done; null if it can't be undone, or nobody has asked for it. */
function undoQuestionOf(order: Order, now: number): Question | null {
  const { id, steps, undoes, asker, claimedBy, command } = order;
  if (
    undoes !== null ||
    kindOf(order).isByRule ||
    steps.some(({ takesBack }) => takesBack !== null)
  )
    return null;
  const writes = steps.toReversed().flatMap(({ operation, input, result, refId }) => {
    // Of what a person decided the bot knows no ids by which it could be taken back.
    const undo =
      result && !("person" in result) ? operationOf({ operation }).undo?.(input, result) : null;
    return undo ? [{ ...undo, refId }] : [];
  });
  const [first] = writes;
  if (!first || writes.length < steps.length) return null;
  const kind = kindOf(order).undoneBy ?? kindOfWrite[first.operation];
  const origin = { asker: claimedBy ?? asker, command, askedAt: now };
  return createQuestion({ ...origin, kind, writes, undoes: id }, undoMs);
}

/** What an undo gives back to the day's limits; null where it isn't known. */
function takenBackBy({ steps }: Order): LimitUse | null {
  const taken = steps.map((step) => {
    const { input, result } = step;
    return result && !("person" in result) ? operationOf(step).takenBack?.(input, result) : null;
  });
  const sum = { gifts: 0, points: 0 };
  for (const use of taken) {
    if (!use) return null;
    sum.gifts += use.gifts;
    sum.points += use.points;
  }
  return sum;
}

// Notices that the wall clock was set forward: sends then seem to have been longer ago than they were.

/** Less is drift, and what passes between two readings. */
const toleranceMs = 1000;

/** @returns asks whether the clock was set forward less than `ms` before, as far as this process has noticed. */
export function createClockSteps(clock: Clock): (ms: number) => boolean {
  const lead = () => clock.now() - clock.monotonic();
  let lastLead = lead();
  let noticedAt = -Infinity;
  return (ms) => {
    if (lead() - lastLead > toleranceMs) noticedAt = clock.monotonic();
    lastLead = lead();
    return clock.monotonic() - noticedAt < ms;
  };
}
