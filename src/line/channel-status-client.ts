/** Client of LINE's channel status API: reads the webhook endpoint and the message quota, and tests the webhook. Sends no message. */
import { z } from "zod";
import { codeOf, LineError } from "./errors.ts";
import { withToken, type TokenSource } from "./stateless-tokens.ts";
import { createLineHttpClient, type LineHttpOptions, parseJson } from "./http-client.ts";

/** The webhook endpoint of a channel. */
export interface WebhookEndpoint {
  endpoint: string;
  /** Whether "Use webhook" is on in the LINE Developers Console. */
  active: boolean;
}

/** The result of LINE's webhook test. */
export interface WebhookTest {
  success: boolean;
  /** HTTP status of the webhook's response; 0 or less if there was none. */
  statusCode: number;
  /** `OK`, `COULD_NOT_CONNECT`, `REQUEST_TIMEOUT`, `ERROR_STATUS_CODE` or `UNCLASSIFIED`. */
  reason: string;
}

/** The message quota of this month; replies aren't counted. */
export interface Quota {
  /** Messages per month; null if the plan has no limit. */
  limit: number | null;
  used: number;
}

export interface ChannelStatusClient extends AsyncDisposable {
  /** The webhook endpoint, or null if none is set. @throws {LineError} */
  webhook(): Promise<WebhookEndpoint | null>;
  /** Has LINE post an empty, signed request to the channel's webhook; at most 60 an hour. @throws {LineError} */
  testWebhook(): Promise<WebhookTest>;
  /** The quota and its use. @throws {LineError} */
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

/** Longer than other calls: LINE waits for the webhook's response before it answers. */
const testTimeoutMs = 15_000;

export function createChannelStatusClient(
  options: LineHttpOptions & { readonly token: TokenSource },
): ChannelStatusClient {
  const http = createLineHttpClient({ ...options, connections: 1 });

  /** Sends a GET, or a POST if `post` is given; null when LINE answers 404. @throws {LineError} */
  async function request<T>(
    schema: z.ZodType<T>,
    path: string,
    post?: { body: string; timeoutMs: number },
  ): Promise<T | null> {
    const method = post ? "POST" : "GET";
    const { status, text } = await withToken(options.token, (bearer) =>
      http.send({
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
    webhook: () => request(endpoint, "/v2/bot/channel/webhook/endpoint"),
    testWebhook: () =>
      found(
        request(test, "/v2/bot/channel/webhook/test", { body: "{}", timeoutMs: testTimeoutMs }),
      ),
    async quota() {
      const { type, value } = await found(request(quota, "/v2/bot/message/quota"));
      const { totalUsage } = await found(request(consumption, "/v2/bot/message/quota/consumption"));
      return { limit: type === "limited" ? (value ?? 0) : null, used: totalUsage };
    },
    [Symbol.asyncDispose]: () => http[Symbol.asyncDispose](),
  };
}

/** @throws {LineError} `refused` instead of null. */
async function found<T>(answer: Promise<T | null>): Promise<T> {
  const value = await answer;
  if (value === null) throw new LineError("refused", "LINE answered 404", { status: 404 });
  return value;
}

/** @throws {LineError} `malformed` when the text doesn't match the schema. */
function read<T>(schema: z.ZodType<T>, text: string, call: string): T {
  const value = parseJson(schema, text);
  if (value !== undefined) return value;
  throw new LineError("malformed", `${call}: unreadable answer`);
}
