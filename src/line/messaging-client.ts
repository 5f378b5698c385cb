/** Client of LINE's Messaging API: sends replies and pushes with retries, shows the loading animation, reads profiles and the bot's info. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { backoffMs, pause } from "../clock.ts";
import { createAlarm } from "../observability/log.ts";
import { codeOf, LineError } from "./errors.ts";
import type { SerializedMessages } from "./messages/prepare-reply.ts";
import { withToken, type TokenSource } from "./channel-access-tokens.ts";
import {
  createLineHttpClient,
  loggedPathOf,
  type LineResponse,
  type LineRequest,
  type LineHttpOptions,
} from "./http-client.ts";

/** What LINE refused about a request. */
export type Refusal = "reply_token" | "message" | "credentials" | "other";

/** How sending a reply ended. An unclear attempt is one that ended in silence, a broken connection or a 5xx. */
export type ReplyOutcome =
  | { readonly kind: "sent"; readonly requestId: string | undefined }
  /** An unclear attempt was followed by a 400: the reply token is used up, so that attempt was delivered. */
  | { readonly kind: "arrived" }
  /** Certainly not delivered. */
  | { readonly kind: "refused"; readonly status: number; readonly reason: Refusal }
  /** Every attempt was unclear: the reply may have been delivered, so it must not be pushed instead. */
  | { readonly kind: "unknown" }
  /** Certainly not delivered, and the deadline has passed. */
  | { readonly kind: "too_late" };

export type PushOutcome = Exclude<ReplyOutcome, { kind: "arrived" }>;

export interface Until {
  /** Deadline in clock milliseconds; no attempt starts after it. */
  readonly until: number;
}

export interface Profile {
  readonly displayName: string;
  /** BCP 47; absent until the user has accepted LINE's privacy policy. */
  readonly language?: string | undefined;
}

export interface BotInfo {
  readonly userId: string;
  readonly basicId: string;
  readonly displayName: string;
  readonly chatMode: string;
  readonly markAsReadMode: string;
}

export interface MessagingClient extends AsyncDisposable {
  /**
   * Sends the reply to one event. An unclear attempt (silence, broken connection, 5xx) is repeated
   * with the same token and body, up to three unclear attempts; after a 429 or without a connection
   * it backs off and tries again until the deadline.
   * @throws {LineError} only when the client is disposed; the outcome is then unknown.
   */
  reply(replyToken: string, prepared: SerializedMessages, options: Until): Promise<ReplyOutcome>;
  /**
   * Sends to a user, group or room. Repeated after silence, a broken connection or a 5xx, under the
   * same retry key; LINE accepts a key again with the same content for 24 hours.
   * @throws {LineError} only when the client is disposed; the outcome is then unknown.
   */
  push(
    to: string,
    prepared: SerializedMessages,
    retryKey: string,
    options: Until,
  ): Promise<PushOutcome>;
  /** Shows the loading animation in a 1:1 chat. Never rejects. @param seconds rounded up to a multiple of 5, from 5 to 60. */
  startLoading(userId: string, seconds: number): Promise<void>;
  /** The user's profile, or null when LINE answers 404. @throws {LineError} */
  getProfile(userId: string): Promise<Profile | null>;
  /** The official account that the token belongs to. @throws {LineError} */
  botInfo(): Promise<BotInfo>;
}

export interface MessagingClientOptions extends LineHttpOptions {
  readonly token: TokenSource;
  /** Called with true when LINE begins to refuse the token, and with false when it accepts it again. */
  readonly onTokenRefusedChange?: ((isOn: boolean) => void) | undefined;
}

type Call = Omit<LineRequest, "headers"> & { readonly retryKey?: string };

/** The retry key (UUID) of an event's index-th push. Derived from the event id, so that it is the same after a restart. */
export function retryKeyFor(webhookEventId: string, index: number): string {
  const hash = createHash("sha256").update(`${webhookEventId}/${index}`).digest();
  // UUID version 8, variant 1: made from a hash.
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const bodyOf = (field: "replyToken" | "to", value: string, prepared: SerializedMessages): Buffer =>
  prepared.wrap(`{"${field}":${JSON.stringify(value)},"messages":`, "}");

const maxUnclearAttempts = 3;
/** From 0.5 to 1 s after the first failure, up to 4 to 8 s. */
const backoff = { firstMs: 750, maxMs: 6000, jitter: 1 / 3 };

const remedy =
  "issue a new one in the LINE Developers Console, set LINE_CHANNEL_ACCESS_TOKEN and restart; " +
  "or set LINE_CHANNEL_ID in its place, and tokens are issued by themselves";

const profile = z.looseObject({ displayName: z.string(), language: z.string().optional() });
const botInfo = z.looseObject({
  userId: z.string(),
  basicId: z.string(),
  displayName: z.string(),
  chatMode: z.string(),
  markAsReadMode: z.string(),
});
const refusal = z.looseObject({
  message: z.string().catch(""),
  details: z.array(z.looseObject({ property: z.string().catch("") })).catch([]),
});

export function createMessagingClient(options: MessagingClientOptions): MessagingClient {
  const { clock, log, token } = options;
  const http = createLineHttpClient(options);
  const closing = new AbortController();
  const alarm = createAlarm(
    log,
    {
      begins: "LINE refuses our channel access token: nobody can be answered",
      ends: "LINE takes our channel access token again",
    },
    options.onTokenRefusedChange,
  );
  /** The path that raised the alarm. Only a success of the same path clears it. */
  let refusedPath = "";

  /** The token, or `unreachable` when obtaining it got no answer. */
  function currentToken(refused?: string): string | Promise<string> {
    const got = token(refused);
    return typeof got === "string" ? got : got.catch(asUnreachable);
  }

  /** Sends one request with the token; a refused token is renewed and the request sent once more. */
  async function call(exchange: Call): Promise<LineResponse> {
    const answer = await withToken(currentToken, (bearer) => send(exchange, bearer));
    if (answer.status === 401) {
      refusedPath = loggedPathOf(exchange);
      alarm.raise({ status: 401, requestId: answer.requestId, remedy });
    } else if (alarm.isOn && answer.status < 300 && loggedPathOf(exchange) === refusedPath) {
      alarm.clear();
    }
    return answer;
  }

  function send(exchange: Call, bearer: string): Promise<LineResponse> {
    const headers: Record<string, string> = { authorization: `Bearer ${bearer}` };
    if (exchange.body !== undefined) headers["content-type"] = "application/json";
    if (exchange.retryKey) headers["x-line-retry-key"] = exchange.retryKey;
    return http.exchange({ ...exchange, headers });
  }

  /** Sends one attempt; a missing response becomes a value. Rejects only when the client is disposed. */
  function attempt(exchange: Call): Promise<LineResponse | "unreachable" | "no_answer"> {
    return call(exchange).catch((error: unknown) => {
      if (!(error instanceof LineError) || closing.signal.aborted) throw error;
      if (error.code === "no_answer") return "no_answer";
      // Refused credentials end the attempts like a 401; other failures are retried.
      if (error.code === "unauthorized") return { status: 401, requestId: undefined, text: "" };
      return "unreachable";
    });
  }

  /** Waits before the next attempt. */
  function backOff(attempts: number): Promise<void> {
    return pause(clock, backoffMs(backoff, attempts + 1), closing.signal);
  }

  function timeLeft(until: number): { timeoutMs: number } | undefined {
    const left = until - clock.now();
    return left > 0 ? { timeoutMs: Math.min(left, http.timeoutMs) } : undefined;
  }

  async function reply(
    replyToken: string,
    prepared: SerializedMessages,
    { until }: Until,
  ): Promise<ReplyOutcome> {
    const body = bodyOf("replyToken", replyToken, prepared);
    let unclear = 0;
    for (let tries = 0; ; tries += 1) {
      const time = timeLeft(until);
      if (!time) return { kind: unclear > 0 ? "unknown" : "too_late" };
      const answer = await attempt({
        method: "POST",
        path: "/v2/bot/message/reply",
        body,
        ...time,
      });
      if (answer === "no_answer" || (typeof answer === "object" && answer.status >= 500)) {
        unclear += 1;
        if (unclear === maxUnclearAttempts) return { kind: "unknown" };
      } else if (typeof answer === "object") {
        const { status, requestId } = answer;
        if (status < 300) return { kind: "sent", requestId };
        if (status !== 429) {
          if (unclear > 0) return { kind: status === 400 ? "arrived" : "unknown" };
          return { kind: "refused", status, reason: whyRefused(answer) };
        }
      }
      await backOff(tries);
    }
  }

  async function push(
    to: string,
    prepared: SerializedMessages,
    retryKey: string,
    { until }: Until,
  ): Promise<PushOutcome> {
    const body = bodyOf("to", to, prepared);
    let unclear = false;
    for (let tries = 0; ; tries += 1) {
      const time = timeLeft(until);
      if (!time) return { kind: unclear ? "unknown" : "too_late" };
      const answer = await attempt({
        method: "POST",
        path: "/v2/bot/message/push",
        body,
        retryKey,
        ...time,
      });
      if (typeof answer === "object" && answer.status < 500) {
        const { status, requestId } = answer;
        if (status < 300 || status === 409) return { kind: "sent", requestId };
        if (unclear) return { kind: "unknown" };
        return { kind: "refused", status, reason: whyRefused(answer) };
      }
      unclear ||= answer !== "unreachable";
      await backOff(tries);
    }
  }

  /** Why LINE refused. Only the message text tells an invalid reply token from an invalid message. */
  function whyRefused({ status, requestId, text }: LineResponse): Refusal {
    if (status === 401 || status === 403) return "credentials";
    if (status !== 400 && status !== 413) return "other";
    const { message, details } = parsed(refusal, text) ?? { message: "", details: [] };
    if (/reply token/i.test(message)) return "reply_token";
    log.error(
      { requestId, properties: details.map(({ property }) => property) },
      "LINE refused a message of ours",
    );
    return "message";
  }

  async function startLoading(userId: string, seconds: number): Promise<void> {
    const loadingSeconds = Math.min(60, Math.max(5, Math.ceil(seconds / 5) * 5));
    try {
      await call({
        method: "POST",
        path: "/v2/bot/chat/loading/start",
        body: JSON.stringify({ chatId: userId, loadingSeconds }),
      });
    } catch (error) {
      log.debug(
        { code: error instanceof LineError ? error.code : "unknown" },
        "no loading animation",
      );
    }
  }

  /** Reads a resource; null when LINE answers 404. @throws {LineError} */
  async function readResource<T>(
    schema: z.ZodType<T>,
    path: string,
    loggedPath: string,
  ): Promise<T | null> {
    const { status, text } = await call({ method: "GET", path, loggedPath, read: true });
    if (status === 404) return null;
    if (status !== 200) {
      throw new LineError(codeOf(status), `GET ${loggedPath}: ${status}`, { status });
    }
    const answer = parsed(schema, text);
    if (answer === undefined)
      throw new LineError("malformed", `GET ${loggedPath}: unreadable answer`);
    return answer;
  }

  return {
    reply,
    push,
    startLoading,
    getProfile: (userId) =>
      readResource(
        profile,
        `/v2/bot/profile/${encodeURIComponent(userId)}`,
        "/v2/bot/profile/{userId}",
      ),
    async botInfo() {
      const info = await readResource(botInfo, "/v2/bot/info", "/v2/bot/info");
      if (!info) throw new LineError("refused", "GET /v2/bot/info: 404", { status: 404 });
      return info;
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new LineError("unreachable", "the sender is closing"));
      await http[Symbol.asyncDispose]();
    },
  };
}

/** Turns `no_answer` of the token request into `unreachable`: without a token the message wasn't sent. */
function asUnreachable(error: unknown): never {
  if (!(error instanceof LineError) || error.code !== "no_answer") throw error;
  throw new LineError("unreachable", error.message, { cause: error });
}

/** The parsed JSON, or undefined when it doesn't match the schema. */
function parsed<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
