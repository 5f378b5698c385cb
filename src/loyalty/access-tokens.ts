/** Access tokens of the direct and the exchange flow. */
import type { Input, OperationName, Output } from "./contract.ts";
import { LoyaltyError } from "./errors.ts";
import { RefreshToken, type TokenStore } from "./refresh-token.ts";
import {
  TokenCache,
  type AccessTokens,
  type Token,
  type TokenCacheOptions,
} from "./token-cache.ts";

/** A business's permanent API key pair, for the direct flow. */
export interface DirectCredentials {
  businessCode: string;
  apiKey: string;
  apiSecret: string;
}

/** What the exchange flow starts with: a refresh token, or a single-use exchange token. */
export type ExchangeCredentials = { refreshToken: string } | { exchangeToken: string };

/** Calls an operation that needs no token. */
export type CallWithoutToken = <Name extends OperationName>(
  operation: Name,
  input: Input<Name>,
) => Promise<Output<Name>>;

/** A token is renewed this long before it expires, so that it doesn't expire during a call. */
const marginMs = 60_000;

/** Tokens of the direct flow, which never expire. */
export function directTokens(
  call: CallWithoutToken,
  options: TokenCacheOptions,
  credentials: DirectCredentials,
): AccessTokens {
  const remedy =
    "see whether the key of CONNECT_API_KEY was revoked or replaced on the platform; " +
    "set the new one with its secret and restart, or wait: it is tried again by itself";
  return new TokenCache(options, remedy, async () => {
    const answer = await call("getAccessToken", {
      business_code: credentials.businessCode,
      api_key: credentials.apiKey,
      api_secret: credentials.apiSecret,
    });
    return { token: answer.access_token, until: Number.POSITIVE_INFINITY };
  });
}

/** Tokens of the exchange flow. A stored refresh token takes precedence until the configured credentials change. */
export function exchangeTokens(
  call: CallWithoutToken,
  options: TokenCacheOptions,
  credentials: ExchangeCredentials,
  store: TokenStore,
): AccessTokens & AsyncDisposable {
  const refreshToken = new RefreshToken(store, credentials, options);

  async function obtain(): Promise<Output<"renewAccessToken">> {
    const refresh_token = await refreshToken.get();
    if (refresh_token !== null) return call("renewAccessToken", { refresh_token });
    return "refreshToken" in credentials
      ? call("renewAccessToken", { refresh_token: credentials.refreshToken })
      : call("exchangeAccessToken", { exchange_token: credentials.exchangeToken });
  }

  const { clock } = options;
  async function renew(): Promise<Token> {
    const requestedAt = clock.now();
    const answer = await obtain().catch((thrown: unknown) => {
      throw thrown instanceof LoyaltyError && thrown.code === "UNAUTHORIZED"
        ? asSignInAgain(thrown)
        : thrown;
    });
    // Stored before use, as the old one is invalid now; if the store fails, the token is used nevertheless.
    await refreshToken.replace(answer.refresh_token);
    const lifeMs = answer.expires_in * 1000;
    return {
      token: answer.access_token,
      until: requestedAt + lifeMs - Math.min(marginMs, lifeMs / 2),
    };
  }

  const tokens = new TokenCache(options, signInRemedy, () => refreshToken.exclusively(renew));
  return Object.assign(tokens, {
    [Symbol.asyncDispose]: () => refreshToken[Symbol.asyncDispose](),
  });
}

const signInRemedy =
  "generate an exchange token on the platform, set CONNECT_EXCHANGE_TOKEN and restart";

function asSignInAgain({ operation, status, requestId }: LoyaltyError): LoyaltyError {
  return new LoyaltyError(
    "SIGN_IN_AGAIN",
    `the platform refused the token of the exchange flow (used up or revoked): ${signInRemedy}`,
    { operation, status, requestId },
  );
}
