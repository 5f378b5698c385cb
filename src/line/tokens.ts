/** Channel access tokens: one that is given, or stateless ones that LINE issues for a quarter of an hour. */
import { z } from "zod";
import { codeOf, LineError } from "./errors.ts";
import { createWire, type WireOptions } from "./wire.ts";

/**
 * Gives the token to call LINE with.
 * @param refused the token that LINE has just answered 401 to; another is got where that is possible.
 */
export type TokenSource = (refused?: string) => Promise<string>;

/** Always the same token: a long-lived one. */
export function fixedToken(token: string): TokenSource {
  const given = Promise.resolve(token);
  return () => given;
}

const issued = z.looseObject({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
});

/** A token is renewed when less than this part of its life is left. */
const RENEW_AT = 0.2;

/** Tokens issued with the channel's id and secret: one request however many wait, renewed before they expire. */
export function statelessTokens(
  options: WireOptions & { readonly channelId: string; readonly channelSecret: string },
): TokenSource & AsyncDisposable {
  const { clock, channelId, channelSecret } = options;
  const wire = createWire({ ...options, connections: 1 });
  let current:
    | { token: string; promise: Promise<string>; renewAt: number; deadAt: number }
    | undefined;
  let pending: Promise<string> | undefined;

  async function issue(): Promise<string> {
    const asked = clock.now();
    const { status, text } = await wire.exchange({
      method: "POST",
      path: "/oauth2/v3/token",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: channelId,
        client_secret: channelSecret,
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
    current = {
      token,
      promise: Promise.resolve(token),
      renewAt: asked + life * (1 - RENEW_AT),
      deadAt: asked + life,
    };
    return token;
  }

  function renew(): Promise<string> {
    pending ??= issue().finally(() => {
      pending = undefined;
    });
    return pending;
  }

  const source: TokenSource = (refused) => {
    const now = clock.now();
    if (!current || now >= current.deadAt || refused === current.token) return renew();
    if (now >= current.renewAt) {
      // Still good: nobody waits for the new one, and a failure is tried again by the next caller.
      renew().catch(() => {});
    }
    return current.promise;
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
