/** Reports each HTTP exchange with the platform, for the inspector of the demo. */
import type { Clock } from "../clock.ts";
import type { HttpExchange } from "../observability/http-exchange.ts";
import type { HttpClient, HttpRequest, HttpResponse } from "./http-client.ts";

/**
 * The same client, with its exchanges reported.
 * @param options `baseUrl`: put before the paths; `begin`: called before each request and returns what is
 * called at its end.
 */
export function recordExchanges(
  http: HttpClient,
  options: { baseUrl: string; clock: Clock; begin(): (exchange: HttpExchange) => void },
): HttpClient {
  const { clock, begin } = options;
  const base = options.baseUrl.replace(/(?<!\/)\/+$/, "");

  async function send(request: HttpRequest): Promise<HttpResponse> {
    const { operation: call, method, path, body: requestBody } = request;
    const end = begin();
    const at = clock.now();
    const report = (status: number | null, responseText: string) => {
      const ms = clock.now() - at;
      end({ call, method, url: base + path, requestBody, at, ms, status, responseText });
    };
    try {
      const response = await http.send(request);
      report(response.status, response.text);
      return response;
    } catch (thrown) {
      report(null, "");
      throw thrown;
    }
  }

  return { send, [Symbol.asyncDispose]: () => http[Symbol.asyncDispose]() };
}
