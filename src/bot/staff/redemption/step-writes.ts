/** The writes that a redemption consists of, as the operations that staff's orders use, with their orders. */
import type { Confirmation } from "../../../store/confirmations.ts";
import type { Redemption, RedemptionStep, StepRecord } from "../../../store/redemptions.ts";
import type { AdjustPoints } from "../operations/adjust-points.ts";
import type { GiveCoupons } from "../operations/give-coupons.ts";
import { storedKind } from "../operations/index.ts";
import type { VoidCoupons } from "../operations/void-coupons.ts";
import type { VoidTransactions } from "../operations/void-transactions.ts";
import type { OrderedWrite } from "../operations/write-operation.ts";

/** The coupon that was given; its name is the set's. */
export interface RedeemedCoupon {
  uuid: string;
  code: string;
  expires_at?: string;
}

/** The coupon of a redemption, or null: it isn't given, or only a person knows that it is. */
export function couponOf({ steps }: Redemption): RedeemedCoupon | null {
  const { coupons } = (steps.give?.done ?? {}) as { coupons?: RedeemedCoupon[] };
  return coupons?.[0] ?? null;
}

/** The platform's id of the burn, with the balance after it where that can be read; null where it isn't known. */
export function burnOf({ steps }: Redemption): { id: number; balance?: number } | null {
  const done = steps.burn?.done;
  return done && "id" in done ? (done as { id: number; balance?: number }) : null;
}

/**
 * A step as the confirmed order by which it is attempted and read.
 * @returns null where the platform's id of what it takes back isn't known: only a person can do it.
 */
export function confirmationOf(
  redemption: Redemption,
  step: RedemptionStep,
  record: StepRecord,
): Confirmation | null {
  const write = writeOf(redemption, step);
  if (!write) return null;
  const { account, id, asker, memberUuid, giveRefId, burnRefId, askedAt, expiresAt } = redemption;
  const { begunAt, sends, sentAt, clockDifference } = record;
  return {
    account,
    id,
    asker,
    command: "redeem",
    kind: storedKind(write.operation),
    order: write.order,
    // Voids go by the platform's ids.
    refId: step === "give" ? giveRefId : burnRefId,
    memberUuid,
    gifts: 0,
    points: 0,
    approval: false,
    askedAt,
    expiresAt,
    undoOf: null,
    state: "claimed",
    claimedBy: asker,
    claimedAt: begunAt,
    sends,
    sentAt,
    clockDifference,
    outcome: null,
  };
}

function writeOf(redemption: Redemption, step: RedemptionStep): OrderedWrite | null {
  const { memberUuid, lineId, order } = redemption;
  const { set, setUuid, card, points, who } = order;
  const affected = { memberUuid, lineId, who };
  switch (step) {
    case "burn": {
      const burn: AdjustPoints = { ...affected, type: "BURN", card, points, refNo: null };
      return { operation: "adjust_points", order: burn };
    }
    case "give": {
      const input = { memberUuid, coupon_set_uuid: setUuid, quantity: 1 };
      const gift: GiveCoupons = { ...affected, input, set, quantity: 1 };
      return { operation: "give_coupons", order: gift };
    }
    case "void_coupon": {
      const coupon = couponOf(redemption);
      if (!coupon) return null;
      const { uuid, code } = coupon;
      const voided: VoidCoupons = { ...affected, set, coupons: [{ uuid, code }] };
      return { operation: "void_coupons", order: voided };
    }
    case "refund": {
      const burn = burnOf(redemption);
      if (!burn) return null;
      const movements = [{ id: burn.id, type: "BURN" as const, points, card }];
      const refund: VoidTransactions = { ...affected, movements };
      return { operation: "void_transactions", order: refund };
    }
  }
}
