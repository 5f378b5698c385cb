/** Provides channel access tokens: a configured long-lived one, or stateless ones that LINE issues for 15 minutes. */
import { z } from "zod";
import { createAlarm } from "../observability/log.ts";
import { codeOf, LineError } from "./errors.ts";
import { createLineHttpClient, type LineResponse, type LineHttpOptions } from "./http-client.ts";
import { parseJson } from "./parse-json.ts";

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
export async function withToken(
  token: TokenSource,
  send: (bearer: string) => Promise<LineResponse>,
): Promise<LineResponse> {
  const used = await token();
  const answer = await send(used);
  if (answer.status !== 401) return answer;
  const renewed = await token(used);
  return renewed === used ? answer : send(renewed);
}

const tokenResponse = z.looseObject({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
});

/** A token is renewed when less than this share of its lifetime is left. */
const renewAtShare = 0.2;
/** Delay before the next renewal after a failed one, while the current token is still valid. */
const earlyRenewalRetryMs = 5000;
/** Back-off after refused credentials: starts here and doubles up to the maximum. */
const firstCooldownMs = 30_000;
const maxCooldownMs = 5 * 60_000;

export interface StatelessOptions extends LineHttpOptions {
  readonly channelId: string;
  readonly channelSecret: string;
  /** Tried when `channelSecret` is refused: during a rotation LINE may accept either. */
  readonly otherSecrets?: readonly string[];
  /** Called with true when tokens can no longer be obtained, and with false when they can again. */
  readonly onFailingChange?: ((isOn: boolean) => void) | undefined;
}

/** Issues stateless tokens with the channel's id and secret. Concurrent callers share one request; tokens are renewed before they expire. */
export function statelessTokens(options: StatelessOptions): TokenSource & AsyncDisposable {
  const { clock, channelId } = options;
  let secrets = [options.channelSecret, ...(options.otherSecrets ?? [])];
  const http = createLineHttpClient({ ...options, connections: 1 });
  const alarm = createAlarm(
    options.log,
    {
      begins: "LINE issues no channel access token: nobody can be answered without one",
      ends: "LINE issues channel access tokens again",
    },
    options.onFailingChange,
  );
  let cooldown: { until: number; error: LineError } | undefined;
  let cooldownMs = firstCooldownMs;
  let earlyRenewalFrom = 0;
  /** Until then a 401 doesn't replace the current token: it replaced a refused one recently. */
  let keepUntil = 0;
  let current: { token: string; renewAt: number; expiresAt: number } | undefined;
  let pending: Promise<string> | undefined;

  async function issue(): Promise<string> {
    let refusal: unknown;
    for (const secret of secrets) {
      try {
        const token = await issueWith(secret);
        secrets = [secret, ...secrets.filter((other) => other !== secret)];
        return token;
      } catch (error) {
        if (!(error instanceof LineError) || error.code !== "unauthorized") throw error;
        refusal = error;
      }
    }
    throw refusal;
  }

  async function issueWith(secret: string): Promise<string> {
    const requestedAt = clock.now();
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
    current = {
      token,
      renewAt: requestedAt + life * (1 - renewAtShare),
      expiresAt: requestedAt + life,
    };
    return token;
  }

  /** Schedules the next attempt after a failed one, and raises the alarm if no valid token is left. */
  function noteFailure(error: LineError): void {
    const now = clock.now();
    earlyRenewalFrom = now + earlyRenewalRetryMs;
    const credentialsRefused = error.code === "unauthorized";
    if (credentialsRefused) {
      cooldown = { until: now + cooldownMs, error };
      cooldownMs = Math.min(cooldownMs * 2, maxCooldownMs);
    }
    if (!credentialsRefused && current && now < current.expiresAt) return;
    const remedy = credentialsRefused
      ? "set LINE_CHANNEL_ID and LINE_CHANNEL_SECRET to what the LINE Developers Console shows, and restart"
      : "see whether LINE_API_BASE_URL can be reached; it is tried again by itself";
    alarm.raise({ code: error.code, status: error.status, remedy });
  }

  async function renewOnce(): Promise<string> {
    try {
      const token = await issue();
      cooldown = undefined;
      cooldownMs = firstCooldownMs;
      alarm.clear();
      return token;
    } catch (error) {
      if (error instanceof LineError) noteFailure(error);
      throw error;
    } finally {
      pending = undefined;
    }
  }

  function renew(): Promise<string> {
    if (!pending && cooldown && clock.now() < cooldown.until) return Promise.reject(cooldown.error);
    pending ??= renewOnce();
    return pending;
  }

  async function replaceRefused(): Promise<string> {
    const token = await renew();
    keepUntil = clock.now() + firstCooldownMs;
    return token;
  }

  const source: TokenSource = (refused) => {
    const now = clock.now();
    if (!current || now >= current.expiresAt) return renew();
    // A replacement that is refused as well is kept until `keepUntil`: the token isn't the cause.
    if (refused === current.token && now >= keepUntil) return replaceRefused();
    if (now >= current.renewAt && now >= earlyRenewalFrom) {
      // The current token is still valid: renew in the background; a later call retries a failure.
      renew().catch(() => {});
    }
    return current.token;
  };
  return Object.assign(source, { [Symbol.asyncDispose]: () => http[Symbol.asyncDispose]() });
}

/** @throws {LineError} `malformed`; without the parse error as its cause, which might quote the token. */
function parseToken(text: string): z.infer<typeof tokenResponse> {
  const token = parseJson(tokenResponse, text);
  if (token) return token;
  throw new LineError("malformed", "LINE's token answer isn't what it documents");
}
