/** Sends requests with the channel access token, and raises an alarm while LINE refuses it. */
import { createAlarm } from "../observability/log.ts";
import { withToken, type ChannelPrefix, type TokenSource } from "./stateless-tokens.ts";
import { LineError } from "./errors.ts";
import {
  createLineHttpClient,
  loggedPathOf,
  type LineHttpClient,
  type LineHttpOptions,
  type LineRequest,
  type LineResponse,
} from "./http-client.ts";

export interface AuthorizedClientOptions extends LineHttpOptions {
  readonly token: TokenSource;
  /** For what is said of a refused token; the members' channel unless given. */
  readonly prefix?: ChannelPrefix;
  /** Sends the requests; a client of its own unless given. */
  readonly http?: LineHttpClient;
  /** Called with true when LINE begins to refuse the token, and with false when it accepts it again. */
  readonly onTokenRefusedChange?: ((isOn: boolean) => void) | undefined;
}

export type AuthorizedRequest = Omit<LineRequest, "headers"> & { readonly retryKey?: string };

export interface AuthorizedClient extends AsyncDisposable {
  /** The default deadline in milliseconds. */
  readonly timeoutMs: number;
  /**
   * Sends one request; a refused token is renewed and the request sent once more.
   * @throws {LineError} without a response; `unreachable` also when no token could be obtained.
   */
  send(request: AuthorizedRequest): Promise<LineResponse>;
}

const remedyFor = (prefix: ChannelPrefix) =>
  `issue a new one in the LINE Developers Console, set ${prefix}_ACCESS_TOKEN and restart; ` +
  `or set ${prefix}_ID in its place, and tokens are issued by themselves`;

export function createAuthorizedClient(options: AuthorizedClientOptions): AuthorizedClient {
  const { log, token, prefix = "LINE_CHANNEL" } = options;
  const http = options.http ?? createLineHttpClient(options);
  const alarm = createAlarm(
    log,
    {
      begins: "LINE refuses our channel access token: nobody can be answered",
      ends: "LINE takes our channel access token again",
    },
    options.onTokenRefusedChange,
  );
  /** The path that raised the alarm. Only a success of the same path clears it. */
  let refusedPath = "";

  /** The token, or `unreachable` when the request for it got no answer. */
  function currentToken(refused?: string): string | Promise<string> {
    const current = token(refused);
    return typeof current === "string" ? current : current.catch(asUnreachable);
  }

  return {
    timeoutMs: http.timeoutMs,
    async send(request) {
      const response = await withToken(currentToken, (bearer) =>
        http.send({ ...request, headers: headersOf(request, bearer) }),
      );
      if (response.status === 401) {
        refusedPath = loggedPathOf(request);
        alarm.raise({ status: 401, requestId: response.requestId, remedy: remedyFor(prefix) });
      } else if (alarm.isOn && response.status < 300 && loggedPathOf(request) === refusedPath) {
        alarm.clear();
      }
      return response;
    },
    [Symbol.asyncDispose]: () => http[Symbol.asyncDispose](),
  };
}

function headersOf({ body, retryKey }: AuthorizedRequest, bearer: string): Record<string, string> {
  const headers: Record<string, string> = { authorization: `Bearer ${bearer}` };
  if (body !== undefined) headers["content-type"] = "application/json";
  if (retryKey) headers["x-line-retry-key"] = retryKey;
  return headers;
}

/** Turns `no_answer` of the token request into `unreachable`: without a token the message wasn't sent. */
function asUnreachable(error: unknown): never {
  if (!(error instanceof LineError) || error.code !== "no_answer") throw error;
  throw new LineError("unreachable", error.message, { cause: error });
}
