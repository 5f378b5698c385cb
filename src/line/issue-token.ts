/** Requests a stateless channel access token of LINE. */
import { z } from "zod";
import type { Clock } from "../clock.ts";
import { codeOf, LineError } from "./errors.ts";
import type { createLineHttpClient } from "./http-client.ts";
import { parseJson } from "./parse-json.ts";

/** Times are milliseconds by the monotonic clock: one that is set back must not lengthen a token's life. */
export interface ChannelAccessToken {
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
export async function issueToken(
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
