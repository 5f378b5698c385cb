/** Client of LINE's Messaging API: sends replies and pushes with retries, shows the loading animation, reads profiles and the bot's info. */
import { z } from "zod";
import {
  createAuthorizedClient,
  type AuthorizedClient,
  type AuthorizedClientOptions,
} from "./authorized-client.ts";
import { shownName } from "../text/safe-text.ts";
import { codeOf, LineError } from "./errors.ts";
import type { SerializedMessages } from "./messages/prepare-reply.ts";
import { parseJson } from "./http-client.ts";
import {
  sendPush,
  sendReply,
  type PushOptions,
  type PushOutcome,
  type ReplyOptions,
  type ReplyOutcome,
} from "./send-messages.ts";

export { retryKeyFor, type PushOutcome, type ReplyOutcome } from "./send-messages.ts";

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
