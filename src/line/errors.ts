/** What can go wrong with LINE, as a closed set. */
import { KnownError } from "../errors.ts";

export type LineErrorCode =
  | "unreachable" // nothing was sent: no connection, or none free in time
  | "no answer" // sent, but silence or a broken connection came back
  | "unauthorized" // the channel access token was refused
  | "rate limited"
  | "refused" // any other 4xx
  | "failed" // 5xx
  | "malformed"; // an answer that isn't what LINE documents

/** A call to LINE that failed. `status` is the answer's, when there was one. */
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

/** The code for an answer that isn't a success. */
export function codeOf(status: number): LineErrorCode {
  if (status === 401) return "unauthorized";
  if (status === 429) return "rate limited";
  return status >= 500 ? "failed" : "refused";
}
