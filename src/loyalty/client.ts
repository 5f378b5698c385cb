/** The client of the loyalty platform: twenty calls made from the contract. */
import type { z } from "zod";
import type { Clock } from "../clock.ts";
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
  /** Bounds the whole call, its retries included. */
  signal?: AbortSignal | undefined;
  /** A token of the caller's own: Generate Exchange Token takes a management user's. */
  bearer?: string | undefined;
  /**
   * Awaited before every try of a write, the client's own retries included; where it throws, nothing is sent.
   * @param unclear how many tries of this call may have been carried out already.
   */
  beforeSend?: ((unclear: number) => Promise<void>) | undefined;
}

/** The twenty operations. Each throws a `ConnectError` and nothing else when it fails. */
export type LoyaltyClient = {
  readonly [Name in OperationName]: (
    input: Input<Name>,
    options?: CallOptions,
  ) => Promise<Output<Name>>;
};

export interface LoyaltyClientOptions {
  /** Joined literally with each operation's path. */
  baseUrl: string;
  /** The key pair; it serves everything but the add-on status. */
  direct: DirectCredentials | null;
  /** The exchange flow; it serves the add-on status, and everything where `direct` is null. */
  exchange: ExchangeCredentials | null;
  /** The deadline of one try. */
  timeoutMs: number;
  clock: Clock;
  log: Log;
  tokens: TokenStore;
  overrides?: Overrides;
  /** Whether the platform does a write once per `ref_id` and a void once, so that both may be sent again. */
  idempotentWrites?: boolean;
  /** How long a failing platform is left alone. */
  restMs?: number;
  observer?: CallObserver;
}

/** Is told what happens on the wire. */
export interface CallObserver {
  /** One try, and the milliseconds that it took. @param outcome `ok`, or the failure's code. */
  onCall(operation: OperationName, outcome: string, ms: number): void;
  /** Whether the platform is left alone for a while. */
  onBreakerChange(open: boolean): void;
  onCredentialsChange(flow: "direct" | "exchange", refused: boolean): void;
  /** The platform's clock less ours, in milliseconds, as an answer tells it. */
  clockDifference?(ms: number): void;
}

/** Answers of a day without trouble: what isn't there, and what was done before. */
const expectedStatuses: ReadonlySet<number | null> = new Set([404, 409]);

export function createLoyaltyClient(
  options: LoyaltyClientOptions,
): LoyaltyClient & AsyncDisposable {
  const { clock, log, timeoutMs, direct, exchange, observer } = options;
  const transport = createHttpClient(options);
  const breaker = createBreaker(options.restMs ?? 5000, log, observer?.onBreakerChange);

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

  /** Sends with a token, and says what became of it. */
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
    const safe = idempotency === "safe" || (idempotency === "by ref_id" && hasKey);
    const repeatable = safe && (!request.writes || options.idempotentWrites === true);
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
        const token = await waitFor(tokens.get(), name, signal);
        try {
          return await sendAs(tokens, token, request, send);
        } catch (thrown) {
          if (!isUnauthorized(thrown) || !tokens.onRefused(token, thrown)) throw thrown;
        }
        const fresh = await waitFor(tokens.get(), name, signal);
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

  const keeping = (flow: "direct" | "exchange") => ({
    clock,
    log: log.child({ flow }),
    refused: (isOn: boolean) => observer?.onCredentialsChange(flow, isOn),
  });
  const flows = {
    direct: direct && directTokens(call, keeping("direct"), direct),
    exchange: exchange && exchangeTokens(call, keeping("exchange"), exchange, options.tokens),
  };

  function tokensFor(operation: OperationName, proof: Operation["auth"]): AccessTokens | null {
    if (proof === "none") return null;
    const tokens = proof === "token" ? (flows.direct ?? flows.exchange) : flows.exchange;
    if (tokens && proof !== "management") return tokens;
    const missing = {
      token: "no credentials of the platform are configured",
      exchange: "only the exchange flow may ask this; set CONNECT_EXCHANGE_TOKEN",
      management: "only a management user may ask this; pass their token",
    };
    throw new LoyaltyError("NOT_CONFIGURED", missing[proof], { operation });
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

/** The request of a call. Throws `BAD_REQUEST`, without sending, where the input breaks the contract. */
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

/** Waits for something shared without being bound to it: this caller's signal ends only its own wait. */
async function waitFor<Value>(
  shared: Promise<Value>,
  operation: OperationName,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (!signal) return shared;
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () =>
    reject(new LoyaltyError("CANCELLED", "the caller stopped waiting", { operation }));
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await Promise.race([shared, promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
