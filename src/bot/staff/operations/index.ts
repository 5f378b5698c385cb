/** The table of write operations. */
import type { Confirmation } from "../../../store/confirmations.ts";
import { giveCoupons } from "./give-coupons.ts";
import type { WriteOperationName, WriteOperation } from "./write-operation.ts";
import { createCouponSet } from "./create-coupon-set.ts";
import { adjustPoints } from "./adjust-points.ts";
import { voidCoupons } from "./void-coupons.ts";
import { removeStaff, restoreStaff } from "./remove-staff.ts";
import { setRewardPrice } from "./set-reward-price.ts";
import { useCoupon } from "./use-coupon.ts";
import { voidTransactions } from "./void-transactions.ts";

interface TableEntry {
  /** What is stored with a confirmation in the operation's place; it never changes. */
  kind: string;
  operation: WriteOperation;
}

const operations: Readonly<Record<WriteOperationName, TableEntry>> = {
  give_coupons: { kind: "giving", operation: giveCoupons },
  void_coupons: { kind: "takingBack", operation: voidCoupons },
  use_coupon: { kind: "using", operation: useCoupon },
  adjust_points: { kind: "moving", operation: adjustPoints },
  void_transactions: { kind: "voiding", operation: voidTransactions },
  create_coupon_set: { kind: "making", operation: createCouponSet },
  remove_staff: { kind: "removing", operation: removeStaff },
  restore_staff: { kind: "restoring", operation: restoreStaff },
  set_reward_price: { kind: "pricing", operation: setRewardPrice },
};

const byKind = new Map(Object.values(operations).map(({ kind, operation }) => [kind, operation]));

export const storedKind = (name: WriteOperationName): string => operations[name].kind;

/** False for what another version has stored: it is kept for that version, and neither sent nor ended here. */
export const isKnownKind = ({ kind }: Pick<Confirmation, "kind">): boolean => byKind.has(kind);

/** The operation of a confirmation. @throws {RangeError} for an unknown kind. */
export function operationOf({ kind }: Pick<Confirmation, "kind">): WriteOperation {
  const operation = byKind.get(kind);
  if (!operation) throw new RangeError(`unknown kind of write: ${kind}`);
  return operation;
}
