/** Channel access tokens: one that is given, or stateless ones that LINE issues for a quarter of an hour. */
import { z } from "zod";
import { createAlarm } from "../observability/log.ts";
import { codeOf, LineError } from "./errors.ts";
import { createLineHttpClient, type LineResponse, type LineHttpOptions } from "./http-client.ts";

/**
 * Gives the token to call LINE with, at once where there is one.
 * @param refused the token that LINE has just answered 401 to; another is got where that is possible.
 */
export type TokenSource = (refused?: string) => string | Promise<string>;

/** Always the same token: a long-lived one. */
export const fixedToken =
  (token: string): TokenSource =>
  () =>
    token;

/** Sends with the token; where LINE refuses it, once more with another, if there is one. */
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

const issued = z.looseObject({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
});

/** A token is renewed when less than this part of its life is left. */
const renewAtShare = 0.2;
/** A renewal that failed while the old token serves is tried again after this. */
const earlyRenewalRestMs = 5000;
/** Refused credentials are tried again after the first rest, and then after twice as long each time. */
const firstRestMs = 30_000;
const maxRestMs = 5 * 60_000;

export interface StatelessOptions extends LineHttpOptions {
  readonly channelId: string;
  readonly channelSecret: string;
  /** Tried where the first one is refused: during a rotation either may be the one that counts. */
  readonly otherSecrets?: readonly string[];
  /** Is told when no token can be had any more, and when one can again. */
  readonly onFailingChange?: ((isOn: boolean) => void) | undefined;
}

/** Tokens issued with the channel's id and secret: one request however many wait, renewed before they expire. */
export function statelessTokens(options: StatelessOptions): TokenSource & AsyncDisposable {
  const { clock, channelId } = options;
  let secrets = [options.channelSecret, ...(options.otherSecrets ?? [])];
  const wire = createLineHttpClient({ ...options, connections: 1 });
  const alarm = createAlarm(
    options.log,
    {
      begins: "LINE issues no channel access token: nobody can be answered without one",
      ends: "LINE issues channel access tokens again",
    },
    options.onFailingChange,
  );
  let rest: { until: number; error: LineError } | undefined;
  let restMs = firstRestMs;
  let aheadFrom = 0;
  /** Until when a refusal of the current token is believed to be no fault of the token's. */
  let heldUntil = 0;
  let current: { token: string; renewAt: number; deadAt: number } | undefined;
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
    const asked = clock.now();
    const { status, text } = await wire.exchange({
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
      // A wrong id or secret is answered 400 here: either way it is the credentials.
      const code = status === 400 ? "unauthorized" : codeOf(status);
      throw new LineError(code, `LINE issued no channel access token (${status})`, { status });
    }
    const { access_token: token, expires_in: seconds } = read(text);
    const life = seconds * 1000;
    current = { token, renewAt: asked + life * (1 - renewAtShare), deadAt: asked + life };
    return token;
  }

  /** Says what becomes of the next tries after one that failed. */
  function noteFailure(error: LineError): void {
    const now = clock.now();
    aheadFrom = now + earlyRenewalRestMs;
    const areRefused = error.code === "unauthorized";
    if (areRefused) {
      rest = { until: now + restMs, error };
      restMs = Math.min(restMs * 2, maxRestMs);
    }
    if (!areRefused && current && now < current.deadAt) return;
    const remedy = areRefused
      ? "set LINE_CHANNEL_ID and LINE_CHANNEL_SECRET to what the LINE Developers Console shows, and restart"
      : "see whether LINE_API_BASE_URL can be reached; it is tried again by itself";
    alarm.raise({ code: error.code, status: error.status, remedy });
  }

  async function renewed(): Promise<string> {
    try {
      const token = await issue();
      rest = undefined;
      restMs = firstRestMs;
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
    if (!pending && rest && clock.now() < rest.until) return Promise.reject(rest.error);
    pending ??= renewed();
    return pending;
  }

  async function another(): Promise<string> {
    const token = await renew();
    heldUntil = clock.now() + firstRestMs;
    return token;
  }

  const source: TokenSource = (refused) => {
    const now = clock.now();
    if (!current || now >= current.deadAt) return renew();
    // One that was issued for a refusal and is refused, too: it isn't the token.
    if (refused === current.token && now >= heldUntil) return another();
    if (now >= current.renewAt && now >= aheadFrom) {
      // Still good: nobody waits for the new one, and a failure is tried again by the next caller.
      renew().catch(() => {});
    }
    return current.token;
  };
  return Object.assign(source, { [Symbol.asyncDispose]: () => wire[Symbol.asyncDispose]() });
}

function read(text: string): z.infer<typeof issued> {
  try {
    return issued.parse(JSON.parse(text));
  } catch {
    // Not passed on as a cause: it might quote the token.
    throw new LineError("malformed", "LINE's token answer isn't what it documents");
  }
}
