/** Stateless channel access tokens, which LINE issues for 15 minutes. */
import { z } from "zod";
import { backoffMs, type Clock } from "../clock.ts";
import { type Alarm, createAlarm } from "../observability/log.ts";
import { codeOf, LineError } from "./errors.ts";
import {
  createLineHttpClient,
  type LineHttpOptions,
  type LineResponse,
  parseJson,
} from "./http-client.ts";

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

// Requests a stateless channel access token of LINE.

/** Times are milliseconds by the monotonic clock: one that is set back must not lengthen a token's life. */
interface ChannelAccessToken {
  token: string;
  /** From then on it is renewed, while it is still valid. */
  renewAt: number;
  expiresAt: number;
}

/** A token is renewed when less than this share of its lifetime is left. */
const renewAtShare = 0.2;

const tokenResponse = z.looseObject({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
});

/** @throws {LineError} `unauthorized` for a wrong id or secret. */
async function issueToken(
  http: Pick<ReturnType<typeof createLineHttpClient>, "send">,
  clock: Clock,
  channelId: string,
  secret: string,
): Promise<ChannelAccessToken> {
  const requestedAt = clock.monotonic();
  const { status, text } = await http.send({
    method: "POST",
    path: "/oauth2/v3/token",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      grant_type: "client_credentials",
      client_id: channelId,
      client_secret: secret,
    }).toString(),
    read: true,
  });
  if (status !== 200) {
    // This endpoint answers a wrong id or secret with 400.
    const code = status === 400 ? "unauthorized" : codeOf(status);
    throw new LineError(code, `LINE issued no channel access token (${status})`, { status });
  }
  const { access_token: token, expires_in: seconds } = parseToken(text);
  const life = seconds * 1000;
  return {
    token,
    renewAt: requestedAt + life * (1 - renewAtShare),
    expiresAt: requestedAt + life,
  };
}

/** @throws {LineError} `malformed`; without the parse error as its cause, which might quote the token. */
function parseToken(text: string): z.infer<typeof tokenResponse> {
  const token = parseJson(tokenResponse, text);
  if (token) return token;
  throw new LineError("malformed", "LINE's token answer isn't what it documents");
}

// Provides channel access tokens to calls: a configured long-lived one, or what a source renews.

/** How the environment variables of a channel begin: the members', or the dev channel's. */
export type ChannelPrefix = "LINE_CHANNEL" | "LINE_DEV_CHANNEL";

/**
 * Returns the token to call LINE with, synchronously while a valid one is cached.
 * @param refused the token that LINE just answered with 401; it is replaced where that is possible.
 */
export type TokenSource = (refused?: string) => string | Promise<string>;

/** A token source for a long-lived token, which can't be renewed. */
export const fixedToken =
  (token: string): TokenSource =>
  () =>
    token;

/** Sends with the current token; after a 401, once more with a renewed token if the source has one. */
export async function withToken<Response extends LineResponse>(
  token: TokenSource,
  send: (bearer: string) => Promise<Response>,
): Promise<Response> {
  const current = token();
  const used = typeof current === "string" ? current : await current;
  const answer = await send(used);
  if (answer.status !== 401) return answer;
  const renewed = await token(used);
  return renewed === used ? answer : send(renewed);
}
