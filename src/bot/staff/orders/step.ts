/** Attempts the step of an order: reads first whether an earlier send has happened, and goes by the rules for a second one. */
import type { Clock } from "../../../clock.ts";
import type { LoyaltyClient } from "../../../loyalty/client.ts";
import { LoyaltyError, type LoyaltyErrorCode } from "../../../loyalty/errors.ts";
import type { TransactionLookup } from "../../../members/ledger/mirrored-client.ts";
import { isTooSoon } from "../../../store/errors.ts";
import type { Order, Outcome, Settlement, Step } from "../../../store/rules/order.ts";
import type { Orders } from "../../../store/orders.ts";
import { inFlightMs, isInFlight } from "../../../store/rules/order-changes.ts";
import type { StaffPrices } from "../../../store/staff-prices.ts";
import {
  PartialWriteError,
  refusalIn,
  type Refusal,
  type RewardPriceChanges,
  type StaffChanges,
  type WriteOperation,
} from "../operations/write-operation.ts";
import type { StaffDirectory } from "../staff-directory.ts";
import { afterReading, bookedSince, refusedInFlight, stillOpen, type Read } from "./lost-writes.ts";

export interface AttemptServices {
  loyalty: LoyaltyClient;
  /** Null where no ledger is mirrored. */
  transactions: TransactionLookup | null;
  orders: Orders;
  /** Whether the platform performs a write once per `ref_id`: then resends need no read. */
  idempotent: boolean;
  /** Whether an order about the member was made with this key. */
  isOrderKey(account: string, memberUuid: string, refId: string): Promise<boolean>;
  /** The platform's clock minus ours in milliseconds; null = unknown. */
  clockDifference(): number | null;
  /** Whether the wall clock was set forward less than `ms` ago. */
  wasClockSet(ms: number): boolean;
  directory: StaffDirectory;
  staffPrices: StaffPrices;
  clock: Clock;
}

/** A step that is attempted, with what is needed of its order. */
export interface StepAtWork
  extends
    Step,
    Pick<Order, "account" | "id" | "asker" | "command" | "memberUuid" | "claimedBy" | "askedAt"> {
  /** Its index. */
  index: number;
  write: WriteOperation;
}

export type AttemptResult = Omit<Settlement, "step">;

/** What a send leads to. */
type SendResult = Omit<AttemptResult, "before">;

/** Nothing was sent, or nothing that the platform took up. */
export const unreached: Outcome = { state: "refused", code: "UNREACHED", detail: null };

/** The sends of an attempt that has sent nothing. */
export const unsent = ({ sends }: Pick<Step, "sends">) => ({ before: sends, sends });

/**
 * Looks again at what was confirmed, if the write was never sent: afterwards it may be what has changed it.
 * @returns why nothing is sent; null = it may be sent.
 */
export async function refusedUnsent(
  { loyalty, clock }: Pick<AttemptServices, "loyalty" | "clock">,
  row: StepAtWork,
  { timeZone, signal }: { timeZone: string; signal: AbortSignal },
): Promise<AttemptResult | null> {
  const { lookAgain } = row.write;
  if (row.sends > 0 || !lookAgain) return null;
  const refused = ({ refused: code, detail }: Refusal): AttemptResult => ({
    outcome: { state: "refused", code, detail },
    ...unsent(row),
  });
  try {
    const change = await lookAgain({ loyalty, signal, now: clock.now(), timeZone }, row.input);
    return change && refused(change);
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
export async function attempt(
  services: AttemptServices,
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

/**
 * Finds out, by reads alone, whether a write has happened.
 * @throws {LoyaltyError} when the platform fails, so that a later read may tell.
 */
export async function readWritten(
  services: AttemptServices,
  row: StepAtWork,
  signal: AbortSignal,
): Promise<Exclude<Read, "later">> {
  const { loyalty, transactions, clockDifference } = services;
  const { account, memberUuid, refId, input } = row;
  const since = bookedSince(row, clockDifference());
  try {
    return await row.write.find(
      {
        loyalty,
        transactions,
        staff: staffChanges(services, row),
        prices: priceChanges(services, row),
        signal,
        refId,
        isOtherOrder: (rowRefId) => services.isOrderKey(account, memberUuid ?? "", rowRefId),
        since,
      },
      input,
    );
  } catch (error) {
    if (!(error instanceof LoyaltyError)) throw error;
    // Refusals and unreadable answers don't pass: a later read would fail in the same way.
    const isPermanent = refusalIn(error) !== null || error.code === "UNEXPECTED_ANSWER";
    if (isPermanent) return "unclear";
    throw error;
  }
}

/** @throws what isn't a failure of the platform. */
export function orLater(error: unknown): "later" {
  if (error instanceof LoyaltyError) return "later";
  throw error;
}

interface SendOptions {
  eventId: string | null;
  /** What is already done of it; null = nothing. */
  doneBefore: object | null;
  /** Whether the platform may still be processing an earlier send. */
  mayBeInFlight: boolean;
}

async function send(
  services: AttemptServices,
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

/** Changes of the staff in the name of who confirmed the order. */
function staffChanges(
  { directory, clock }: AttemptServices,
  { account, id, command, asker, claimedBy }: StepAtWork,
): StaffChanges {
  const change = () => ({
    by: claimedBy ?? asker,
    eventId: null,
    at: clock.now(),
    confirmation: id,
    command,
  });
  return {
    roleOf: async (lineId) => (await directory.of(account, lineId))?.role ?? null,
    remove: (who) => directory.remove(account, change(), who),
    restore: (who) => directory.restore(account, change(), who),
  };
}

const priceChanges = (
  { staffPrices }: AttemptServices,
  { account }: StepAtWork,
): RewardPriceChanges => ({
  of: async (setUuid) => (await staffPrices.list(account)).get(setUuid) ?? null,
  replace: (change) => staffPrices.replace(account, change),
});

/** Stores a send before it leaves, so that no send is ever forgotten. */
async function recordSend(
  { orders, idempotent: isIdempotent, clockDifference }: AttemptServices,
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
  services: AttemptServices,
  row: StepAtWork,
  { sends, isUnsettled }: Sent,
  { refused, detail }: Refusal,
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
  services: AttemptServices,
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

const stillUnknown = ({ clock }: AttemptServices, row: StepAtWork, sends: number): SendResult => ({
  outcome: stillOpen(row, clock.now()),
  sends,
});
