/** The error of a failed call to LINE and its closed set of codes. */
import { KnownError } from "../errors.ts";

export type LineErrorCode =
  | "unreachable" // not sent: no connection, or none free before the deadline
  | "no_answer" // maybe sent: the deadline passed or the connection broke
  | "unauthorized" // the channel access token was refused
  | "rate_limited"
  | "refused" // any other 4xx
  | "failed" // 5xx
  | "malformed"; // a response that doesn't match LINE's documentation

/** A failed call to LINE. `status` is the HTTP status, or undefined without a response. */
export class LineError extends KnownError {
  override readonly name = "LineError";
  readonly party = "line";
  readonly code: LineErrorCode;
  readonly status: number | undefined;

  constructor(code: LineErrorCode, message: string, options?: ErrorOptions & { status?: number }) {
    super(message, options);
    this.code = code;
    this.status = options?.status;
  }
}

/** The error code for an HTTP status that isn't a success. */
export function codeOf(status: number): LineErrorCode {
  if (status === 401) return "unauthorized";
  if (status === 429) return "rate_limited";
  return status >= 500 ? "failed" : "refused";
}
