/** What an operator asks LINE about a channel: where its webhook goes, whether that works, what quota is left. Sends no message. */
import { z } from "zod";
import { codeOf, LineError } from "./errors.ts";
import { withToken, type TokenSource } from "./channel-access-tokens.ts";
import { createLineHttpClient, type LineHttpOptions } from "./http-client.ts";

/** Where LINE posts a channel's events. */
export interface WebhookEndpoint {
  endpoint: string;
  /** Whether the console's switch "Use webhook" is on. */
  active: boolean;
}

/** What came of LINE's own try to post to a webhook. */
export interface WebhookTest {
  success: boolean;
  /** 0 or less without an answer. */
  statusCode: number;
  /** `OK`, `COULD_NOT_CONNECT`, `REQUEST_TIMEOUT`, `ERROR_STATUS_CODE` or `UNCLASSIFIED`. */
  reason: string;
}

/** Messages of this month, replies not counted. */
export interface Quota {
  /** Null where the plan has no limit. */
  limit: number | null;
  used: number;
}

export interface ChannelStatusClient extends AsyncDisposable {
  /** Null where none is set. @throws {LineError} */
  webhook(): Promise<WebhookEndpoint | null>;
  /** Has LINE post an empty, signed request to the channel's webhook; at most 60 an hour. @throws {LineError} */
  testWebhook(): Promise<WebhookTest>;
  /** @throws {LineError} */
  quota(): Promise<Quota>;
}

const endpoint = z.looseObject({ endpoint: z.string(), active: z.boolean() });
const test = z.looseObject({
  success: z.boolean(),
  statusCode: z.number().catch(0),
  reason: z.string().catch("UNCLASSIFIED"),
});
const quota = z.looseObject({ type: z.string(), value: z.number().optional() });
const consumption = z.looseObject({ totalUsage: z.number() });

/** LINE itself waits for the webhook before it answers. */
const testTimeoutMs = 15_000;

export function createChannelStatusClient(
  options: LineHttpOptions & { readonly token: TokenSource },
): ChannelStatusClient {
  const wire = createLineHttpClient({ ...options, connections: 1 });

  async function ask<T>(
    schema: z.ZodType<T>,
    path: string,
    post?: { body: string; timeoutMs: number },
  ): Promise<T | null> {
    const method = post ? "POST" : "GET";
    const { status, text } = await withToken(options.token, (bearer) =>
      wire.exchange({
        method,
        path,
        headers: {
          authorization: `Bearer ${bearer}`,
          ...(post && { "content-type": "application/json" }),
        },
        ...post,
        read: true,
      }),
    );
    if (status === 404) return null;
    if (status !== 200) throw new LineError(codeOf(status), `${method} ${path}: ${status}`);
    return read(schema, text, `${method} ${path}`);
  }

  return {
    webhook: () => ask(endpoint, "/v2/bot/channel/webhook/endpoint"),
    testWebhook: () =>
      found(ask(test, "/v2/bot/channel/webhook/test", { body: "{}", timeoutMs: testTimeoutMs })),
    async quota() {
      const { type, value } = await found(ask(quota, "/v2/bot/message/quota"));
      const { totalUsage } = await found(ask(consumption, "/v2/bot/message/quota/consumption"));
      return { limit: type === "limited" ? (value ?? 0) : null, used: totalUsage };
    },
    [Symbol.asyncDispose]: () => wire[Symbol.asyncDispose](),
  };
}

async function found<T>(answer: Promise<T | null>): Promise<T> {
  const value = await answer;
  if (value === null) throw new LineError("refused", "LINE answered 404", { status: 404 });
  return value;
}

function read<T>(schema: z.ZodType<T>, text: string, asked: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new LineError("malformed", `${asked}: unreadable answer`);
  }
}
