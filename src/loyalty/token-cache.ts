/** Caches an access token: one request for concurrent callers, renewal on expiry or refusal, back-off while refused. */
import { backoffMs, type Clock } from "../clock.ts";
import { type Alarm, createAlarm, type Log } from "../observability/log.ts";
import type { Input, OperationName, Output } from "./contract.ts";
import { LoyaltyError } from "./errors.ts";
import { RefreshToken, type TokenStore } from "./refresh-token.ts";

export interface AccessTokens {
  /** A valid token. @throws {LoyaltyError} without a request while backing off after a refusal or a 429. */
  get(): Promise<string>;
  /** Reports a 401 for this token. @returns whether a retry with the token of `get` makes sense. */
  onRefused(token: string, error: LoyaltyError): boolean;
  /** Reports that the platform accepted the token for this operation. */
  onAccepted(token: string, operation: OperationName): void;
}

interface TokenCacheOptions {
  clock: Clock;
  log: Log;
  /** Called with true when the platform begins to refuse the credentials, and with false when it accepts them again. */
  onRefusedChange?: ((isOn: boolean) => void) | undefined;
}

/** A token of the platform. */
interface Token {
  token: string;
  /** Milliseconds since 1970; infinity if it never expires. */
  until: number;
}

/** Back-off after refused credentials and refused new tokens. */
const cooldown = { firstMs: 30_000, maxMs: 5 * 60_000 };
/** Consecutive 401s for current tokens until the alarm is raised. */
const refusalsBeforeAlarm = 3;

class TokenCache implements AccessTokens {
  readonly #clock: Clock;
  readonly #alarm: Alarm;
  readonly #remedy: string;
  readonly #obtain: () => Promise<Token>;

  #current: (Token & { hasWorked: boolean }) | null = null;
  #pending: Promise<string> | null = null;
  /** `until` by the monotonic clock. */
  #cooldown: { until: number; error: LoyaltyError } | null = null;
  /** Cooldowns begun since the platform last accepted a token; a 429 is none of them. */
  #cooldowns = 0;
  /** A token that was refused before it ever worked, by which operations, and until when it is kept, by the monotonic clock. */
  #distrusted: { token: string; by: Set<OperationName>; until: number } | null = null;
  #refusals = 0;
  /** The operation whose refusal raised the alarm, which only its success clears; null if obtaining a token failed. */
  #refusedFor: OperationName | null = null;

  /**
   * @param remedy what the operator can do when the credentials are refused; for the log.
   * @param obtain requests a token.
   */
  constructor(options: TokenCacheOptions, remedy: string, obtain: () => Promise<Token>) {
    this.#clock = options.clock;
    this.#remedy = remedy;
    this.#obtain = obtain;
    this.#alarm = createAlarm(
      options.log,
      {
        begins: "the platform refuses our credentials: members get an apology",
        ends: "the platform takes our credentials again",
      },
      options.onRefusedChange,
    );
  }

  async get(): Promise<string> {
    if (this.#current && this.#clock.now() < this.#current.until) return this.#current.token;
    if (!this.#pending && this.#cooldown && this.#clock.monotonic() < this.#cooldown.until) {
      throw this.#cooldown.error;
    }
    this.#pending ??= this.#renew();
    return this.#pending;
  }

  onRefused(token: string, error: LoyaltyError): boolean {
    if (this.#current?.token !== token) return true;
    this.#refusals += 1;
    if (this.#refusals >= refusalsBeforeAlarm) {
      if (!this.#alarm.isOn) this.#refusedFor = error.operation;
      this.#raiseAlarm(error);
    }
    if (!this.#mayReplace(this.#current, error.operation)) return false;
    this.#current = null;
    return true;
  }

  onAccepted(token: string, operation: OperationName): void {
    if (this.#current?.token === token) this.#current.hasWorked = true;
    this.#distrusted?.by.delete(operation);
    this.#refusals = 0;
    this.#cooldowns = 0;
    if (this.#refusedFor === null || this.#refusedFor === operation) this.#alarm.clear();
  }

  async #renew(): Promise<string> {
    try {
      this.#current = { ...(await this.#obtain()), hasWorked: false };
      this.#cooldown = null;
      return this.#current.token;
    } catch (thrown) {
      if (!(thrown instanceof LoyaltyError)) throw thrown;
      if (thrown.code === "RATE_LIMITED") {
        const wait = Math.min(thrown.retryAfterMs ?? cooldown.firstMs, cooldown.maxMs);
        this.#cooldown = { until: this.#clock.monotonic() + wait, error: thrown };
      } else if (isRefusal(thrown)) {
        this.#cooldown = { until: this.#nextCooldownEnd(), error: thrown };
        this.#refusedFor = null;
        this.#raiseAlarm(thrown);
      }
      throw thrown;
    } finally {
      this.#pending = null;
    }
  }

  /**
   * Whether a refused token is renewed at once. One that never worked is kept for a while, and so is its successor
   * where the same operation refuses it: the platform may refuse every token for that operation alone.
   */
  #mayReplace({ token, hasWorked }: { token: string; hasWorked: boolean }, by: OperationName) {
    if (!hasWorked) {
      if (this.#distrusted?.token !== token) {
        this.#distrusted = { token, by: new Set(), until: this.#nextCooldownEnd() };
      }
      this.#distrusted.by.add(by);
    }
    return !this.#distrusted?.by.has(by) || this.#clock.monotonic() >= this.#distrusted.until;
  }

  /** Begins a cooldown, which lasts longer than the one before. @returns its end. */
  #nextCooldownEnd(): number {
    this.#cooldowns += 1;
    return this.#clock.monotonic() + backoffMs(cooldown, this.#cooldowns);
  }

  #raiseAlarm({ code, status, requestId, operation }: LoyaltyError): void {
    this.#alarm.raise({ code, status, requestId, operation, remedy: this.#remedy });
  }
}

/** Whether the platform refused the credentials: for a wrong key it may answer another 4xx than 401. */
const isRefusal = ({ status }: LoyaltyError) =>
  status !== null && status >= 400 && status < 500 && status !== 408;

// Access tokens of the direct and the exchange flow.

/** A business's permanent API key pair, for the direct flow. */
export interface DirectCredentials {
  businessCode: string;
  apiKey: string;
  apiSecret: string;
}

/** What the exchange flow starts with: a refresh token, or a single-use exchange token. */
export type ExchangeCredentials = { refreshToken: string } | { exchangeToken: string };

/** Calls an operation that needs no token. */
type CallWithoutToken = <Name extends OperationName>(
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
