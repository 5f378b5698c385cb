/** The loyalty platform's connect interface as data: one record per operation, used by the client and the emulator. */
import type { z } from "zod";
import { authentication } from "./contract/authentication.ts";
import { campaigns } from "./contract/campaigns.ts";
import { coupons } from "./contract/coupons.ts";
import { extensionConfig } from "./contract/extension-config.ts";
import { memberProfiles } from "./contract/member-profiles.ts";
import { transactions } from "./contract/transactions.ts";

/** Every operation by name. */
export const contract = {
  ...authentication,
  ...extensionConfig,
  ...campaigns,
  ...memberProfiles,
  ...transactions,
  ...coupons,
};

export type Contract = typeof contract;
export type OperationName = keyof Contract;

/** The names of all operations, grouped by area. */
export const operationNames = Object.keys(contract) as OperationName[];

// The output type of an empty zod object forbids every key; `object` adds none.
type Fields<Part extends z.ZodObject> = string extends keyof z.output<Part>
  ? object
  : z.output<Part>;

/** The input of an operation: the fields of its path, query and body in one object. */
export type Input<Name extends OperationName> = Fields<Contract[Name]["input"]["path"]> &
  Fields<Contract[Name]["input"]["query"]> &
  Fields<Contract[Name]["input"]["body"]>;

/** The body of an operation's successful response. */
export type Output<Name extends OperationName> = z.output<Contract[Name]["output"]>;

/** One page of a list; `pagination.total` counts the rows of all pages. */
export interface Page<Row> {
  pagination: { total: number; page: number; size: number };
  data: Row[];
}

export { isTooLargeId, refusalsOf, type Operation, type Origin } from "./contract/operation.ts";
export { addressOrigin, apiVersions, pathIn, type ApiVersion } from "./contract/operation.ts";
export { refusals, type RefusalCode } from "./contract/operation.ts";
export type { Tokens } from "./contract/authentication.ts";
export type { AddOnSubscription } from "./contract/extension-config.ts";
export type { Campaign } from "./contract/campaigns.ts";
export { knownFields } from "./contract/member-profiles.ts";
export type { MemberCard, MemberProfile } from "./contract/member-profiles.ts";
export { transactionSizes, type Transaction } from "./contract/transactions.ts";
export {
  couponReasons,
  type Coupon,
  type CouponCheck,
  type CouponReason,
  type CouponSet,
} from "./contract/coupons.ts";
