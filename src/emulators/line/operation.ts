/** The types of the LINE emulator's API: one record per operation, and the request that it answers. */
import type { Channel } from "./accounts.ts";
import type { ApiResponse } from "./responses.ts";
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
