/** The bearer tokens of both flows: obtained once for all callers, and again when refused or old. */
import type { Clock } from "../clock.ts";
import { createAlarm, type Alarm, type Log } from "../observability/log.ts";
import type { Input, OperationName, Output } from "./contract.ts";
import { LoyaltyError } from "./errors.ts";
import { createRefreshToken, type TokenStore } from "./refresh-token.ts";

/** A business's permanent key pair. */
export interface DirectCredentials {
  businessCode: string;
  apiKey: string;
  apiSecret: string;
}

/** Where the exchange flow begins: with a refresh token, or a single-use exchange token. */
export type ExchangeCredentials = { refreshToken: string } | { exchangeToken: string };

/** Sends a call that needs no token. */
export type CallWithoutToken = <Name extends OperationName>(
  operation: Name,
  input: Input<Name>,
) => Promise<Output<Name>>;

export interface AccessTokens {
  /** @throws {LoyaltyError} at once, without asking, while the credentials were refused just now. */
  get(): Promise<string>;
  /** Says that this token was answered with 401. @returns whether `get` may bring another. */
  onRefused(token: string, error: LoyaltyError): boolean;
  /** Says that a token was taken for this. */
  onAccepted(operation: OperationName): void;
}

/** Renewed this long before it ends, so that no call meets its end on the way. */
const marginMs = 60_000;

/** Refused credentials are tried again after the first rest, and then after twice as long each time. */
const firstRestMs = 30_000;
const maxRestMs = 5 * 60_000;
/** So many refusals in a row, of a token that was issued just now, are no accident. */
const refusalsBeforeAlarm = 3;

/** What tokens are kept with. */
export interface TokenCacheOptions {
  clock: Clock;
  log: Log;
  /** Is told when the platform begins and when it ends to refuse these credentials. */
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

/** @param remedy what the operator can do when the credentials are refused. */
function createTokenCache(
  keeping: TokenCacheOptions,
  remedy: string,
  obtain: () => Promise<{ token: string; until: number }>,
): AccessTokens {
  const { clock } = keeping;
  const alarm = alarmFor(keeping);
  let current: { token: string; until: number } | null = null;
  let pending: Promise<string> | null = null;
  let rest: { until: number; error: LoyaltyError } | null = null;
  let restMs = firstRestMs;
  /** From when on a refused token is given up for another. */
  let givenUpFrom = Number.NEGATIVE_INFINITY;
  let refusals = 0;

  function nextRest(): number {
    const until = clock.now() + restMs;
    restMs = Math.min(restMs * 2, maxRestMs);
    return until;
  }

  /** What a good token is refused for; null where no token can be had. Others that are taken don't end that alarm. */
  let refusedFor: OperationName | null = null;

  const raise = ({ code, status, requestId, operation }: LoyaltyError) =>
    alarm.raise({ code, status, requestId, operation, remedy });

  async function renew(): Promise<string> {
    try {
      current = await obtain();
      rest = null;
      return current.token;
    } catch (thrown) {
      if (!(thrown instanceof LoyaltyError)) throw thrown;
      if (thrown.code === "RATE_LIMITED") {
        const wait = Math.min(thrown.retryAfterMs ?? firstRestMs, maxRestMs);
        rest = { until: clock.now() + wait, error: thrown };
      } else if (isRefusal(thrown)) {
        rest = { until: nextRest(), error: thrown };
        refusedFor = null;
        raise(thrown);
      }
      throw thrown;
    } finally {
      pending = null;
    }
  }

  return {
    async get() {
      if (current && clock.now() < current.until) return current.token;
      if (!pending && rest && clock.now() < rest.until) throw rest.error;
      pending ??= renew();
      return pending;
    },
    onRefused(token, error) {
      if (current?.token !== token) return true;
      refusals += 1;
      if (refusals >= refusalsBeforeAlarm) {
        if (!alarm.isOn) refusedFor = error.operation;
        raise(error);
      }
      if (clock.now() < givenUpFrom) return false;
      givenUpFrom = nextRest();
      current = null;
      return true;
    },
    onAccepted(operation) {
      refusals = 0;
      restMs = firstRestMs;
      if (refusedFor === null || refusedFor === operation) alarm.clear();
    },
  };
}

/** Whether it is the credentials: a platform may answer more than 401 to a wrong key. */
const isRefusal = ({ status }: LoyaltyError) =>
  status !== null && status >= 400 && status < 500 && status !== 408;

/** Tokens of the direct flow, which never expire. */
export function directTokens(
  ask: CallWithoutToken,
  keeping: TokenCacheOptions,
  credentials: DirectCredentials,
): AccessTokens {
  const remedy =
    "see whether the key of CONNECT_API_KEY was revoked or replaced on the platform; " +
    "set the new one with its secret and restart, or wait: it is tried again by itself";
  return createTokenCache(keeping, remedy, async () => {
    const answer = await ask("getAccessToken", {
      business_code: credentials.businessCode,
      api_key: credentials.apiKey,
      api_secret: credentials.apiSecret,
    });
    return { token: answer.access_token, until: Number.POSITIVE_INFINITY };
  });
}

/** Tokens of the exchange flow. What is in the store wins until the configured token changes. */
export function exchangeTokens(
  ask: CallWithoutToken,
  keeping: TokenCacheOptions,
  credentials: ExchangeCredentials,
  store: TokenStore,
): AccessTokens & AsyncDisposable {
  const refreshToken = createRefreshToken(store, credentials, keeping);

  async function obtain(): Promise<Output<"renewAccessToken">> {
    const refresh_token = await refreshToken.get();
    if (refresh_token !== null) return ask("renewAccessToken", { refresh_token });
    return "refreshToken" in credentials
      ? ask("renewAccessToken", { refresh_token: credentials.refreshToken })
      : ask("exchangeAccessToken", { exchange_token: credentials.exchangeToken });
  }

  const { clock } = keeping;
  const tokens = createTokenCache(keeping, signInRemedy, async () => {
    const asked = clock.now();
    const answer = await obtain().catch((thrown: unknown) => {
      throw thrown instanceof LoyaltyError && thrown.code === "UNAUTHORIZED"
        ? asSignInAgain(thrown)
        : thrown;
    });
    // Before use, as the platform has already ended the old one; where the store fails, it is used all the same.
    await refreshToken.keep(answer.refresh_token);
    const lifeMs = answer.expires_in * 1000;
    return { token: answer.access_token, until: asked + lifeMs - Math.min(marginMs, lifeMs / 2) };
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
