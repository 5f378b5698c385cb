/** Client of the loyalty platform: one method per operation of the contract, with tokens, retries and a circuit breaker. */
import type { z } from "zod";
import { unlessAborted, type Clock } from "../clock.ts";
import type { Log } from "../observability/log.ts";
import { errorFrom, parseSuccess } from "./parse-response.ts";
import {
  contract,
  operationNames,
  type Input,
  type Operation,
  type OperationName,
  type Output,
} from "./contract.ts";
import { LoyaltyError } from "./errors.ts";
import type { Overrides } from "./endpoint-overrides.ts";
import { createBreaker, withRetries } from "./retry-policy.ts";
import {
  directTokens,
  exchangeTokens,
  type DirectCredentials,
  type ExchangeCredentials,
  type AccessTokens,
} from "./access-tokens.ts";
import type { TokenStore } from "./refresh-token.ts";
import { createHttpClient, type HttpResponse, type HttpRequest } from "./http-client.ts";

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
}

/** The operations of the contract. A failed call throws a `LoyaltyError`. */
export type LoyaltyClient = {
  readonly [Name in OperationName]: (
    input: Input<Name>,
    options?: CallOptions,
  ) => Promise<Output<Name>>;
};

export interface LoyaltyClientOptions {
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
  overrides?: Overrides;
  /** Whether the platform carries out a write once per `ref_id` and a void once, so that they may be retried. */
  idempotentWrites?: boolean;
  /** How long the circuit breaker stays open, in milliseconds (default 5000). */
  restMs?: number;
  observer?: CallObserver;
}

/** Observes calls, for metrics. */
export interface CallObserver {
  /** Called after each attempt. @param outcome `ok` or the error code. @param ms its duration. */
  onCall(operation: OperationName, outcome: string, ms: number): void;
  /** Called when the circuit breaker opens (or is half open) and when it closes. */
  onBreakerChange(open: boolean): void;
  /** Called when the platform begins and ends to refuse the credentials of a flow. */
  onCredentialsChange(flow: "direct" | "exchange", refused: boolean): void;
  /** Called with the platform's `Date` header minus our clock, in milliseconds. */
  clockDifference?(ms: number): void;
}

/** Statuses logged as info: 404 for an unknown id, 409 for a conflict such as a repeated write. */
const expectedStatuses: ReadonlySet<number | null> = new Set([404, 409]);

export function createLoyaltyClient(
  options: LoyaltyClientOptions,
): LoyaltyClient & AsyncDisposable {
  const { clock, log, timeoutMs, direct, exchange, observer } = options;
  const transport = createHttpClient(options);
  const breaker = createBreaker(options.restMs ?? 5000, log, observer?.onBreakerChange);

  /** Sends one attempt through the circuit breaker. */
  function sendOnce(request: HttpRequest, beforeSend?: () => Promise<void>): Promise<HttpResponse> {
    const { operation } = request;
    return breaker.run(operation, async () => {
      await beforeSend?.();
      const started = clock.now();
      try {
        const answer = await transport.send(request);
        const date = Date.parse(answer.date ?? "");
        if (!Number.isNaN(date)) observer?.clockDifference?.(date - clock.now());
        if (answer.status < 200 || answer.status > 299)
          throw errorFrom(operation, answer, request.writes, clock);
        const { status, requestId } = answer;
        const ms = clock.now() - started;
        observer?.onCall(operation, "ok", ms);
        log.info({ operation, status, requestId, ms }, "platform answered");
        return answer;
      } catch (thrown) {
        if (thrown instanceof LoyaltyError) noteFailure(thrown, clock.now() - started);
        throw thrown;
      }
    });
  }

  function noteFailure({ operation, status, code, requestId }: LoyaltyError, ms: number): void {
    observer?.onCall(operation, code, ms);
    const line = { operation, status, code, requestId, ms };
    if (expectedStatuses.has(status)) log.info(line, "platform answered");
    else log.warn(line, status === null ? "platform didn't answer" : "platform refused");
  }

  /** Sends with a token and reports to `tokens` when the platform accepted it. */
  async function sendAs(
    tokens: AccessTokens,
    bearer: string,
    request: Omit<HttpRequest, "bearer">,
    send: typeof sendOnce,
  ): Promise<HttpResponse> {
    try {
      const answer = await send({ ...request, bearer });
      tokens.onAccepted(request.operation);
      return answer;
    } catch (thrown) {
      if (thrown instanceof LoyaltyError && expectedStatuses.has(thrown.status))
        tokens.onAccepted(request.operation);
      throw thrown;
    }
  }

  async function call<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    { signal, bearer, beforeSend }: CallOptions = {},
  ): Promise<Output<Name>> {
    const { auth, idempotency } = contract[name];
    const request = { ...buildRequest(name, input, options.overrides), signal };
    const tokens = bearer === undefined ? tokensFor(name, auth) : null;
    const hasKey = "ref_id" in input && input.ref_id !== undefined;
    const safe = idempotency === "safe" || (idempotency === "by_ref_id" && hasKey);
    const repeatable = safe && (!request.writes || options.idempotentWrites === true);
    const cancelled = () =>
      new LoyaltyError("CANCELLED", "the caller stopped waiting", { operation: name });
    let unclear = 0;
    const send = async (sent: HttpRequest): Promise<HttpResponse> => {
      try {
        return await sendOnce(
          sent,
          request.writes && beforeSend ? () => beforeSend(unclear) : undefined,
        );
      } catch (thrown) {
        if (thrown instanceof LoyaltyError && thrown.ambiguous) unclear += 1;
        throw thrown;
      }
    };
    const answer = await withRetries(
      async () => {
        if (!tokens) return send({ ...request, bearer: bearer ?? null });
        const token = await unlessAborted(signal, tokens.get(), cancelled);
        try {
          return await sendAs(tokens, token, request, send);
        } catch (thrown) {
          if (!isUnauthorized(thrown) || !tokens.onRefused(token, thrown)) throw thrown;
        }
        const fresh = await unlessAborted(signal, tokens.get(), cancelled);
        try {
          return await sendAs(tokens, fresh, request, send);
        } catch (thrown) {
          if (isUnauthorized(thrown)) tokens.onRefused(fresh, thrown);
          throw thrown;
        }
      },
      { operation: name, repeatable, patienceMs: timeoutMs * 2, clock, signal },
    );
    return parseSuccess(name, answer, request.writes);
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

  /** The tokens of the flow that the operation needs. @throws {LoyaltyError} `NOT_CONFIGURED` */
  function tokensFor(operation: OperationName, auth: Operation["auth"]): AccessTokens | null {
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

  const calls = Object.fromEntries(
    operationNames.map((name) => [
      name,
      (input: Input<typeof name>, callOptions?: CallOptions) => call(name, input, callOptions),
    ]),
  ) as unknown as LoyaltyClient;
  return {
    ...calls,
    async [Symbol.asyncDispose]() {
      await flows.exchange?.[Symbol.asyncDispose]();
      await transport[Symbol.asyncDispose]();
    },
  };
}

const isUnauthorized = (thrown: unknown): thrown is LoyaltyError =>
  thrown instanceof LoyaltyError && thrown.code === "UNAUTHORIZED";

/** Builds the request of a call. @throws {LoyaltyError} `BAD_REQUEST` when the input doesn't match the contract. */
function buildRequest(name: OperationName, input: object, overrides: Overrides | undefined) {
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
  const { method = operation.method, path = operation.path } = overrides?.[name] ?? {};
  const filled = path.replace(/\{(.*?)\}/g, (_, key: string) =>
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
