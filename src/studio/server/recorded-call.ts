/** Calls of the bot as the inspector records them: one shape for LINE and the platform, without secrets. */
import type { ApiCall } from "../../emulators/line/server.ts";
import type { HttpExchange } from "../../observability/http-exchange.ts";
import type { RecordedCall } from "./inspection.ts";
import { jsonWithoutSecrets, urlWithoutSecrets } from "./without-secrets.ts";

const jsonOf = (body: object | null) =>
  body && Object.keys(body).length > 0 ? jsonWithoutSecrets(JSON.stringify(body)) : "";

/** @param origin of the embedded LINE. */
export function recordedLineCall(origin: string, made: ApiCall): RecordedCall {
  const { call, address, at, ms, body, response } = made;
  const [method = "", path = ""] = address.split(" ");
  return {
    to: "LINE",
    call: call === "unknown" ? address : call,
    method,
    url: urlWithoutSecrets(origin + path),
    at,
    ms,
    status: response?.status ?? null,
    request: jsonOf(body),
    answer: jsonWithoutSecrets(JSON.stringify(response?.body ?? {})),
  };
}

export function recordedPlatformCall(made: HttpExchange): RecordedCall {
  const { call, method, url, at, ms, status, requestBody, responseText } = made;
  return {
    to: "platform",
    call,
    method,
    url: urlWithoutSecrets(url),
    at,
    ms,
    status,
    request: jsonOf(requestBody),
    answer: jsonWithoutSecrets(responseText),
  };
}
