/** Caches the access tokens of the direct and the exchange flow: one request for concurrent callers, renewal on expiry or refusal. */
import type { Clock } from "../clock.ts";
import { createAlarm, type Alarm, type Log } from "../observability/log.ts";
import type { Input, OperationName, Output } from "./contract.ts";
import { LoyaltyError } from "./errors.ts";
import { createRefreshToken, type TokenStore } from "./refresh-token.ts";

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

export interface AccessTokens {
  /** A valid token. @throws {LoyaltyError} without a request while backing off after a refusal or a 429. */
  get(): Promise<string>;
  /** Reports a 401 for this token. @returns whether a retry with the token of `get` makes sense. */
  onRefused(token: string, error: LoyaltyError): boolean;
  /** Reports that the platform accepted the token for this operation. */
  onAccepted(operation: OperationName): void;
}

/** A token is renewed this long before it expires, so that it doesn't expire during a call. */
const marginMs = 60_000;

/** Back-off after refused credentials: starts here and doubles up to the maximum. */
const firstCooldownMs = 30_000;
const maxCooldownMs = 5 * 60_000;
/** Consecutive 401s for current tokens until the alarm is raised. */
const refusalsBeforeAlarm = 3;

/** What both flows need. */
export interface TokenCacheOptions {
  clock: Clock;
  log: Log;
  /** Called with true when the platform begins to refuse the credentials, and with false when it accepts them again. */
  onRefusedChange?: ((isOn: boolean) => void) | undefined;
}

const alarmFor = ({ log, onRefusedChange }: TokenCacheOptions): Alarm =>
  createAlarm(
    log,
    {
      begins: "the platform refuses our credentials: members get an apology",
      ends: "the platform takes our credentials again",
    },
    onRefusedChange,
  );

/**
 * @param remedy what the operator can do when the credentials are refused; for the log.
 * @param obtain requests a token; `until` is in clock milliseconds.
 */
function createTokenCache(
  options: TokenCacheOptions,
  remedy: string,
  obtain: () => Promise<{ token: string; until: number }>,
): AccessTokens {
  const { clock } = options;
  const alarm = alarmFor(options);
  let current: { token: string; until: number } | null = null;
  let pending: Promise<string> | null = null;
  let cooldown: { until: number; error: LoyaltyError } | null = null;
  let cooldownMs = firstCooldownMs;
  /** Until then a refused token isn't replaced: one was replaced recently. */
  let keepUntil = Number.NEGATIVE_INFINITY;
  let refusals = 0;

  /** The end of the current back-off; doubles the next one. */
  function nextCooldownEnd(): number {
    const until = clock.now() + cooldownMs;
    cooldownMs = Math.min(cooldownMs * 2, maxCooldownMs);
    return until;
  }

  /** The operation whose refusal raised the alarm, which only its success clears; null if obtaining a token failed. */
  let refusedFor: OperationName | null = null;

  const raiseAlarm = ({ code, status, requestId, operation }: LoyaltyError) =>
    alarm.raise({ code, status, requestId, operation, remedy });

  async function renew(): Promise<string> {
    try {
      current = await obtain();
      cooldown = null;
      return current.token;
    } catch (thrown) {
      if (!(thrown instanceof LoyaltyError)) throw thrown;
      if (thrown.code === "RATE_LIMITED") {
        const wait = Math.min(thrown.retryAfterMs ?? firstCooldownMs, maxCooldownMs);
        cooldown = { until: clock.now() + wait, error: thrown };
      } else if (isRefusal(thrown)) {
        cooldown = { until: nextCooldownEnd(), error: thrown };
        refusedFor = null;
        raiseAlarm(thrown);
      }
      throw thrown;
    } finally {
      pending = null;
    }
  }

  return {
    async get() {
      if (current && clock.now() < current.until) return current.token;
      if (!pending && cooldown && clock.now() < cooldown.until) throw cooldown.error;
      pending ??= renew();
      return pending;
    },
    onRefused(token, error) {
      if (current?.token !== token) return true;
      refusals += 1;
      if (refusals >= refusalsBeforeAlarm) {
        if (!alarm.isOn) refusedFor = error.operation;
        raiseAlarm(error);
      }
      if (clock.now() < keepUntil) return false;
      keepUntil = nextCooldownEnd();
      current = null;
      return true;
    },
    onAccepted(operation) {
      refusals = 0;
      cooldownMs = firstCooldownMs;
      if (refusedFor === null || refusedFor === operation) alarm.clear();
    },
  };
}

/** Whether the platform refused the credentials: for a wrong key it may answer another 4xx than 401. */
const isRefusal = ({ status }: LoyaltyError) =>
  status !== null && status >= 400 && status < 500 && status !== 408;

/** Tokens of the direct flow, which never expire. */
export function directTokens(
  call: CallWithoutToken,
  options: TokenCacheOptions,
  credentials: DirectCredentials,
): AccessTokens {
  const remedy =
    "see whether the key of CONNECT_API_KEY was revoked or replaced on the platform; " +
    "set the new one with its secret and restart, or wait: it is tried again by itself";
  return createTokenCache(options, remedy, async () => {
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
  const refreshToken = createRefreshToken(store, credentials, options);

  async function obtain(): Promise<Output<"renewAccessToken">> {
    const refresh_token = await refreshToken.get();
    if (refresh_token !== null) return call("renewAccessToken", { refresh_token });
    return "refreshToken" in credentials
      ? call("renewAccessToken", { refresh_token: credentials.refreshToken })
      : call("exchangeAccessToken", { exchange_token: credentials.exchangeToken });
  }

  const { clock } = options;
  const tokens = createTokenCache(options, signInRemedy, async () => {
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
  });
  return { ...tokens, [Symbol.asyncDispose]: () => refreshToken[Symbol.asyncDispose]() };
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
