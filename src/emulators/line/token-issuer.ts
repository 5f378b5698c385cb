/** Issues stateless channel access tokens, and knows which channel a token opens. */
import type { Clock } from "../../clock.ts";
import type { Channel } from "./accounts.ts";
import { ok, type ApiAnswer } from "./responses.ts";
import { randomToken } from "./ids.ts";
import type { RequestBody } from "./operation.ts";

const lifeS = 900;

export interface Issuer {
  /** `POST /oauth2/v3/token` with `client_credentials`. */
  issue(form: RequestBody): ApiAnswer;
  channelOf(accessToken: string): Channel | undefined;
}

export function createIssuer(clock: Clock, channels: readonly Channel[]): Issuer {
  const issued = new Map<string, { channel: Channel; until: number }>();
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
      for (const [token, { until }] of issued) {
        if (until > now) break;
        issued.delete(token);
      }
      const token = randomToken(32);
      issued.set(token, { channel, until: now + lifeS * 1000 });
      return ok({ token_type: "Bearer", access_token: token, expires_in: lifeS });
    },
    channelOf(accessToken) {
      const fixed = channels.find((channel) => channel.accessToken === accessToken);
      if (fixed) return fixed;
      const found = issued.get(accessToken);
      return found && found.until > clock.now() ? found.channel : undefined;
    },
  };
}
