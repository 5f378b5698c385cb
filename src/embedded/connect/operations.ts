/** Every operation of the contract with the function that performs it. */
import type { Handler, TokenHandler } from "./context.ts";
import { exchangeAccessToken } from "./operations/exchangeAccessToken.ts";
import { generateExchangeToken } from "./operations/generateExchangeToken.ts";
import { getAccessToken } from "./operations/getAccessToken.ts";
import { getCurrentAddOnStatus } from "./operations/getCurrentAddOnStatus.ts";
import { getProfile } from "./operations/getProfile.ts";
import { renewAccessToken } from "./operations/renewAccessToken.ts";

type TokenOperation =
  | "getAccessToken"
  | "generateExchangeToken"
  | "exchangeAccessToken"
  | "renewAccessToken";

/** Those that issue tokens. */
export const tokenOperations: { [Name in TokenOperation]: TokenHandler<Name> } = {
  getAccessToken,
  generateExchangeToken,
  exchangeAccessToken,
  renewAccessToken,
};

/** Those that a connect token opens. */
export const operations: {
  [Name in "getCurrentAddOnStatus" | "getProfile"]: Handler<Name>;
} = {
  getCurrentAddOnStatus,
  getProfile,
};
