/** Attributes calls of the platform to the events during whose handling they are made, for the studio's inspector. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Clock } from "../clock.ts";
import type { HttpClient } from "../loyalty/http-client.ts";
import { recordExchanges } from "../loyalty/record-exchanges.ts";
import type { PlatformCalls } from "../studio/server/event-recorder.ts";

export interface RecordedPlatform extends PlatformCalls {
  /** The same client, with its exchanges reported to the listener. */
  record(http: HttpClient, baseUrl: string): HttpClient;
}

export function createPlatformCalls(clock: Clock): RecordedPlatform {
  const events = new AsyncLocalStorage<string>();
  let notify: Parameters<PlatformCalls["listen"]>[0] | undefined;
  return {
    during: (webhookEventId, work) => events.run(webhookEventId, work),
    listen: (listener) => void (notify = listener),
    record: (http, baseUrl) =>
      recordExchanges(http, {
        baseUrl,
        clock,
        begin() {
          const webhookEventId = events.getStore();
          return (exchange) => notify?.(exchange, webhookEventId);
        },
      }),
  };
}
