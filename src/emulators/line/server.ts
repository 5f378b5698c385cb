/** HTTP server of the LINE emulator: authenticates requests, parses them, and applies the fault switches. */
import { randomUUID } from "node:crypto";
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from "express";
import { type Clock, pause } from "../../clock.ts";
import type { Log } from "../../observability/log.ts";
import type { Channel } from "./accounts.ts";
import { type CallKind, faultRoutes, type Faults, type LineFault } from "./faults.ts";
import { randomToken } from "./ids.ts";
import { isAddressOf, lineOperations } from "./line-api.ts";
import {
  type ApiRequest,
  type ApiResponse,
  errorResponse,
  forbidden,
  internalError,
  invalidReplyToken,
  notFound,
  notImplemented,
  ok,
  type Operation,
  rateLimited,
  type RequestBody,
  type TokenOperation,
  unauthorized,
} from "./operation.ts";

/** An API call and its response. */
export interface ApiCall {
  /** `unknown`: one of LINE's that the emulator doesn't implement, or no operation of LINE's. */
  readonly call: CallKind | "unknown";
  /** Such as `GET /v2/bot/profile/U0123…`. */
  readonly address: string;
  /** The user, group or room that it names by itself; absent for a reply, and where it names none. */
  readonly chatId?: string;
  /** The channel of the request's access token; absent for the request of a token. */
  readonly channelId?: string;
  /** Clock milliseconds. */
  readonly at: number;
  readonly ms: number;
  readonly body: RequestBody;
  /** Null if no response was sent. */
  readonly response: ApiResponse | null;
}

interface Dependencies {
  readonly onCalled: (made: ApiCall) => void;
  readonly operations: readonly Operation[];
  readonly faults: Faults;
  readonly clock: Clock;
  readonly log: Log;
  readonly issuer: TokenIssuer;
}

const defaultDelayMs = 3000;
const mediaTypes = { json: ["application/json"], image: ["image/png", "image/jpeg"] };
const requestIdHeader = "x-line-request-id";

/** Answers an API call by `work`, or as a fault says. */
type Respond = (
  request: Request,
  response: Response,
  called: { readonly call: CallKind; readonly channelId?: string },
  work: () => ApiResponse | Promise<ApiResponse>,
) => Promise<void>;

export function createLineServer(parts: Dependencies): Express {
  const { issuer } = parts;
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.set("trust proxy", "loopback");

  app.use((request, response, next) => {
    response.set(requestIdHeader, randomUUID());
    if (isFromThisMachine(request)) next();
    else
      sendResponse(response, errorResponse(403, "This LINE is for this machine's programs only"));
  });
  app.use(faultRoutes(parts.faults));
  app.use(express.json({ limit: "2mb", strict: false, type: "application/json" }));
  app.use(express.raw({ limit: "2mb", type: mediaTypes.image }));
  app.use(express.urlencoded({ extended: false }));

  const respond = responder(parts);
  for (const { method, path, handle } of issuer.operations) {
    app[method](path, (request, response) =>
      respond(request, response, { call: "token" }, () =>
        handle({ query: queryOf(request), body: bodyOf(request) }),
      ),
    );
  }
  for (const operation of parts.operations) {
    app[operation.method](operation.path, handlerOf(operation, issuer, respond));
  }
  app.use(refuseUnknown(parts));
  app.use(errorHandler(parts.log));
  return app;
}

const responder =
  ({ faults, clock, onCalled }: Dependencies): Respond =>
  async (request, response, called, work) => {
    const at = clock.now();
    const fault = faults.match(called.call);
    const delay = fault?.answer === "slow" ? pause(clock, fault.ms ?? defaultDelayMs) : undefined;
    const real = !fault || fault.takesEffect || delay ? await work() : internalError;
    await delay;
    const sent = fault ? faultyResponse(response, fault, real) : real;
    if (sent) sendResponse(response, sent);
    const ms = clock.now() - at;
    onCalled({ ...called, at, ms, ...subjectOf(request), body: bodyOf(request), response: sent });
  };

/** Names the operation that isn't there, instead of pretending that it did something. */
const refuseUnknown =
  ({ clock, onCalled }: Dependencies): RequestHandler =>
  (request, response) => {
    const method = request.method.toLowerCase();
    const known = lineOperations.find(
      (operation) => operation.method === method && isAddressOf(operation, request.path),
    );
    const refusal = known
      ? notImplemented(known.name, `${request.method} ${known.path}`)
      : notFound;
    sendResponse(response, refusal);
    const call = { call: "unknown", at: clock.now(), ms: 0, body: bodyOf(request) } as const;
    onCalled({ ...call, ...subjectOf(request), response: refusal });
  };

/** What a call is and whom it names. */
function subjectOf(request: Request): Pick<ApiCall, "address" | "chatId"> {
  const { chatId, to } = bodyOf(request);
  const { userId, chatId: inPath } = request.params;
  const named = [chatId, to, inPath, userId].find((id) => typeof id === "string");
  const address = `${request.method} ${request.path}`;
  return typeof named === "string" ? { address, chatId: named } : { address };
}

const handlerOf =
  (operation: Operation, issuer: TokenIssuer, respond: Respond) =>
  async (request: Request, response: Response): Promise<void> => {
    const bearer = /^Bearer (.+)$/i.exec(request.get("authorization") ?? "")?.[1] ?? "";
    const channel = issuer.channelOf(bearer);
    const refusal = channel ? refusalOf(operation, request) : unauthorized;
    if (!channel || refusal) return sendResponse(response, refusal ?? unauthorized);
    const requestId = response.get(requestIdHeader) ?? "";
    const params = request.params as Record<string, string>;
    const called = { call: operation.call, channelId: channel.id };
    await respond(request, response, called, () =>
      operation.handle({
        channel,
        params,
        query: queryOf(request),
        body: bodyOf(request),
        ...(Buffer.isBuffer(request.body) && {
          image: { type: request.get("content-type") ?? "", bytes: request.body },
        }),
        retryKey: request.get("x-line-retry-key"),
        requestId,
      }),
    );
  };

/** The response to a request that the operation doesn't take; null if it does. */
function refusalOf(operation: Operation, request: Request): ApiResponse | null {
  if (request.get("x-line-retry-key") !== undefined && !operation.retryKey) {
    return errorResponse(400, "The retry key can't be used with this API");
  }
  const { method, consumes = method === "get" ? "nothing" : "json" } = operation;
  const isExpected = consumes === "nothing" || request.is(mediaTypes[consumes]);
  return isExpected ? null : errorResponse(415, "Unsupported media type");
}

const errorHandler =
  (log: Log): ErrorRequestHandler =>
  (error: unknown, _request, response, _next) => {
    const status = statusOf(error);
    if (status >= 500) log.error({ err: error }, "LINE emulator failed");
    if (response.headersSent) response.socket?.destroy();
    else if (status === 413)
      sendResponse(response, errorResponse(413, "Request body is too large"));
    else if (status < 500) {
      sendResponse(response, errorResponse(400, "The request body could not be parsed as JSON"));
    } else sendResponse(response, internalError);
  };

/** The response under a fault; null for none. */
function faultyResponse(
  response: Response,
  fault: LineFault,
  real: ApiResponse,
): ApiResponse | null {
  switch (fault.answer) {
    case "silent":
      return null;
    case "cut":
      response.socket?.destroy();
      return null;
    case "slow":
      return real;
    case "invalid_reply_token":
      return invalidReplyToken;
    case 400:
      return errorResponse(400, "The request body has 1 error(s)");
    case 401:
      return unauthorized;
    case 403:
      return forbidden;
    case 429:
      return rateLimited;
    case 500:
      return internalError;
  }
}

function statusOf(error: unknown): number {
  const status: unknown = typeof error === "object" && error && "status" in error && error.status;
  return typeof status === "number" ? status : 500;
}

function sendResponse(
  response: Response,
  { status, body, image, headers = {} }: ApiResponse,
): void {
  response.status(status).set(headers);
  if (image) response.type(image.type).send(image.bytes);
  else response.json(body);
}

const queryOf = (request: Request): Readonly<Record<string, string>> =>
  Object.fromEntries(new URLSearchParams(request.url.split("?")[1]));

function bodyOf(request: Request): RequestBody {
  const body: unknown = request.body;
  const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
  return isObject && !Buffer.isBuffer(body) ? (body as RequestBody) : {};
}

/** Whether the request comes from this machine: pages of other sites must not reach the server, not even by DNS rebinding. */
function isFromThisMachine(request: Request): boolean {
  const host = request.get("host") ?? "";
  if (!/^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(host)) return false;
  const origin = request.get("origin");
  return origin === undefined || origin === `http://${host}`;
}

const statelessLifetimeS = 900;
const shortLivedLifetimeS = 30 * 86_400;

interface TokenIssuer {
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

/** Issues, verifies and revokes channel access tokens, and finds the channel of a token. */
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
