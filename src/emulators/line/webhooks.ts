/** Signs webhook bodies, posts them to the bot, and stores the deliveries with their results. */
import { request } from "undici";
import { deadline, type Clock } from "../../clock.ts";
import type { LineEvent } from "../../line/webhook-events.ts";
import { sign } from "../../line/signature.ts";
import type { Channel } from "./accounts.ts";
import type { SentMessages } from "./outbox.ts";

/** The result of a delivery, in LINE's terms. */
export type DeliveryReason =
  | "OK"
  | "COULD_NOT_CONNECT"
  | "REQUEST_TIMEOUT"
  | "ERROR_STATUS_CODE"
  | "UNCLASSIFIED";

export interface Delivery {
  readonly channelId: string;
  /** Id of the first event; empty without events. */
  readonly webhookEventId: string;
  /** The first event, as sent. */
  readonly event: LineEvent | undefined;
  readonly body: string;
  readonly signature: string | undefined;
  /** 1, or more for a redelivery. */
  readonly attempt: number;
  /** Clock milliseconds. */
  readonly at: number;
  readonly ms: number;
  /** The bot's HTTP status; null without a response. */
  readonly status: number | null;
  readonly reason: DeliveryReason;
  /** The start of the bot's response. */
  readonly responseText: string;
  /** The bot's reply to the first event; absent until it is sent. */
  reply?: SentMessages;
}

export interface DeliverOptions {
  readonly channel?: string;
  /** Replaces the correct signature; null sends none. */
  readonly signature?: string | null;
  readonly destination?: string;
  readonly attempt?: number;
}

export interface Webhooks {
  /** Posts exactly these bytes; resolves with the response, or after the timeout. */
  post(channel: Channel, body: Buffer, options?: DeliverOptions): Promise<Delivery>;
  /** The last deliveries, oldest first. */
  readonly deliveries: readonly Delivery[];
  find(webhookEventId: string): Delivery | undefined;
  /** Records the reply to an event, which may arrive before its delivery is finished. */
  recordReply(webhookEventId: string, sent: SentMessages): void;
  /** Resolves with the reply to an event. */
  nextReply(webhookEventId: string): Promise<SentMessages>;
}

const maxKept = 2000;
const responseTimeoutMs = 2000;
const maxResponseLength = 1000;

export interface WebhooksOptions {
  readonly clock: Clock;
  /** Called before a body with events is posted. @param event its first one. */
  readonly onPosting: (channelId: string, event: LineEvent) => void;
  readonly onDelivered: (delivery: Delivery) => void;
  readonly onReplied: (delivery: Delivery) => void;
}

export function createWebhooks(options: WebhooksOptions): Webhooks {
  const { clock, onPosting, onDelivered, onReplied } = options;
  const deliveries: Delivery[] = [];
  const byEvent = new Map<string, Delivery>();
  const replies = new Map<string, SentMessages>();
  const waiting = new Map<string, ((sent: SentMessages) => void)[]>();

  function store(delivery: Delivery): void {
    const reply = replies.get(delivery.webhookEventId);
    if (reply) delivery.reply = reply;
    deliveries.push(delivery);
    if (delivery.webhookEventId) byEvent.set(delivery.webhookEventId, delivery);
    if (deliveries.length > maxKept) {
      const oldest = deliveries.shift();
      if (oldest && byEvent.get(oldest.webhookEventId) === oldest) {
        byEvent.delete(oldest.webhookEventId);
      }
    }
    onDelivered(delivery);
  }

  return {
    deliveries,
    find: (webhookEventId) => byEvent.get(webhookEventId),
    recordReply(webhookEventId, sent) {
      replies.set(webhookEventId, sent);
      const [oldest] = replies.keys();
      if (replies.size > maxKept && oldest !== undefined) replies.delete(oldest);
      const delivery = byEvent.get(webhookEventId);
      if (delivery) {
        delivery.reply = sent;
        onReplied(delivery);
      }
      for (const resolve of waiting.get(webhookEventId) ?? []) resolve(sent);
      waiting.delete(webhookEventId);
    },
    nextReply(webhookEventId) {
      const reply = replies.get(webhookEventId);
      if (reply) return Promise.resolve(reply);
      const { promise, resolve } = Promise.withResolvers<SentMessages>();
      waiting.set(webhookEventId, [...(waiting.get(webhookEventId) ?? []), resolve]);
      return promise;
    },
    async post(channel, body, given = {}) {
      const event = firstEvent(body);
      if (event) onPosting(channel.id, event);
      const delivery = await postOnce(clock, channel, { body, event }, given);
      store(delivery);
      return delivery;
    },
  };
}

async function postOnce(
  clock: Clock,
  channel: Channel,
  { body, event }: { body: Buffer; event: LineEvent | undefined },
  options: DeliverOptions,
): Promise<Delivery> {
  const signature =
    options.signature === undefined ? sign(channel.secret, body) : (options.signature ?? undefined);
  const webhookEventId = event?.webhookEventId ?? "";
  const { attempt = 1 } = options;
  const at = clock.now();
  const outcome = await send(clock, channel.webhookUrl(webhookEventId, attempt), body, signature);
  return {
    channelId: channel.id,
    webhookEventId,
    event,
    body: body.toString("utf8"),
    signature,
    attempt,
    at,
    ms: clock.now() - at,
    ...outcome,
  };
}

async function send(
  clock: Clock,
  url: string,
  body: Buffer,
  signature: string | undefined,
): Promise<Pick<Delivery, "status" | "reason" | "responseText">> {
  using limit = deadline(clock, responseTimeoutMs);
  try {
    const response = await request(url, {
      method: "POST",
      headers: {
        "content-type": "application/json; charset=utf-8",
        "user-agent": "LineBotWebhook/2.0",
        ...(signature === undefined ? {} : { "x-line-signature": signature }),
      },
      body,
      signal: limit.signal,
    });
    const { statusCode: status } = response;
    const responseText = (await response.body.text()).slice(0, maxResponseLength);
    return {
      status,
      reason: status >= 200 && status < 300 ? "OK" : "ERROR_STATUS_CODE",
      responseText,
    };
  } catch (error) {
    if (limit.signal.aborted) return { status: null, reason: "REQUEST_TIMEOUT", responseText: "" };
    const isRefused =
      error instanceof Error &&
      "code" in error &&
      /REFUSED|NOTFOUND|CONNECT/.test(String(error.code));
    return {
      status: null,
      reason: isRefused ? "COULD_NOT_CONNECT" : "UNCLASSIFIED",
      responseText: "",
    };
  }
}

function firstEvent(body: Buffer): LineEvent | undefined {
  try {
    const read = JSON.parse(body.toString("utf8")) as { events?: LineEvent[] } | null;
    return read?.events?.[0];
  } catch {
    return undefined;
  }
}
