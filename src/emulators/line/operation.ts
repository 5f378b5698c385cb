/** The types of the LINE emulator's API: one record per operation, the request that it answers, and the responses. */
import type { Fault } from "../../line/messages/prepare-reply.ts";
import type { Channel } from "./accounts.ts";
import type { CallKind } from "./faults.ts";

/** A JSON object, or the fields of a form. */
export type RequestBody = Readonly<Record<string, unknown>>;

/** An authenticated request. */
export interface ApiRequest {
  /** The channel of the request's access token. */
  readonly channel: Channel;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: RequestBody;
  /** The uploaded image, for an operation that takes one. */
  readonly image?: { readonly type: string; readonly bytes: Buffer };
  readonly retryKey: string | undefined;
  readonly requestId: string;
}

interface Address {
  readonly method: "get" | "post" | "put" | "delete";
  /** In Express's syntax. */
  readonly path: string;
}

/** An operation that takes no access token, and a form instead of JSON. */
export interface TokenOperation extends Address {
  readonly handle: (request: Pick<ApiRequest, "query" | "body">) => ApiResponse;
}

export interface Operation extends Address {
  readonly call: CallKind;
  /** The expected content: `json` unless given, `nothing` for a GET. */
  readonly consumes?: "json" | "image" | "nothing";
  /** Whether `X-Line-Retry-Key` is allowed. */
  readonly retryKey?: true;
  readonly handle: (request: ApiRequest) => ApiResponse | Promise<ApiResponse>;
}

// The responses of the API, with LINE's error messages.

export interface ApiResponse {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent instead of the body. */
  readonly image?: { readonly type: string; readonly bytes: Buffer };
}

export const ok = (body: ApiResponse["body"] = {}): ApiResponse => ({ status: 200, body });

export const errorResponse = (status: number, message: string): ApiResponse => ({
  status,
  body: { message },
});

export const invalidReplyToken = errorResponse(400, "Invalid reply token");
export const notFound = errorResponse(404, "Not found");
export const rateLimited = errorResponse(
  429,
  "The API rate limit has been exceeded. Try again later.",
);
export const quotaReached = errorResponse(429, "You have reached your monthly limit.");
export const unauthorized = errorResponse(
  401,
  "Authentication failed. Confirm that the access token in the authorization header is valid.",
);
export const forbidden = errorResponse(403, "Not authorized");
/** @param name LINE's name of the operation. @param address such as `GET /v2/bot/followers/ids`. */
export const notImplemented = (name: string, address: string): ApiResponse =>
  errorResponse(501, `The LINE emulator doesn't implement ${name} (${address})`);
export const internalError = errorResponse(500, "Internal Server Error");

export function invalidBody(
  details: readonly { readonly message: string; readonly property: string }[],
): ApiResponse {
  return {
    status: 400,
    body: { message: `The request body has ${details.length} error(s)`, details },
  };
}

/** LINE reports faults inside a Flex or template message with a JSON pointer into that message, others with a path into the body. */
export function invalidMessages(faults: readonly Fault[]): ApiResponse {
  const inside = faults.find(({ property }) => /^\/(contents|template)/.test(property));
  if (!inside) {
    return invalidBody(
      faults.map(({ message, property, rule }) => ({
        message: rule,
        property: `messages[${message}]${property.replaceAll("/", ".")}`,
      })),
    );
  }
  const same = faults.filter(({ message }) => message === inside.message);
  return {
    status: 400,
    body: {
      message: `A message (messages[${inside.message}])\u00a0in the request body is invalid`,
      details: same.map(({ property, rule }) => ({ message: rule, property })),
    },
  };
}
