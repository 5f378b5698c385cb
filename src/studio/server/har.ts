/** Writes what went over the wires for events as an HTTP archive (HAR 1.2), without secrets. */
import { STATUS_CODES } from "node:http";
import type { Delivery } from "../../emulators/line/webhooks.ts";
import { jsonInSlices } from "./json-in-slices.ts";
import { inOrder, type RecordedCall } from "./inspection.ts";
import { jsonWithoutSecrets } from "./without-secrets.ts";

/** One event: what LINE posted to the bot, and what the bot called because of it. */
export interface RecordedEvent {
  id: string;
  title: string;
  /** Oldest first; never empty. */
  deliveries: readonly (Delivery & { url: string })[];
  calls: readonly RecordedCall[];
  /** From the webhook to the end; absent until then. */
  ms?: number | undefined;
}

interface Exchange {
  method: string;
  url: string;
  at: number;
  ms: number;
  status: number | null;
  request: string;
  answer: string;
  comment: string;
}

/**
 * Each event is a page of the archive, each request an entry; entries are in the order in which they began.
 * @returns JSON, written in slices.
 */
export async function harOf(events: readonly RecordedEvent[]): Promise<string> {
  const exchanges = events.flatMap((event) =>
    exchangesOf(event).map((exchange) => ({ id: event.id, exchange })),
  );
  const ordered = exchanges.toSorted((a, b) => a.exchange.at - b.exchange.at);
  const entries = await jsonInSlices(ordered, ({ id, exchange }) =>
    JSON.stringify(entryOf(id, exchange)),
  );
  const pages = await jsonInSlices(events, ({ id, title, deliveries, ms }) =>
    JSON.stringify({
      startedDateTime: iso(deliveries[0]?.at ?? 0),
      id,
      title,
      pageTimings: { onContentLoad: -1, onLoad: ms ?? -1 },
    }),
  );
  const creator = JSON.stringify({ name: "line-loyalty-bot studio", version: "1" });
  return `{"log":{"version":"1.2","creator":${creator},"pages":${pages},"entries":${entries}}}`;
}

const iso = (ms: number) => new Date(ms).toISOString();

function exchangesOf({ deliveries, calls }: RecordedEvent): Exchange[] {
  return [
    ...deliveries.map(({ url, at, ms, status, body, attempt, responseText }) => ({
      method: "POST",
      url,
      at,
      ms,
      status,
      request: body,
      answer: responseText,
      comment: attempt === 1 ? "LINE to the bot" : "LINE to the bot, again",
    })),
    ...inOrder(calls).map((call) => ({
      ...call,
      comment: `the bot to ${to[call.to]}: ${call.call}`,
    })),
  ];
}

const to = { platform: "the platform", LINE: "LINE" };

const mimeTypeOf = (text: string) =>
  /^\s*[[{]/.test(text) ? "application/json" : "text/plain; charset=utf-8";

function entryOf(pageref: string, exchange: Exchange) {
  const { method, url, at, ms, status, answer, comment } = exchange;
  const request = jsonWithoutSecrets(exchange.request);
  return {
    pageref,
    startedDateTime: iso(at),
    time: ms,
    request: {
      method,
      url,
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: request ? [{ name: "content-type", value: mimeTypeOf(request) }] : [],
      queryString: Array.from(new URL(url).searchParams, ([name, value]) => ({ name, value })),
      ...(request && { postData: { mimeType: mimeTypeOf(request), text: request } }),
      headersSize: -1,
      bodySize: Buffer.byteLength(request),
    },
    response: {
      status: status ?? 0,
      statusText: status === null ? "no answer" : (STATUS_CODES[status] ?? ""),
      httpVersion: "HTTP/1.1",
      cookies: [],
      headers: [],
      content: { size: Buffer.byteLength(answer), mimeType: mimeTypeOf(answer), text: answer },
      redirectURL: "",
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
    comment,
  };
}
