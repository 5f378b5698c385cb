/** The handlers of all operations of the contract. */
import type { OperationName } from "../../loyalty/contract.ts";
import type { Handler, TokenHandler } from "./context.ts";
import {
  addPoint,
  burnPoint,
  getTransaction,
  voidTransactionById,
  voidTransactionByRefId,
  voidTransactionByRefNo,
} from "./operations/transactions.ts";
import {
  checkCoupon,
  createCouponSet,
  getCouponSet,
  getGiveCouponHistory,
  giveCouponToMemberId,
  markUseCoupon,
  voidGiveCoupon,
} from "./operations/coupons.ts";
import {
  exchangeAccessToken,
  generateExchangeToken,
  getAccessToken,
  renewAccessToken,
} from "./operations/authentication.ts";
import { getCampaign } from "./operations/campaigns.ts";
import { getCurrentAddOnStatus } from "./operations/extension-config.ts";
import { getProfile } from "./operations/member-profiles.ts";

type TokenOperation =
  | "getAccessToken"
  | "generateExchangeToken"
  | "exchangeAccessToken"
  | "renewAccessToken";

/** Operations that issue tokens. */
export const tokenOperations: { [Name in TokenOperation]: TokenHandler<Name> } = {
  getAccessToken,
  generateExchangeToken,
  exchangeAccessToken,
  renewAccessToken,
};

/** Operations that need a connect token. */
export const operations: { [Name in Exclude<OperationName, TokenOperation>]: Handler<Name> } = {
  addPoint,
  burnPoint,
  checkCoupon,
  createCouponSet,
  getCampaign,
  getCouponSet,
  getCurrentAddOnStatus,
  getGiveCouponHistory,
  getProfile,
  getTransaction,
  giveCouponToMemberId,
  markUseCoupon,
  voidGiveCoupon,
  voidTransactionById,
  voidTransactionByRefId,
  voidTransactionByRefNo,
};
