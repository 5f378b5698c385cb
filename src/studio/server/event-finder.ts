/** Finds the event that a call to LINE or to the platform belongs to. */
import type { ApiCall } from "../../emulators/line/server.ts";
import { chatOf, type LineEvent } from "../../line/webhook-events.ts";
import type { HttpExchange } from "../../observability/http-exchange.ts";

export interface EventFinder {
  /** An event is about to be posted to the bot. */
  posting(channelId: string, event: LineEvent): void;
  /** By the event's token, else the newest event of the last minute in the chat, or of the person, that it names. */
  ofLineCall(made: ApiCall): string | undefined;
  /**
   * By the event that was being handled, else the one whose handling sent the same `ref_id`: a write of unknown
   * outcome is reconciled after its event.
   */
  ofPlatformCall(made: HttpExchange, webhookEventId: string | undefined): string | undefined;
}

/** Reply tokens and read tokens of as many events as the embedded LINE keeps, and `ref_id`s. */
const maxKept = 4000;
const maxAgeMs = 60_000;

function keep(map: Map<string, string>, key: unknown, id: string): void {
  if (typeof key !== "string") return;
  map.set(key, id);
  const [oldest] = map.keys();
  if (map.size > maxKept && oldest !== undefined) map.delete(oldest);
}

export function createEventFinder(): EventFinder {
  const byToken = new Map<string, string>();
  const newest = new Map<string, { id: string; at: number }>();
  const byRef = new Map<string, string>();
  return {
    posting(channelId, event) {
      const { webhookEventId, timestamp: at, replyToken, message, source } = event;
      keep(byToken, replyToken, webhookEventId);
      keep(byToken, message?.["markAsReadToken"], webhookEventId);
      for (const chat of new Set([chatOf(event), source?.userId ?? chatOf(event)])) {
        newest.set(`${channelId} ${chat}`, { id: webhookEventId, at });
      }
    },
    ofLineCall({ channelId, chatId, body, at }) {
      const token = body["replyToken"] ?? body["markAsReadToken"];
      if (typeof token === "string") return byToken.get(token);
      const last = chatId === undefined ? undefined : newest.get(`${channelId} ${chatId}`);
      return last && at - last.at <= maxAgeMs ? last.id : undefined;
    },
    ofPlatformCall({ url, requestBody }, webhookEventId) {
      const inBody = requestBody && "ref_id" in requestBody ? requestBody.ref_id : undefined;
      const ref = inBody ?? new URL(url).searchParams.get("ref_id");
      if (webhookEventId !== undefined) {
        keep(byRef, ref, webhookEventId);
        return webhookEventId;
      }
      return typeof ref === "string" ? byRef.get(ref) : undefined;
    },
  };
}
