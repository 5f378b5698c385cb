/** The responses of the API, with LINE's error messages. */
import type { Fault } from "../../line/messages/prepare-reply.ts";

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
