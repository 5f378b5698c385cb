/** Sends calls of LINE's rich menu API with the channel's token. */
import { z } from "zod";
import { withToken, type TokenSource } from "./channel-access-tokens.ts";
import { codeOf, LineError } from "./errors.ts";
import {
  createLineHttpClient,
  type LineHttpClient,
  type LineHttpOptions,
  type LineRequest,
  type LineResponse,
} from "./http-client.ts";
import { parseJson } from "./parse-json.ts";

export interface RichMenuClientOptions extends LineHttpOptions {
  /** Host of image uploads, such as `https://api-data.line.me`. */
  readonly dataApiBaseUrl: string;
  readonly token: TokenSource;
}

export type Call = Omit<LineRequest, "headers"> & { type?: string };

export interface RichMenuCalls extends AsyncDisposable {
  /** @throws {LineError} unless the answer is a success. */
  send(call: Call): Promise<LineResponse>;
  /** The same to the host of image uploads. @throws {LineError} unless the answer is a success. */
  upload(call: Call): Promise<LineResponse>;
  /** The answer of a resource; null where there is none. @throws {LineError} */
  find(path: string): Promise<LineResponse | null>;
  /** Posts JSON, or nothing. @throws {LineError} unless the answer is a success. */
  post(path: string, body?: unknown, loggedPath?: string): Promise<LineResponse>;
}

/** The list can hold 1000 rich menus. In bytes. */
const maxBytes = 16 << 20;

const refusal = z.looseObject({
  message: z.string().catch(""),
  details: z
    .array(z.looseObject({ message: z.string().catch(""), property: z.string().catch("") }))
    .catch([]),
});

export function createRichMenuCalls(options: RichMenuClientOptions): RichMenuCalls {
  const { token, dataApiBaseUrl } = options;
  const api = createLineHttpClient({ ...options, connections: 8, maxBytes });
  const data = createLineHttpClient({ ...options, apiBaseUrl: dataApiBaseUrl, connections: 2 });

  const request = (client: LineHttpClient, { type, ...call }: Call): Promise<LineResponse> =>
    withToken(token, (bearer) =>
      client.send({
        ...call,
        headers: { authorization: `Bearer ${bearer}`, ...(type && { "content-type": type }) },
        read: true,
      }),
    );

  async function succeed(client: LineHttpClient, call: Call): Promise<LineResponse> {
    const answer = await request(client, call);
    if (answer.status < 300) return answer;
    throw refusedError(call, answer);
  }

  return {
    send: (call) => succeed(api, call),
    upload: (call) => succeed(data, call),
    async find(path) {
      const call: Call = { method: "GET", path };
      const answer = await request(api, call);
      if (answer.status === 404) return null;
      if (answer.status >= 300) throw refusedError(call, answer);
      return answer;
    },
    post: (path, body, loggedPath = path) =>
      succeed(api, {
        method: "POST",
        path,
        loggedPath,
        ...(body !== undefined && { body: JSON.stringify(body), type: "application/json" }),
      }),
    async [Symbol.asyncDispose]() {
      await Promise.all([api[Symbol.asyncDispose](), data[Symbol.asyncDispose]()]);
    },
  };
}

/** Builds the error of a refused call from LINE's message and details; contains no ids and no request body. */
function refusedError(
  { method, path, loggedPath = path }: Call,
  { status, text }: LineResponse,
): LineError {
  const { message, details } = parseJson(refusal, text) ?? { message: "", details: [] };
  const reasons = details.map((one) => `${one.property}: ${one.message}`);
  const description = [message, ...reasons].filter(Boolean).join("; ");
  return new LineError(codeOf(status), `${method} ${loggedPath}: ${status} ${description}`.trim(), {
    status,
  });
}

/** @throws {LineError} `malformed` when the body doesn't match the schema. */
export function read<T>(schema: z.ZodType<T>, { text }: LineResponse): T {
  const value = parseJson(schema, text);
  if (value !== undefined) return value;
  throw new LineError("malformed", "LINE's answer isn't what it documents");
}
