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

export interface Operation {
  readonly method: "get" | "post" | "put" | "delete";
  /** In Express's syntax. */
  readonly path: string;
  readonly call: CallKind;
  /** The expected content: `json` unless given, `nothing` for a GET. */
  readonly consumes?: "json" | "image" | "nothing";
  /** Whether `X-Line-Retry-Key` is allowed. */
  readonly retryKey?: true;
  readonly handle: (request: ApiRequest) => ApiResponse | Promise<ApiResponse>;
}
