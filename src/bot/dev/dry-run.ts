/** Dry run for the dev channel: reads go to the platform, writes throw what they would have sent. */
import { contract, operationNames, type OperationName } from "../../loyalty/contract.ts";
import type { LoyaltyClient } from "../../loyalty/client.ts";
import type { MemberCache } from "../../members/member-cache.ts";
import { currentStep, type Order } from "../../store/rules/order.ts";
import type { Conclusion, Orders } from "../../store/orders.ts";
import type { Redeemer } from "../context.ts";
import type { Redemption } from "../redemption.ts";
import type { Executor } from "../staff/orders/executor.ts";
import { operationOf } from "../staff/orders/executor.ts";
import type { RewardPriceChanges, StaffChanges } from "../staff/operations/write-operation.ts";

/** Thrown in place of a write; carries the operation and its input. */
export class DryRunWrite extends Error {
  /** An operation of the platform, or a change of the staff. */
  readonly operation: string;
  readonly input: object;
  /** The order that the write is of; null for other writes. */
  readonly order: Order | null;
  constructor(operation: string, input: object, order: Order | null = null) {
    super(`${operation} isn't sent in a dry run`);
    this.operation = operation;
    this.input = input;
    this.order = order;
  }
}

/** Every request but GET changes something, except requests for tokens. */
const isWrite = (name: OperationName) =>
  contract[name].method !== "GET" && contract[name].auth !== "none";

/** @returns a client with the same reads, whose writes reject with `DryRunWrite` before anything is sent. */
export function dryRunClient(loyalty: LoyaltyClient): LoyaltyClient {
  const entries = operationNames.map((name) => [
    name,
    isWrite(name) ? (input: object) => Promise.reject(new DryRunWrite(name, input)) : loyalty[name],
  ]);
  return Object.fromEntries(entries) as LoyaltyClient;
}

const dryRunStaff: StaffChanges = {
  roleOf: () => Promise.resolve(null),
  remove: (who) => Promise.reject(new DryRunWrite("remove", who)),
  restore: (who) => Promise.reject(new DryRunWrite("restore", who)),
};

const dryRunPrices: RewardPriceChanges = {
  of: () => Promise.resolve(null),
  replace: (change) => Promise.reject(new DryRunWrite("reward", change)),
};

/** The end of a confirmed write that wasn't sent: refused with code `TEST`. */
export function dryRunConclusion(order: Order): Conclusion {
  const step = currentStep(order);
  const { sends = 0 } = order.steps[step] ?? {};
  const outcome = { state: "refused", code: "TEST", detail: null } as const;
  const what = { do: "settle", step, outcome, before: sends, sends } as const;
  return { id: order.id, what, takenBack: null, undo: null, notices: [] };
}

/** An executor that stops at the first write. @throws {DryRunWrite} with the order. */
export function dryRunExecutor(loyalty: LoyaltyClient, orders: Orders): Executor {
  const loadStored = async ({ account, id }: Pick<Order, "account" | "id">) => {
    const order = await orders.get(account, id);
    if (!order) throw new RangeError("no such order");
    return { order, undo: null };
  };
  return {
    async execute(key, actor, signal) {
      const { order } = await loadStored(key);
      const step = order.steps[currentStep(order)];
      if (!step) return { order, undo: null };
      try {
        const ctx = { loyalty, staff: dryRunStaff, prices: dryRunPrices, options: { signal } };
        await operationOf(step).perform(ctx, step.input, step.refId, null);
      } catch (error) {
        if (!(error instanceof DryRunWrite)) throw error;
        throw new DryRunWrite(error.operation, error.input, order);
      }
      await orders.conclude(key.account, dryRunConclusion(order), actor);
      return loadStored(key);
    },
    decide: loadStored,
  };
}

const refuseBurn = ({ terms, order }: Redemption) =>
  Promise.reject(
    new DryRunWrite("burnPoint", {
      card_no: terms.card,
      points: terms.points,
      ref_id: order.steps[0]?.refId,
      channel: "LINE",
    }),
  );

/** A redeemer that asks as usual, and stops before anything is claimed or sent. @param members as impersonated. */
export const dryRunRedeemer = (
  redeemer: Redeemer,
  members: Pick<MemberCache, "lookup">,
): Redeemer => ({
  ...redeemer,
  freshMember: (lineId) => members.lookup(lineId),
  confirm: refuseBurn,
  undo: refuseBurn,
});
