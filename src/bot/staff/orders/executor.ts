/** Carries out orders step by step, each at most once, and stores what becomes of them. */
import { createClockSteps } from "../../../clock.ts";
import { LoyaltyError, type LoyaltyErrorCode } from "../../../loyalty/errors.ts";
import type { MemberCache } from "../../../members/member-cache.ts";
import { isTooSoon } from "../../../store/errors.ts";
import { oneAfterAnother } from "../../../store/one-after-another.ts";
import type { Conclusion, Orders } from "../../../store/orders.ts";
import { kindOf } from "../../../store/rules/kinds.ts";
import { change, inFlightMs, isInFlight, withStep } from "../../../store/rules/order-changes.ts";
import {
  type Actor,
  type Author,
  currentStep,
  type Decision,
  isKnownOrder,
  type Order,
  type Outcome,
  type Settlement,
  type Step,
} from "../../../store/rules/order.ts";
import { PartialWriteError, refusalIn, type Refused } from "../operations/write-operation.ts";
import { afterReading, isStale, type Read, refusedInFlight, stillOpen } from "./lost-writes.ts";
import {
  operationOf,
  orLater,
  priceChanges,
  readWritten,
  staffChanges,
  type StepAtWork,
  stepAtWork,
  type StepServices,
  takenBackBy,
  undoQuestionOf,
} from "./step.ts";

/** An order as it is stored, and the newest that undoes it, in any state but `cancelled`. */
export interface StoredOrder {
  order: Order;
  undo: Order | null;
}

type OrderKey = Pick<Order, "account" | "id">;

export type Executor = ReturnType<typeof createExecutor>;

interface ExecutorServices extends StepServices {
  orders: Orders;
  /** Whether the platform performs a write once per `ref_id`: then resends need no read. */
  idempotent: boolean;
  /** Whether the wall clock was set forward less than `ms` ago. */
  wasClockSet(ms: number): boolean;
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

type AttemptResult = Omit<Settlement, "step">;

/** What a send leads to. */
type SendResult = Omit<AttemptResult, "before">;

/** Nothing was sent, or nothing that the platform took up. */
const unreached: Outcome = { state: "refused", code: "UNREACHED", detail: null };

/** The sends of an attempt that has sent nothing. */
const unsent = ({ sends }: Pick<Step, "sends">) => ({ before: sends, sends });

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
 * Looks again at what was confirmed, if the write was never sent: afterwards it may be what has changed it.
 * @returns why nothing is sent; null = it may be sent.
 */
async function refusedUnsent(
  { loyalty, clock }: Pick<ExecutorServices, "loyalty" | "clock">,
  row: StepAtWork,
  { timeZone, signal }: { timeZone: string; signal: AbortSignal },
): Promise<AttemptResult | null> {
  const { lookAgain } = row.write;
  if (row.sends > 0 || !lookAgain) return null;
  const refused = ({ refused: code, detail }: Refused): AttemptResult => ({
    outcome: { state: "refused", code, detail },
    ...unsent(row),
  });
  try {
    const refusal = await lookAgain({ loyalty, signal, now: clock.now(), timeZone }, row.input);
    return refusal && refused(refusal);
  } catch (error) {
    if (!(error instanceof LoyaltyError)) throw error;
    const refusal = refusalIn(error);
    if (refusal) return refused(refusal);
    if (error.isUnsendable) return refused({ refused: error.code, detail: null });
    const isUnread = error.code === "UNEXPECTED_ANSWER";
    return isUnread
      ? refused({ refused: "UNCHECKED", detail: null })
      : { outcome: unreached, ...unsent(row) };
  }
}

/** @param eventId `webhookEventId` of the event that attempts it; null for the bot itself. */
async function attempt(
  services: ExecutorServices,
  row: StepAtWork,
  eventId: string | null,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const { idempotent, clock, wasClockSet } = services;
  const at = clock.now();
  const isClockNew = wasClockSet(inFlightMs);
  const mayBeInFlight = isInFlight(row, at) || (row.sends > 0 && isClockNew);
  if (row.sends === 0 || idempotent) {
    return send(services, row, { eventId, doneBefore: null, mayBeInFlight }, signal);
  }
  const read = await readWritten(services, row, signal).catch(orLater);
  const next = afterReading(row, read, at, isClockNew);
  if ("end" in next) return { outcome: next.end, ...unsent(row) };
  return send(services, row, { eventId, doneBefore: next.send, mayBeInFlight }, signal);
}

interface SendOptions {
  eventId: string | null;
  /** What is already done of it; null = nothing. */
  doneBefore: object | null;
  /** Whether the platform may still be processing an earlier send. */
  mayBeInFlight: boolean;
}

async function send(
  services: ExecutorServices,
  row: StepAtWork,
  { eventId, doneBefore, mayBeInFlight }: SendOptions,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const { loyalty } = services;
  const { input, refId } = row;
  let { sends } = row;
  let isUnsettled = mayBeInFlight;
  const beforeSend = async (ambiguousAttempts: number) => {
    const before = sends;
    const next = row.sends + ambiguousAttempts + 1;
    isUnsettled ||= ambiguousAttempts > 0;
    await recordSend(services, row, { before, sends: next }, eventId);
    sends = next;
  };
  try {
    const ctx = {
      loyalty,
      staff: staffChanges(services, row),
      prices: priceChanges(services, row),
      options: { signal, beforeSend },
    };
    const performed = await row.write.perform(ctx, input, refId, doneBefore);
    const result: SendResult =
      "refused" in performed
        ? afterRefusal(services, row, { sends, isUnsettled }, performed)
        : { outcome: { state: "done", done: performed.done }, sends };
    return { ...result, before: sends };
  } catch (error) {
    return { ...afterError(services, row, { sends, isUnsettled }, error), before: sends };
  }
}

/** Stores a send before it leaves, so that no send is ever forgotten. */
async function recordSend(
  { orders, idempotent: isIdempotent, clockDifference }: ExecutorServices,
  { account, id, index: step }: StepAtWork,
  sent: { before: number; sends: number },
  eventId: string | null,
): Promise<void> {
  const request = { ...sent, step, isIdempotent, clockDifference: clockDifference() };
  if (!(await orders.recordSend(account, id, request, eventId))) {
    throw new Error("a step that has ended, or was sent by another, isn't sent");
  }
}

/** `isUnsettled`: whether an earlier send, before this attempt or in it, may still be in flight. */
interface Sent {
  sends: number;
  isUnsettled: boolean;
}

function afterRefusal(
  services: ExecutorServices,
  row: StepAtWork,
  { sends, isUnsettled }: Sent,
  { refused, detail }: Refused,
): SendResult {
  // An earlier send may have happened and be the cause of this refusal.
  if (row.sends > 0 && !services.idempotent) return stillUnknown(services, row, sends);
  if (isUnsettled) return { outcome: refusedInFlight(row, services.clock.now()), sends };
  // An earlier send may have taken the coupon back before somebody else got it.
  const isDoubtful =
    refused === "REF_REUSED" || (row.sends > 0 && refused === "COUPON_OTHER_MEMBER");
  if (isDoubtful) return { outcome: { state: "needs_review" }, sends };
  return { outcome: { state: "refused", code: refused, detail }, sends };
}

/** @throws what isn't a failure of the platform. */
function afterError(
  services: ExecutorServices,
  row: StepAtWork,
  sent: Sent,
  thrown: unknown,
): SendResult {
  const { sends } = sent;
  const isPartly = thrown instanceof PartialWriteError;
  const error = isPartly ? thrown.cause : thrown;
  if (isTooSoon(error)) return stillUnknown(services, row, sends);
  if (!(error instanceof LoyaltyError)) throw thrown;
  if (error.ambiguous && sends > row.sends) return stillUnknown(services, row, sends);
  const refusal = refusalIn(error);
  if (isPartly) {
    // `sends` must be at least 1, so that the next attempt reads what is done before it sends.
    return stillUnknown(services, row, refusal ? sends : Math.max(row.sends, 1));
  }
  if (refusal) return afterRefusal(services, row, sent, refusal);
  if (row.sends > 0) return stillUnknown(services, row, row.sends);
  if (sends === 0 || !deniedCodes.has(error.code)) return { outcome: unreached, sends: 0 };
  return { outcome: { state: "refused", code: error.code, detail: null }, sends };
}

/**
 * The codes of a 403, a 405 and the like, which don't pass with time. A 401 does, once the token is renewed or the
 * operator has corrected the credentials, and so does a 429.
 */
const deniedCodes: ReadonlySet<LoyaltyErrorCode> = new Set(["FORBIDDEN", "UNEXPECTED_ANSWER"]);

const stillUnknown = ({ clock }: ExecutorServices, row: StepAtWork, sends: number): SendResult => ({
  outcome: stillOpen(row, clock.now()),
  sends,
});

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

/**
 * What is stored with the end of an order: how it can be undone, what it takes back, and what the member is told. The
 * change is tried here, and made by the store, which locks the order.
 */
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
