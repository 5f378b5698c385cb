/** Client of LINE's Messaging API: sends replies and pushes with retries, shows the loading animation, reads profiles and the bot's info. */
import { createHash } from "node:crypto";
import { z } from "zod";
import { backoffMs, type Clock, pause } from "../clock.ts";
import type { Log } from "../observability/log.ts";
import { shownName } from "../text/safe-text.ts";
import {
  type AuthorizedClient,
  type AuthorizedClientOptions,
  type AuthorizedRequest,
  createAuthorizedClient,
} from "./authorized-client.ts";
import { codeOf, LineError } from "./errors.ts";
import { type LineResponse, parseJson } from "./http-client.ts";
import type { SerializedMessages } from "./messages/prepare-reply.ts";

interface Profile {
  readonly displayName: string;
  /** BCP 47; absent until the user has accepted LINE's privacy policy. */
  readonly language?: string | undefined;
}

interface BotInfo {
  readonly userId: string;
  readonly basicId: string;
  readonly displayName: string;
  readonly chatMode: string;
  readonly markAsReadMode: string;
}

export interface MessagingClient extends AsyncDisposable {
  /**
   * Sends the reply to one event. An unclear attempt (silence, broken connection, 5xx) is repeated
   * with the same token and body, up to five times until the deadline: soon at first, then after longer
   * pauses; after a 429 or without a connection it backs off and tries again until then.
   * @throws {LineError} only when the client is disposed, the outcome is then unknown; and what
   * `options.beforeAttempt` throws.
   */
  reply(
    replyToken: string,
    prepared: SerializedMessages,
    options: ReplyOptions,
  ): Promise<ReplyOutcome>;
  /**
   * Sends to a user, group or room. Repeated after silence, a broken connection or a 5xx, under the
   * same retry key; LINE accepts a key again with the same content for 24 hours.
   * @throws {LineError} only when the client is disposed; the outcome is then unknown.
   */
  push(
    to: string,
    prepared: SerializedMessages,
    retryKey: string,
    options: PushOptions,
  ): Promise<PushOutcome>;
  /** Shows the loading animation in a 1:1 chat. Never rejects. @param seconds rounded up to a multiple of 5, from 5 to 60. */
  startLoading(userId: string, seconds: number): Promise<void>;
  /** Marks a message and all before it in its chat as read, in one attempt. Never rejects. @returns whether LINE did it. */
  markAsRead(token: string): Promise<boolean>;
  /** The user's profile, or null when LINE answers 404. @throws {LineError} */
  getProfile(userId: string): Promise<Profile | null>;
  /** The official account that the token belongs to. @throws {LineError} */
  botInfo(): Promise<BotInfo>;
}

/** People write their names themselves, with any characters. */
const displayName = z.string().transform(shownName);
const profile = z.looseObject({ displayName, language: z.string().optional() });
const botInfo = z.looseObject({
  userId: z.string(),
  basicId: z.string(),
  displayName,
  chatMode: z.string(),
  markAsReadMode: z.string(),
});
export function createMessagingClient(options: AuthorizedClientOptions): MessagingClient {
  const { clock, log } = options;
  const client = createAuthorizedClient(options);
  const closing = new AbortController();
  const context = { client, clock, log, closing: closing.signal, units: { areRefused: false } };

  return {
    reply: (replyToken, prepared, how) => sendReply(context, replyToken, prepared, how),
    push: (to, prepared, retryKey, how) => sendPush(context, to, prepared, retryKey, how),
    async startLoading(userId, seconds) {
      const loadingSeconds = Math.min(60, Math.max(5, Math.ceil(seconds / 5) * 5));
      const body = JSON.stringify({ chatId: userId, loadingSeconds });
      try {
        await client.send({ method: "POST", path: "/v2/bot/chat/loading/start", body });
      } catch (error) {
        const code = error instanceof LineError ? error.code : "unknown";
        log.debug({ code }, "no loading animation");
      }
    },
    async markAsRead(markAsReadToken) {
      const body = JSON.stringify({ markAsReadToken });
      try {
        const request = { method: "POST", path: "/v2/bot/chat/markAsRead", body } as const;
        return (await client.send(request)).status < 300;
      } catch (error) {
        const code = error instanceof LineError ? error.code : "unknown";
        log.debug({ code }, "not marked as read");
        return false;
      }
    },
    getProfile: (userId) =>
      readResource(
        client,
        profile,
        `/v2/bot/profile/${encodeURIComponent(userId)}`,
        "/v2/bot/profile/{userId}",
      ),
    async botInfo() {
      const info = await readResource(client, botInfo, "/v2/bot/info", "/v2/bot/info");
      if (!info) throw new LineError("refused", "GET /v2/bot/info: 404", { status: 404 });
      return info;
    },
    async [Symbol.asyncDispose]() {
      closing.abort(new LineError("unreachable", "the sender is closing"));
      await client[Symbol.asyncDispose]();
    },
  };
}

/** Reads a resource; null when LINE answers 404. @throws {LineError} */
async function readResource<T>(
  client: AuthorizedClient,
  schema: z.ZodType<T>,
  path: string,
  loggedPath: string,
): Promise<T | null> {
  const { status, text } = await client.send({ method: "GET", path, loggedPath, read: true });
  if (status === 404) return null;
  if (status !== 200) {
    throw new LineError(codeOf(status), `GET ${loggedPath}: ${status}`, { status });
  }
  const resource = parseJson(schema, text);
  if (resource !== undefined) return resource;
  throw new LineError("malformed", `GET ${loggedPath}: unreadable answer`);
}

// Sends replies and pushes, and decides after each attempt whether to try again.

/** What LINE refused about a request. */
type Refusal = "reply_token" | "message" | "credentials" | "other";

/** How sending a reply ended. An unclear attempt is one that ended in silence, a broken connection or a 5xx. */
export type ReplyOutcome =
  | { readonly kind: "sent"; readonly requestId: string | undefined }
  /** An unclear attempt was followed in time by a 400 about the reply token: it is used up, so that attempt was delivered. */
  | { readonly kind: "arrived" }
  /** Certainly not delivered. */
  | { readonly kind: "refused"; readonly status: number; readonly reason: Refusal }
  /** An attempt was unclear and none was accepted: the reply may have been delivered, so it must not be pushed instead. */
  | { readonly kind: "unknown" }
  /** Certainly not delivered, and the deadline has passed. */
  | { readonly kind: "too_late" };

export type PushOutcome = Exclude<ReplyOutcome, { kind: "arrived" }>;

interface SendOptions {
  /** Milliseconds in which attempts may start, however the clock is set meanwhile. */
  readonly withinMs: number;
  /** Called before each attempt; what it throws ends them. */
  readonly beforeAttempt?: () => void;
}

interface ReplyOptions extends SendOptions {
  /** Called with each pause between two attempts, which it awaits. */
  readonly idle?: (wait: Promise<void>) => Promise<void>;
}

interface PushOptions extends SendOptions {
  /** What LINE counts it under, without who it was: who opened it, who tapped in it. */
  readonly unit?: string;
}

interface SendContext {
  /** Whether LINE has refused to count under units of this account. */
  readonly units: { areRefused: boolean };
  readonly client: AuthorizedClient;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborted when the client is disposed. */
  readonly closing: AbortSignal;
}

/** From 0.5 to 1 s after the first failure, up to 4 to 8 s. */
const backoff = { firstMs: 750, maxMs: 6000, jitter: 1 / 3 };
/**
 * The pauses after unclear attempts at a reply: while LINE answers 5xx at once, further attempts follow about 1, 3, 8,
 * 20 and 40 s after the first. A token works once, so that none of them is shown a second time.
 */
const unclearPausesMs: readonly number[] = [1000, 2000, 5000, 12_000, 20_000];
const unclearJitter = 1 / 8;
/** The largest share of the time left that such a pause takes, so that another attempt fits in behind it. */
const maxPauseShare = 3 / 4;

/**
 * LINE counts the life of a reply token from when it sends the webhook, and refuses an expired one in the words for one
 * that is used up: an attempt that begins with no more than this left of it tells nothing of those before.
 */
const maxWebhookDelayMs = 10_000;

const refusal = z.looseObject({
  message: z.string().catch(""),
  details: z.array(z.looseObject({ property: z.string().catch("") })).catch([]),
});

/** The retry key (UUID) of an event's index-th push. Derived from the event id, so that it is the same after a restart. */
export function retryKeyFor(webhookEventId: string, index: number): string {
  const hash = createHash("sha256").update(`${webhookEventId}/${index}`).digest();
  // UUID version 8, variant 1: made from a hash.
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x80, 6);
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8);
  return hash.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/**
 * Sends a reply until it is accepted, refused, or unclear too often. No attempt starts later than `withinMs`.
 * @throws {LineError} only when the client is disposed; and what `beforeAttempt` throws.
 */
async function sendReply(
  context: SendContext,
  replyToken: string,
  prepared: SerializedMessages,
  { withinMs, idle = (wait) => wait, beforeAttempt }: ReplyOptions,
): Promise<ReplyOutcome> {
  const body = bodyOf("replyToken", replyToken, prepared);
  const until = context.clock.monotonic() + withinMs;
  let unclear = 0;
  for (let tries = 1; ; tries += 1) {
    const time = timeLeft(context, until);
    if (!time) return { kind: unclear > 0 ? "unknown" : "too_late" };
    const mayBeExpired = until - context.clock.monotonic() <= maxWebhookDelayMs;
    beforeAttempt?.();
    const request = { method: "POST", path: "/v2/bot/message/reply", body, ...time } as const;
    const response = await attempt(context, request);
    let delayMs = backoffMs(backoff, tries);
    if (response === "no_answer" || (typeof response === "object" && response.status >= 500)) {
      unclear += 1;
      const pauseMs = unclearPausesMs[unclear - 1];
      if (pauseMs === undefined) return { kind: "unknown" };
      const left = Math.max(0, until - context.clock.monotonic());
      const firstMs = Math.min(pauseMs, left * maxPauseShare);
      delayMs = backoffMs({ firstMs, jitter: unclearJitter }, 1);
    } else if (typeof response === "object") {
      const { status, requestId } = response;
      if (status < 300) return { kind: "sent", requestId };
      if (status !== 429) {
        const reason = refusalReason(context, response);
        if (unclear === 0) return { kind: "refused", status, reason };
        const isUsedUp = reason === "reply_token" && !mayBeExpired;
        return { kind: isUsedUp ? "arrived" : "unknown" };
      }
    }
    await idle(pause(context.clock, delayMs, context.closing));
  }
}

/** LINE's form of the name of an aggregation unit. */
const unitName = (unit: string): string => unit.replaceAll(/\W/g, "_").slice(0, 30);

/** What LINE answers to an account that may not name aggregation units. */
const mayRefuseUnit = (outcome: PushOutcome): boolean =>
  outcome.kind === "refused" && (outcome.status === 400 || outcome.status === 403);

/**
 * Pushes under a retry key until it is accepted or refused. No attempt starts later than `withinMs`. LINE lets only some
 * accounts name units: a refused push is sent again without, and if that is accepted, no unit is named from then on.
 * @throws {LineError} only when the client is disposed; and what `beforeAttempt` throws.
 */
async function sendPush(
  context: SendContext,
  to: string,
  prepared: SerializedMessages,
  retryKey: string,
  { unit, ...options }: PushOptions,
): Promise<PushOutcome> {
  const plain = bodyOf("to", to, prepared);
  if (unit === undefined || context.units.areRefused) {
    return pushBody(context, plain, retryKey, options);
  }
  const ending = `,"customAggregationUnits":["${unitName(unit)}"]}`;
  const outcome = await pushBody(context, bodyOf("to", to, prepared, ending), retryKey, options);
  if (!mayRefuseUnit(outcome)) return outcome;
  // LINE keeps only the keys of what it accepted.
  const second = await pushBody(context, plain, retryKey, options);
  if (second.kind === "sent") {
    context.units.areRefused = true;
    context.log.warn("LINE accepts no aggregation units of this account; pushes name none");
  }
  return second;
}

async function pushBody(
  context: SendContext,
  body: Buffer,
  retryKey: string,
  { withinMs, beforeAttempt }: SendOptions,
): Promise<PushOutcome> {
  const until = context.clock.monotonic() + withinMs;
  let unclear = false;
  for (let tries = 0; ; tries += 1) {
    const time = timeLeft(context, until);
    if (!time) return { kind: unclear ? "unknown" : "too_late" };
    beforeAttempt?.();
    const request = { method: "POST", path: "/v2/bot/message/push", body, ...time } as const;
    const response = await attempt(context, { ...request, retryKey });
    if (typeof response === "object" && response.status < 500) {
      const { status, requestId } = response;
      if (status < 300 || status === 409) {
        // A reply is on its event's line; a push may have none.
        context.log.info({ status, requestId }, "pushed");
        return { kind: "sent", requestId };
      }
      const reason = refusalReason(context, response);
      return unclear ? { kind: "unknown" } : { kind: "refused", status, reason };
    }
    unclear ||= response !== "unreachable";
    await pause(context.clock, backoffMs(backoff, tries + 1), context.closing);
  }
}

const bodyOf = (
  field: "replyToken" | "to",
  value: string,
  prepared: SerializedMessages,
  ending = "}",
): Buffer => prepared.wrap(`{"${field}":${JSON.stringify(value)},"messages":`, ending);

/** Sends one attempt; a missing response becomes a value. Rejects only when the client is disposed. */
function attempt(
  { client, closing }: SendContext,
  request: AuthorizedRequest,
): Promise<LineResponse | "unreachable" | "no_answer"> {
  return client.send(request).catch((error: unknown) => {
    if (!(error instanceof LineError) || closing.aborted) throw error;
    if (error.code === "no_answer") return "no_answer";
    // Refused credentials end the attempts like a 401; other failures are retried.
    if (error.code === "unauthorized") return { status: 401, requestId: undefined, text: "" };
    return "unreachable";
  });
}

/** The deadline of the next attempt; undefined when there is no time for one. @param until of the monotonic clock. */
function timeLeft(
  { client, clock }: SendContext,
  until: number,
): { timeoutMs: number } | undefined {
  const left = until - clock.monotonic();
  return left > 0 ? { timeoutMs: Math.min(left, client.timeoutMs) } : undefined;
}

/** Why LINE refused. Only the message text tells an invalid reply token from an invalid message. */
function refusalReason({ log }: SendContext, { status, requestId, text }: LineResponse): Refusal {
  if (status === 401 || status === 403) return "credentials";
  if (status !== 400 && status !== 413) return "other";
  const { message, details } = parseJson(refusal, text) ?? { message: "", details: [] };
  if (/reply token/i.test(message)) return "reply_token";
  log.error(
    { requestId, properties: details.map(({ property }) => property) },
    "LINE refused a message of ours",
  );
  return "message";
}
