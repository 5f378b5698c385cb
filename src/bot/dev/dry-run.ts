/** Dry run for the dev channel: reads go to the platform, writes throw what they would have sent. */
import { contract, operationNames, type OperationName } from "../../loyalty/contract.ts";
import type { LoyaltyClient } from "../../loyalty/client.ts";
import type { Resolution, Confirmation, Confirmations } from "../../store/confirmations.ts";
import type { MemberCache } from "../../members/member-cache.ts";
import type { Redemption } from "../../store/redemptions.ts";
import type { Executor } from "../staff/orders/execute.ts";
import { operationOf } from "../staff/operations/index.ts";
import type { RewardPriceChanges, StaffChanges } from "../staff/operations/write-operation.ts";
import type { RedemptionExecutor } from "../staff/redemption/redeemer.ts";

/** Thrown in place of a write; carries the operation and its input. */
export class DryRunWrite extends Error {
  /** An operation of the platform, or a change of the staff. */
  readonly operation: string;
  readonly input: object;
  /** The confirmation that the write executes; null for other writes. */
  readonly confirmation: Confirmation | null;
  constructor(operation: string, input: object, confirmation: Confirmation | null = null) {
    super(`${operation} isn't sent in a dry run`);
    this.operation = operation;
    this.input = input;
    this.confirmation = confirmation;
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

/** The resolution of a confirmed write that wasn't sent: refused with code `TEST`. */
export const dryRunResolution = (
  { id, sends: before }: Confirmation,
  by: string | null,
  eventId: string | null,
  at: number,
): Resolution => ({
  id,
  outcome: { state: "refused", code: "TEST", detail: null },
  before,
  by,
  eventId,
  at,
  undo: null,
  notices: [],
});

/** An executor that stops at the first write. @throws {DryRunWrite} with the confirmation. */
export function dryRunExecutor(loyalty: LoyaltyClient, confirmations: Confirmations): Executor {
  const loadStored = async ({ account, id }: Pick<Confirmation, "account" | "id">) => {
    const confirmation = await confirmations.get(account, id);
    if (!confirmation) throw new RangeError("no such confirmation");
    return { confirmation, undo: null };
  };
  return {
    async execute(key, { by, eventId }, signal) {
      const { confirmation } = await loadStored(key);
      const { order, refId, claimedAt, askedAt } = confirmation;
      try {
        const ctx = { loyalty, staff: dryRunStaff, prices: dryRunPrices, options: { signal } };
        await operationOf(confirmation).perform(ctx, order, refId, null);
      } catch (error) {
        if (!(error instanceof DryRunWrite)) throw error;
        throw new DryRunWrite(error.operation, error.input, confirmation);
      }
      const resolution = dryRunResolution(confirmation, by, eventId, claimedAt ?? askedAt);
      await confirmations.resolve(key.account, resolution);
      return loadStored(key);
    },
    decide: loadStored,
  };
}

const refuseBurn = ({ order, burnRefId }: Redemption) =>
  Promise.reject(
    new DryRunWrite("burnPoint", {
      card_no: order.card,
      points: order.points,
      ref_id: burnRefId,
      channel: "LINE",
    }),
  );

/** A redeemer that asks as usual, and stops before anything is claimed or sent. @param members as impersonated. */
export const dryRunRedeemer = (
  redeemer: RedemptionExecutor,
  members: Pick<MemberCache, "lookup">,
): RedemptionExecutor => ({
  ...redeemer,
  freshMember: (lineId) => members.lookup(lineId),
  confirm: refuseBurn,
  undo: refuseBurn,
  execute: (redemption) => Promise.resolve(redemption),
  decide: (redemption) => Promise.resolve(redemption),
});
