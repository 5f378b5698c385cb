/** Stateless channel access tokens, which LINE issues for 15 minutes. */
import { backoffMs, type Clock } from "../clock.ts";
import { createAlarm, type Alarm } from "../observability/log.ts";
import type { ChannelPrefix, TokenSource } from "./channel-access-tokens.ts";
import { LineError } from "./errors.ts";
import { createLineHttpClient, type LineHttpOptions } from "./http-client.ts";
import { issueToken, type ChannelAccessToken } from "./issue-token.ts";

/** Delay before the next renewal after a failed one, while the current token is still valid. */
const earlyRenewalRetryMs = 5000;
/** Back-off after refused credentials. */
const cooldown = { firstMs: 30_000, maxMs: 5 * 60_000 };

export interface StatelessOptions extends LineHttpOptions {
  /** For what is said of refused credentials; the members' channel unless given. */
  readonly prefix?: ChannelPrefix;
  readonly channelId: string;
  readonly channelSecret: string;
  /** Tried when `channelSecret` is refused: during a rotation LINE may accept either. */
  readonly otherSecrets?: readonly string[];
  /** Called with true when tokens can no longer be obtained, and with false when they can again. */
  readonly onFailingChange?: ((isOn: boolean) => void) | undefined;
}

/** Issues stateless tokens with the channel's id and secret. Concurrent callers share one request; tokens are renewed before they expire. */
export function statelessTokens(options: StatelessOptions): TokenSource & AsyncDisposable {
  const tokens = new StatelessTokens(options);
  const source: TokenSource = (refused) => tokens.get(refused);
  return Object.assign(source, { [Symbol.asyncDispose]: () => tokens.dispose() });
}

class StatelessTokens {
  readonly #clock: Clock;
  readonly #http: ReturnType<typeof createLineHttpClient>;
  readonly #alarm: Alarm;
  readonly #prefix: ChannelPrefix;
  readonly #channelId: string;
  /** The one that LINE accepted last comes first. */
  #secrets: string[];
  #cooldown: { until: number; error: LineError } | undefined;
  /** Refusals of the credentials since a token was issued. */
  #refusals = 0;
  #earlyRenewalFrom = 0;
  /** Until then a 401 doesn't replace the current token: it replaced a refused one recently. */
  #keepUntil = 0;
  #current: ChannelAccessToken | undefined;
  #pending: Promise<string> | undefined;

  constructor(options: StatelessOptions) {
    this.#clock = options.clock;
    this.#prefix = options.prefix ?? "LINE_CHANNEL";
    this.#channelId = options.channelId;
    this.#secrets = [options.channelSecret, ...(options.otherSecrets ?? [])];
    this.#http = createLineHttpClient({ ...options, connections: 1 });
    this.#alarm = createAlarm(
      options.log,
      {
        begins: "LINE issues no channel access token: nobody can be answered without one",
        ends: "LINE issues channel access tokens again",
      },
      options.onFailingChange,
    );
  }

  get(refused: string | undefined): string | Promise<string> {
    const now = this.#clock.monotonic();
    const current = this.#current;
    if (!current || now >= current.expiresAt) return this.#renew();
    // A replacement that is refused as well is kept until `#keepUntil`: the token isn't the cause.
    if (refused === current.token && now >= this.#keepUntil) return this.#replaceRefused();
    if (now >= current.renewAt && now >= this.#earlyRenewalFrom) {
      // The current token is still valid: renew in the background; a later call retries a failure.
      this.#renew().catch(() => {});
    }
    return current.token;
  }

  async dispose(): Promise<void> {
    await this.#http[Symbol.asyncDispose]();
  }

  #renew(): Promise<string> {
    if (!this.#pending && this.#cooldown && this.#clock.monotonic() < this.#cooldown.until) {
      return Promise.reject(this.#cooldown.error);
    }
    this.#pending ??= this.#renewOnce();
    return this.#pending;
  }

  async #replaceRefused(): Promise<string> {
    const token = await this.#renew();
    this.#keepUntil = this.#clock.monotonic() + cooldown.firstMs;
    return token;
  }

  async #renewOnce(): Promise<string> {
    try {
      const token = await this.#issue();
      this.#current = token;
      this.#cooldown = undefined;
      this.#refusals = 0;
      this.#alarm.clear();
      return token.token;
    } catch (error) {
      if (error instanceof LineError) this.#noteFailure(error);
      throw error;
    } finally {
      this.#pending = undefined;
    }
  }

  async #issue(): Promise<ChannelAccessToken> {
    let refusal: unknown;
    for (const secret of this.#secrets) {
      try {
        const token = await issueToken(this.#http, this.#clock, this.#channelId, secret);
        this.#secrets = [secret, ...this.#secrets.filter((other) => other !== secret)];
        return token;
      } catch (error) {
        if (!(error instanceof LineError) || error.code !== "unauthorized") throw error;
        refusal = error;
      }
    }
    throw refusal;
  }

  /** Schedules the next attempt after a failed one, and raises the alarm if no valid token is left. */
  #noteFailure(error: LineError): void {
    const now = this.#clock.monotonic();
    this.#earlyRenewalFrom = now + earlyRenewalRetryMs;
    const credentialsRefused = error.code === "unauthorized";
    if (credentialsRefused) {
      this.#refusals += 1;
      this.#cooldown = { until: now + backoffMs(cooldown, this.#refusals), error };
    }
    if (!credentialsRefused && this.#current && now < this.#current.expiresAt) return;
    const remedy = credentialsRefused
      ? `set ${this.#prefix}_ID and ${this.#prefix}_SECRET to what the LINE Developers Console shows, and restart`
      : "see whether LINE_API_BASE_URL can be reached; it is tried again by itself";
    this.#alarm.raise({ code: error.code, status: error.status, remedy });
  }
}
