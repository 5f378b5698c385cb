/** Issues, verifies and revokes channel access tokens, and finds the channel of a token. */
import type { Clock } from "../../clock.ts";
import type { Channel } from "./accounts.ts";
import {
  type ApiRequest,
  type ApiResponse,
  notImplemented,
  ok,
  type RequestBody,
  type TokenOperation,
} from "./operation.ts";
import { randomToken } from "./ids.ts";

const statelessLifetimeS = 900;
const shortLivedLifetimeS = 30 * 86_400;

export interface TokenIssuer {
  /** The operations by which a bot gets and ends its tokens. */
  readonly operations: readonly TokenOperation[];
  /** The channel of a valid token. */
  channelOf(accessToken: string): Channel | undefined;
}

interface IssuedToken {
  readonly channel: Channel;
  /** Clock milliseconds. */
  readonly expiresAt: number;
  /** Only a short-lived token can be verified and revoked. */
  readonly isStateless: boolean;
}

const refused = (error: string, description: string): ApiResponse => ({
  status: 400,
  body: { error, error_description: description },
});
const invalidToken = refused("invalid_request", "access token expired");

export function createTokenIssuer(clock: Clock, channels: readonly Channel[]): TokenIssuer {
  const issued = new Map<string, IssuedToken>();

  function find(accessToken: unknown): IssuedToken | undefined {
    const found = typeof accessToken === "string" ? issued.get(accessToken) : undefined;
    return found && found.expiresAt > clock.now() ? found : undefined;
  }

  /** By the channel's id and secret. */
  function issue(form: RequestBody, isStateless: boolean): ApiResponse {
    if (form["grant_type"] !== "client_credentials") {
      return { status: 400, body: { error: "unsupported_grant_type" } };
    }
    const channel = channels.find(({ id }) => id === form["client_id"]);
    if (!channel || channel.secret !== form["client_secret"]) {
      return refused("invalid_client", "invalid client_id or client_secret");
    }
    const now = clock.now();
    for (const [token, { expiresAt }] of issued) if (expiresAt <= now) issued.delete(token);
    const token = randomToken(32);
    const lifetimeS = isStateless ? statelessLifetimeS : shortLivedLifetimeS;
    issued.set(token, { channel, expiresAt: now + lifetimeS * 1000, isStateless });
    return ok({ token_type: "Bearer", access_token: token, expires_in: lifetimeS });
  }

  function issueStateless({ body }: Pick<ApiRequest, "body">): ApiResponse {
    // No key of a channel is known that the assertion could be verified with.
    if (body["client_assertion"] !== undefined) {
      return notImplemented("issueStatelessChannelToken by JWT", "POST /oauth2/v3/token");
    }
    return issue(body, true);
  }

  function verify({ body }: Pick<ApiRequest, "body">): ApiResponse {
    if (channels.some(({ accessToken }) => accessToken === body["access_token"])) {
      return notImplemented("verifyChannelToken of a long-lived token", "POST /v2/oauth/verify");
    }
    const found = find(body["access_token"]);
    if (!found || found.isStateless) return invalidToken;
    const expiresIn = Math.floor((found.expiresAt - clock.now()) / 1000);
    return ok({ client_id: found.channel.id, expires_in: expiresIn });
  }

  function revoke({ body }: Pick<ApiRequest, "body">): ApiResponse {
    const { access_token: token } = body;
    if (typeof token !== "string" || token === "") {
      return refused("invalid_request", "access_token is missing");
    }
    // LINE accepts a token that isn't valid, too.
    if (issued.get(token)?.isStateless === false) issued.delete(token);
    return ok();
  }

  return {
    operations: [
      { method: "post", path: "/oauth2/v3/token", handle: issueStateless },
      { method: "post", path: "/v2/oauth/accessToken", handle: ({ body }) => issue(body, false) },
      { method: "post", path: "/v2/oauth/verify", handle: verify },
      { method: "post", path: "/v2/oauth/revoke", handle: revoke },
    ],
    channelOf: (accessToken) =>
      channels.find((channel) => channel.accessToken === accessToken) ?? find(accessToken)?.channel,
  };
}
