/** Client of the loyalty platform: one method per operation of the contract, with tokens, retries and a circuit breaker. */
import type { z } from "zod";
import { type Clock, elapsedMs, momentOf, unlessAborted } from "../clock.ts";
import type { Log } from "../observability/log.ts";
import {
  type ApiVersion,
  contract,
  type Input,
  type Operation,
  type OperationName,
  operationNames,
  type Output,
  pathIn,
} from "./contract.ts";
import type { Overrides } from "./endpoint-overrides.ts";
import { cancelled, LoyaltyError } from "./errors.ts";
import {
  createHttpClient,
  type HttpClient,
  type HttpRequest,
  type HttpResponse,
} from "./http-client.ts";
import { adaptInput, type Observations } from "./observations.ts";
import { errorFrom, parseSuccess } from "./parse-response.ts";
import { readHttpDate } from "./platform-time.ts";
import type { TokenStore } from "./refresh-token.ts";
import { type Breaker, createBreaker, withRetries } from "./retry-policy.ts";
import {
  type AccessTokens,
  type DirectCredentials,
  directTokens,
  type ExchangeCredentials,
  exchangeTokens,
} from "./token-cache.ts";

export interface CallOptions {
  /** Cancels the call, including its retries. */
  signal?: AbortSignal | undefined;
  /** A token to use instead of the client's own: Generate Exchange Token needs a management user's. */
  bearer?: string | undefined;
  /**
   * Awaited before each attempt of a write, including retries; if it throws, nothing is sent.
   * @param unclear how many earlier attempts of this call may have been carried out.
   */
  beforeSend?: ((unclear: number) => Promise<void>) | undefined;
  /** Calls the operation at the address that it has in this group, whatever is configured. */
  api?: ApiVersion | undefined;
}

/** The operations of the contract. A failed call throws a `LoyaltyError`. */
export type LoyaltyClient = {
  readonly [Name in OperationName]: (
    input: Input<Name>,
    options?: CallOptions,
  ) => Promise<Output<Name>>;
};

export interface LoyaltyClientOptions extends Addresses {
  /** Each operation's path is appended literally. */
  baseUrl: string;
  /** The key pair of the direct flow, used for every operation but the add-on status. */
  direct: DirectCredentials | null;
  /** The exchange flow, used for the add-on status, and for every operation if `direct` is null. */
  exchange: ExchangeCredentials | null;
  /** Deadline of one attempt in milliseconds. */
  timeoutMs: number;
  clock: Clock;
  log: Log;
  tokens: TokenStore;
  /** Whether the platform carries out a write once per `ref_id` and a void once, so that they may be retried. */
  idempotentWrites?: boolean;
  /** What was seen of the platform; asked before each call. */
  observations?: () => Observations | null;
  /** How long the circuit breaker stays open, in milliseconds (default 5000). */
  restMs?: number;
  observer?: CallObserver;
  /** Sends the requests; a client of its own unless given. */
  http?: HttpClient;
}

export function createLoyaltyClient(
  options: LoyaltyClientOptions,
): LoyaltyClient & AsyncDisposable {
  const { clock, log, timeoutMs, direct, exchange, observer } = options;
  const http = options.http ?? createHttpClient(options);
  const breaker = createBreaker(options.restMs ?? 5000, {
    clock,
    log,
    onChange: observer?.onBreakerChange,
  });
  const sendAttempt = createAttemptSender({ http, breaker, clock, log, observer });

  async function call<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    { signal, bearer, beforeSend, api }: CallOptions = {},
  ): Promise<Output<Name>> {
    const observed = options.observations?.()?.operations[name];
    const addresses = api ? { api } : { ...options, api: observed?.api ?? options.api };
    const request = {
      ...buildRequest(name, adaptInput(name, input, observed), addresses),
      signal,
    };
    const tokens = bearer === undefined ? tokensFor(flows, name) : null;
    const send = sender(sendAttempt, request.writes ? beforeSend : undefined);
    const nextToken = (from: AccessTokens) => () =>
      unlessAborted(signal, from.get(), () => cancelled(name));
    const response = await withRetries(
      () =>
        tokens
          ? sendWithToken(tokens, nextToken(tokens), request, send)
          : send({ ...request, bearer: bearer ?? null }),
      {
        operation: name,
        repeatable: isSafe(name, input) && (!request.writes || options.idempotentWrites === true),
        patienceMs: timeoutMs * 2,
        clock,
        signal,
      },
    );
    return parseSuccess(name, response, request.writes);
  }

  const tokenOptions = (flow: "direct" | "exchange") => ({
    clock,
    log: log.child({ flow }),
    onRefusedChange: (isOn: boolean) => observer?.onCredentialsChange(flow, isOn),
  });
  const flows = {
    direct: direct && directTokens(call, tokenOptions("direct"), direct),
    exchange: exchange && exchangeTokens(call, tokenOptions("exchange"), exchange, options.tokens),
  };

  return {
    ...methodsBy(call),
    async [Symbol.asyncDispose]() {
      await flows.exchange?.[Symbol.asyncDispose]();
      await http[Symbol.asyncDispose]();
    },
  };
}

/** A method for each operation. */
const methodsBy = (
  call: <Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    options?: CallOptions,
  ) => Promise<Output<Name>>,
): LoyaltyClient =>
  Object.fromEntries(
    operationNames.map((name) => [
      name,
      (input: Input<typeof name>, options?: CallOptions) => call(name, input, options),
    ]),
  ) as unknown as LoyaltyClient;

/** Whether the contract says that the call can be made twice. */
function isSafe<Name extends OperationName>(name: Name, input: Input<Name>): boolean {
  const { idempotency } = contract[name];
  const hasKey = "ref_id" in input && input.ref_id !== undefined;
  return idempotency === "safe" || (idempotency === "by_ref_id" && hasKey);
}

/** Sends the attempts of one call, and tells `beforeSend` how many of them may have been carried out. */
function sender(
  sendAttempt: SendAttempt,
  beforeSend: CallOptions["beforeSend"],
): (request: HttpRequest) => Promise<HttpResponse> {
  let unclear = 0;
  return async (request) => {
    try {
      return await sendAttempt(request, beforeSend && (() => beforeSend(unclear)));
    } catch (thrown) {
      if (thrown instanceof LoyaltyError && thrown.ambiguous) unclear += 1;
      throw thrown;
    }
  };
}

/**
 * The tokens of the flow that the operation needs; null if it needs none.
 * @throws {LoyaltyError} `NOT_CONFIGURED`
 */
function tokensFor(
  flows: Readonly<Record<"direct" | "exchange", AccessTokens | null>>,
  operation: OperationName,
): AccessTokens | null {
  const { auth } = contract[operation];
  if (auth === "none") return null;
  const tokens = auth === "token" ? (flows.direct ?? flows.exchange) : flows.exchange;
  if (tokens && auth !== "management") return tokens;
  const missing = {
    token: "no credentials of the platform are configured",
    exchange: "only the exchange flow may ask this; set CONNECT_EXCHANGE_TOKEN",
    management: "only a management user may ask this; pass their token",
  };
  throw new LoyaltyError("NOT_CONFIGURED", missing[auth], { operation });
}

// Builds the HTTP request of a call from the contract.

/** Where the operations are. */
interface Addresses {
  /** The published group; `v1` unless given. */
  api?: ApiVersion | undefined;
  /** Methods and paths that stand above the group's. */
  overrides?: Overrides | undefined;
}

/** Builds the request of a call. @throws {LoyaltyError} `BAD_REQUEST`, unsendable, when the input doesn't match the contract. */
function buildRequest(name: OperationName, input: object, { api = "v1", overrides }: Addresses) {
  const { input: schema, ...operation } = contract[name] as Operation;
  const encode = (part: z.ZodObject) => {
    const fields = Object.fromEntries(
      Object.entries(input).filter(([key, value]) => key in part.shape && value !== undefined),
    );
    const encoded = part.safeEncode(fields);
    if (encoded.success) return encoded.data;
    const faults = encoded.error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
    throw new LoyaltyError("BAD_REQUEST", `not sent: ${faults.join("; ")}`, { operation: name });
  };
  const inPath = encode(schema.path);
  const query = new URLSearchParams(encode(schema.query) as Record<string, string>).toString();
  const { method = operation.method, path = pathIn(api, operation.path) } = overrides?.[name] ?? {};
  const filled = path.replace(/\{([^{}]*)\}/g, (_, key: string) =>
    encodeURIComponent(String(inPath[key]).toWellFormed()),
  );
  return {
    operation: name,
    method,
    path: query ? `${filled}?${query}` : filled,
    body: Object.keys(schema.body.shape).length > 0 ? encode(schema.body) : null,
    writes: operation.method === "DELETE" || operation.idempotency !== "safe",
  };
}

// Sends single attempts through the circuit breaker; logs each and reports it to the observer.

/** Observes calls, for metrics. */
interface CallObserver {
  /** Called after each attempt. @param outcome `ok` or the error code. @param ms its duration. */
  onCall(operation: OperationName, outcome: string, ms: number): void;
  /** Called when the circuit breaker opens (or is half open) and when it closes. */
  onBreakerChange(open: boolean): void;
  /** Called when the platform begins and ends to refuse the credentials of a flow. */
  onCredentialsChange(flow: "direct" | "exchange", refused: boolean): void;
  /** Called with the platform's `Date` header minus our clock, in milliseconds. */
  clockDifference?(ms: number): void;
}

/** Statuses that are no warning: 404 for an unknown id, 409 for a conflict such as a repeated write. */
const expectedStatuses: ReadonlySet<number | null> = new Set([404, 409]);

/**
 * A write that leaves long after its send was stored, as by a process that was frozen, could arrive after it was sent
 * again: that is counted from the stored time.
 */
const maxStoringMs = 2000;

/**
 * Sends one attempt. `beforeSend` runs first; if it throws, or takes too long, nothing is sent. What it stored, an
 * order's write, has a line in the log with its request id; other calls that went well have one at `debug`.
 * @throws {LoyaltyError} for any response but a 2xx.
 */
type SendAttempt = (
  request: HttpRequest,
  beforeSend?: () => Promise<void>,
) => Promise<HttpResponse>;

export function createAttemptSender({
  http,
  breaker,
  clock,
  log,
  observer,
}: {
  http: HttpClient;
  breaker: Breaker;
  clock: Clock;
  log: Log;
  observer: CallObserver | undefined;
}): SendAttempt {
  function send(request: HttpRequest, beforeSend?: () => Promise<void>): Promise<HttpResponse> {
    const { operation, signal } = request;
    const attempt = async () => {
      const began = momentOf(clock);
      await beforeSend?.();
      if (elapsedMs(began, momentOf(clock)) > maxStoringMs) {
        throw new LoyaltyError("CANCELLED", "not sent: storing that took too long", { operation });
      }
      const started = clock.monotonic();
      try {
        const response = await http.send(request);
        const date = readHttpDate(response.date);
        if (date !== null) observer?.clockDifference?.(date - clock.now());
        if (response.status < 200 || response.status > 299)
          throw errorFrom(operation, response, request.writes, clock);
        const { status, requestId } = response;
        const ms = Math.round(clock.monotonic() - started);
        observer?.onCall(operation, "ok", ms);
        const level = beforeSend ? "info" : "debug";
        log[level]({ operation, status, requestId, ms }, "platform answered");
        return response;
      } catch (thrown) {
        if (thrown instanceof LoyaltyError)
          recordFailure(thrown, Math.round(clock.monotonic() - started));
        throw thrown;
      }
    };
    return breaker.run(operation, attempt, signal);
  }

  function recordFailure(error: LoyaltyError, ms: number): void {
    const { operation, status, code, requestId, message } = error;
    observer?.onCall(operation, code, ms);
    const line = { operation, status, code, requestId, ms };
    if (status === null) log.warn({ ...line, reason: message }, "platform didn't answer");
    else if (expectedStatuses.has(status)) log.debug(line, "platform answered");
    else log.warn(line, "platform refused");
  }

  return send;
}

// Sends a request with an access token; after a 401, once more with a renewed one.

/**
 * @param nextToken gets a token from `tokens`.
 * @throws {LoyaltyError} of the second attempt, or of the first if a renewal makes no sense.
 */
async function sendWithToken(
  tokens: AccessTokens,
  nextToken: () => Promise<string>,
  request: Omit<HttpRequest, "bearer">,
  send: (request: HttpRequest) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const token = await nextToken();
  try {
    return await sendAs(tokens, token, request, send);
  } catch (thrown) {
    if (!isUnauthorized(thrown) || !tokens.onRefused(token, thrown)) throw thrown;
  }
  const renewed = await nextToken();
  try {
    return await sendAs(tokens, renewed, request, send);
  } catch (thrown) {
    if (isUnauthorized(thrown)) tokens.onRefused(renewed, thrown);
    throw thrown;
  }
}

/** Sends with one token and reports to `tokens` when the platform accepted it. */
async function sendAs(
  tokens: AccessTokens,
  bearer: string,
  request: Omit<HttpRequest, "bearer">,
  send: (request: HttpRequest) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  try {
    const response = await send({ ...request, bearer });
    tokens.onAccepted(bearer, request.operation);
    return response;
  } catch (thrown) {
    if (thrown instanceof LoyaltyError && expectedStatuses.has(thrown.status))
      tokens.onAccepted(bearer, request.operation);
    throw thrown;
  }
}

const isUnauthorized = (thrown: unknown): thrown is LoyaltyError =>
  thrown instanceof LoyaltyError && thrown.code === "UNAUTHORIZED";
