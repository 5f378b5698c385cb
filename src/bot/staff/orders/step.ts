/** A step of an order: its operation, what the platform shows of it, and what takes it back. */
import type { Clock } from "../../../clock.ts";
import type { LoyaltyClient } from "../../../loyalty/client.ts";
import { LoyaltyError } from "../../../loyalty/errors.ts";
import type { TransactionLookup } from "../../../members/ledger/mirrored-client.ts";
import { kindOf, kindOfWrite, type WriteOperationName } from "../../../store/rules/kinds.ts";
import {
  currentStep,
  type LimitUse,
  type Order,
  type Question,
  type Step,
} from "../../../store/rules/order.ts";
import type { StaffPrices } from "../../../store/staff-prices.ts";
import { createCouponSet, giveCoupons, useCoupon, voidCoupons } from "../operations/coupons.ts";
import { adjustPoints, voidTransactions } from "../operations/points.ts";
import { removeStaff, restoreStaff, setRewardPrice } from "../operations/stored.ts";
import {
  refusalIn,
  type RewardPriceChanges,
  type StaffChanges,
  type WriteOperation,
} from "../operations/write-operation.ts";
import type { StaffDirectory } from "../staff-directory.ts";
import { bookedSince, type Read } from "./lost-writes.ts";
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

export interface StepServices {
  loyalty: LoyaltyClient;
  /** Null where no ledger is mirrored. */
  transactions: TransactionLookup | null;
  /** Whether an order about the member was made with this key. */
  isOrderKey(account: string, memberUuid: string, refId: string): Promise<boolean>;
  /** The platform's clock minus ours in milliseconds; null = unknown. */
  clockDifference(): number | null;
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

/**
 * The step that an order has come to, with what it writes.
 * @returns null where the platform's ids of what it takes back aren't known: only a person can do it.
 */
export function stepAtWork(order: Order): StepAtWork | null {
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

/**
 * Finds out, by reads alone, whether a write has happened.
 * @throws {LoyaltyError} when the platform fails, so that a later read may tell.
 */
export async function readWritten(
  services: StepServices,
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

/** Changes of the staff in the name of who confirmed the order. */
export function staffChanges(
  { directory, clock }: StepServices,
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

export const priceChanges = (
  { staffPrices }: StepServices,
  { account }: StepAtWork,
): RewardPriceChanges => ({
  of: async (setUuid) => (await staffPrices.list(account)).get(setUuid) ?? null,
  replace: (change) => staffPrices.replace(account, change),
});

/** How long an order can be undone. */
const undoMs = 15 * 60_000;

/** The question that offers to undo an order that is done; null if it can't be undone, or nobody has asked for it. */
export function undoQuestionOf(order: Order, now: number): Question | null {
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
export function takenBackBy({ steps }: Order): LimitUse | null {
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
