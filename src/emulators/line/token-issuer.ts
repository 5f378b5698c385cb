/** Issues stateless channel access tokens, and finds the channel of a token. */
import type { Clock } from "../../clock.ts";
import type { Channel } from "./accounts.ts";
import { ok, type ApiResponse } from "./responses.ts";
import { randomToken } from "./ids.ts";
import type { RequestBody } from "./operation.ts";

const lifetimeS = 900;

export interface TokenIssuer {
  /** `POST /oauth2/v3/token` with `client_credentials`. */
  issue(form: RequestBody): ApiResponse;
  /** The channel of a valid token. */
  channelOf(accessToken: string): Channel | undefined;
}

export function createTokenIssuer(clock: Clock, channels: readonly Channel[]): TokenIssuer {
  const issued = new Map<string, { channel: Channel; expiresAt: number }>();
  return {
    issue(form) {
      if (form["grant_type"] !== "client_credentials") {
        return { status: 400, body: { error: "unsupported_grant_type" } };
      }
      const channel = channels.find(({ id }) => id === form["client_id"]);
      if (!channel || channel.secret !== form["client_secret"]) {
        return {
          status: 400,
          body: {
            error: "invalid_client",
            error_description: "invalid client_id or client_secret",
          },
        };
      }
      const now = clock.now();
      for (const [token, { expiresAt }] of issued) {
        if (expiresAt > now) break;
        issued.delete(token);
      }
      const token = randomToken(32);
      issued.set(token, { channel, expiresAt: now + lifetimeS * 1000 });
      return ok({ token_type: "Bearer", access_token: token, expires_in: lifetimeS });
    },
    /** The channel of a valid token. */
    channelOf(accessToken) {
      const fixed = channels.find((channel) => channel.accessToken === accessToken);
      if (fixed) return fixed;
      const found = issued.get(accessToken);
      return found && found.expiresAt > clock.now() ? found.channel : undefined;
    },
  };
}
