/** The API's answers in LINE's shapes, refusals above all. */
import type { Fault } from "../../line/messages/prepare-reply.ts";

export interface ApiAnswer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the body. */
  readonly image?: { readonly type: string; readonly bytes: Buffer };
}

export const ok = (body: ApiAnswer["body"] = {}): ApiAnswer => ({ status: 200, body });

export const refuse = (status: number, message: string): ApiAnswer => ({
  status,
  body: { message },
});

export const invalidReplyToken = refuse(400, "Invalid reply token");
export const notFound = refuse(404, "Not found");
export const rateLimited = refuse(429, "The API rate limit has been exceeded. Try again later.");
export const quotaReached = refuse(429, "You have reached your monthly limit.");
export const unauthorized = refuse(
  401,
  "Authentication failed. Confirm that the access token in the authorization header is valid.",
);
export const broken = refuse(500, "Internal Server Error");

export function invalidBody(
  details: readonly { readonly message: string; readonly property: string }[],
): ApiAnswer {
  return {
    status: 400,
    body: { message: `The request body has ${details.length} error(s)`, details },
  };
}

/** Faults inside a Flex or template come with a JSON pointer into that message, others with a path into the body. */
export function invalidMessages(faults: readonly Fault[]): ApiAnswer {
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
