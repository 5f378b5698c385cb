/** The table of write operations. */
import type { Step } from "../../../store/rules/order.ts";
import type { WriteOperationName } from "../../../store/rules/kinds.ts";
import { createCouponSet, giveCoupons, useCoupon, voidCoupons } from "./coupons.ts";
import type { WriteOperation } from "./write-operation.ts";
import { adjustPoints, voidTransactions } from "./points.ts";
import { removeStaff, restoreStaff, setRewardPrice } from "./stored.ts";

interface TableEntry {
  /** The kind of an order of this write alone. */
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

export const kindNamed = (name: WriteOperationName): string => operations[name].kind;

/** The operation of a step. @throws {RangeError} for one that only another version knows. */
export function operationOf({ operation: name }: Pick<Step, "operation">): WriteOperation {
  if (!Object.hasOwn(operations, name)) throw new RangeError(`unknown operation: ${name}`);
  return operations[name].operation;
}
