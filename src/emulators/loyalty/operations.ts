/** The handlers of all operations of the contract. */
import type { OperationName } from "../../loyalty/contract.ts";
import type { Handler, TokenHandler } from "./context.ts";
import { addPoint } from "./operations/addPoint.ts";
import { burnPoint } from "./operations/burnPoint.ts";
import { checkCoupon } from "./operations/checkCoupon.ts";
import { createCouponSet } from "./operations/createCouponSet.ts";
import { exchangeAccessToken } from "./operations/exchangeAccessToken.ts";
import { generateExchangeToken } from "./operations/generateExchangeToken.ts";
import { getAccessToken } from "./operations/getAccessToken.ts";
import { getCampaign } from "./operations/getCampaign.ts";
import { getCouponSet } from "./operations/getCouponSet.ts";
import { getCurrentAddOnStatus } from "./operations/getCurrentAddOnStatus.ts";
import { getGiveCouponHistory } from "./operations/getGiveCouponHistory.ts";
import { getProfile } from "./operations/getProfile.ts";
import { getTransaction } from "./operations/getTransaction.ts";
import { giveCouponToMemberId } from "./operations/giveCouponToMemberId.ts";
import { markUseCoupon } from "./operations/markUseCoupon.ts";
import { renewAccessToken } from "./operations/renewAccessToken.ts";
import { voidGiveCoupon } from "./operations/voidGiveCoupon.ts";
import { voidTransactionById } from "./operations/voidTransactionById.ts";
import { voidTransactionByRefId } from "./operations/voidTransactionByRefId.ts";
import { voidTransactionByRefNo } from "./operations/voidTransactionByRefNo.ts";

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
