/** Signs webhook bodies, posts them to the bot, and stores the deliveries with their results. */
import { LRUCache } from "lru-cache";
import type { Clock, Timer } from "../../clock.ts";
import { createHttpPool, type HttpPool, NoAnswerError } from "../../http-pool.ts";
import { sign } from "../../line/signature.ts";
import type { LineEvent } from "../../line/webhook-events.ts";
import type { Accounts, Channel } from "./accounts.ts";
import { createNewest } from "./newest.ts";
import type { ReplyTokens, SentMessages } from "./outbox.ts";

/** The result of a delivery, in LINE's terms. */
type DeliveryReason =
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

interface Webhooks extends AsyncDisposable {
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

/** Of bodies and replies, as JSON: 60 MB as objects at most. */
const kept = { items: 2000, characters: 20_000_000 };
/** Of replies to events that aren't the first of their body, or whose delivery isn't finished. */
const keptReplies = { max: 2000, maxSize: 5_000_000 };
const responseTimeoutMs = 2000;
const maxResponseLength = 1000;

interface WebhooksOptions {
  readonly clock: Clock;
  /** Called before a body with events is posted. @param event its first one. */
  readonly onPosting: (channelId: string, event: LineEvent) => void;
  readonly onDelivered: (delivery: Delivery) => void;
  readonly onReplied: (delivery: Delivery) => void;
}

const sizeOf = (messages: SentMessages["messages"]) => JSON.stringify(messages).length;

function createWebhooks(options: WebhooksOptions): Webhooks {
  const { clock, onPosting, onDelivered, onReplied } = options;
  const deliveries = createNewest<Delivery>(kept);
  const byEvent = new Map<string, Delivery>();
  const early = new LRUCache<string, SentMessages>({
    ...keptReplies,
    sizeCalculation: ({ messages }) => sizeOf(messages),
  });
  const waiting = new Map<string, ((sent: SentMessages) => void)[]>();
  const pools = new Map<string, HttpPool>();

  function poolOf(origin: string): HttpPool {
    const pool = pools.get(origin) ?? createHttpPool(origin, clock, {});
    pools.set(origin, pool);
    return pool;
  }

  const replyTo = (id: string) => byEvent.get(id)?.reply ?? early.get(id);

  function forget(dropped: readonly Delivery[]): void {
    for (const delivery of dropped) {
      const { webhookEventId: id } = delivery;
      if (byEvent.get(id) === delivery) byEvent.delete(id);
    }
  }

  function store(delivery: Delivery): void {
    const { webhookEventId: id, body } = delivery;
    const reply = replyTo(id);
    early.delete(id);
    if (reply) delivery.reply = reply;
    if (id) byEvent.set(id, delivery);
    forget(deliveries.add(delivery, body.length + (reply ? sizeOf(reply.messages) : 0)));
    onDelivered(delivery);
  }

  async function postOnce(
    channel: Channel,
    { body, event }: { body: Buffer; event: LineEvent | undefined },
    given: DeliverOptions,
  ): Promise<Delivery> {
    const signature =
      given.signature === undefined ? sign(channel.secret, body) : (given.signature ?? undefined);
    const webhookEventId = event?.webhookEventId ?? "";
    const { attempt = 1 } = given;
    const at = clock.now();
    const url = new URL(channel.webhookUrl(webhookEventId, attempt));
    const outcome = await send(poolOf(url.origin), url.pathname + url.search, body, signature);
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

  return {
    deliveries: deliveries.items,
    find: (webhookEventId) => byEvent.get(webhookEventId),
    recordReply(webhookEventId, sent) {
      const delivery = byEvent.get(webhookEventId);
      if (delivery) {
        delivery.reply = sent;
        forget(deliveries.grow(delivery, sizeOf(sent.messages)));
        onReplied(delivery);
      } else early.set(webhookEventId, sent);
      for (const resolve of waiting.get(webhookEventId) ?? []) resolve(sent);
      waiting.delete(webhookEventId);
    },
    nextReply(webhookEventId) {
      const reply = replyTo(webhookEventId);
      if (reply) return Promise.resolve(reply);
      const { promise, resolve } = Promise.withResolvers<SentMessages>();
      waiting.set(webhookEventId, [...(waiting.get(webhookEventId) ?? []), resolve]);
      return promise;
    },
    async post(channel, body, given = {}) {
      const event = firstEvent(body);
      if (event) onPosting(channel.id, event);
      const delivery = await postOnce(channel, { body, event }, given);
      store(delivery);
      return delivery;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([...pools.values()].map((pool) => pool[Symbol.asyncDispose]()));
    },
  };
}

async function send(
  pool: HttpPool,
  path: string,
  body: Buffer,
  signature: string | undefined,
): Promise<Pick<Delivery, "status" | "reason" | "responseText">> {
  try {
    const answer = await pool.exchange({
      method: "POST",
      path,
      headers: {
        "content-type": "application/json; charset=utf-8",
        "user-agent": "LineBotWebhook/2.0",
        ...(signature === undefined ? {} : { "x-line-signature": signature }),
      },
      body,
      timeoutMs: responseTimeoutMs,
    });
    return {
      status: answer.status,
      reason: answer.status >= 200 && answer.status < 300 ? "OK" : "ERROR_STATUS_CODE",
      responseText: answer.body.toString("utf8").slice(0, maxResponseLength),
    };
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    return { status: null, reason: failureOf(error), responseText: "" };
  }
}

function failureOf({ reason, maybeSent }: NoAnswerError): DeliveryReason {
  if (reason === "late") return "REQUEST_TIMEOUT";
  return maybeSent ? "UNCLASSIFIED" : "COULD_NOT_CONNECT";
}

function firstEvent(body: Buffer): LineEvent | undefined {
  try {
    const read = JSON.parse(body.toString("utf8")) as { events?: LineEvent[] } | null;
    return read?.events?.[0];
  } catch {
    return undefined;
  }
}

/** Disposing cancels the scheduled redeliveries, and schedules no more. */
interface Deliveries extends AsyncDisposable {
  /** Delivers events in one request, or arbitrary bytes. */
  readonly deliver: (
    content: readonly unknown[] | Buffer,
    options?: DeliverOptions,
  ) => Promise<Delivery>;
  /** Delivers an event again. @throws {RangeError} for an event that isn't stored. */
  readonly redeliver: (webhookEventId: string) => Promise<Delivery>;
  /** Posts an empty envelope; to `url` instead of the channel's webhook if given. */
  readonly probe: (channel: Channel, url: string | undefined) => Promise<Delivery>;
  /** Switches the redelivery after failures on or off (default off). */
  readonly redeliverFailures: (on: boolean) => void;
  /** Records the reply to an event, which may arrive before its delivery is finished. */
  readonly recordReply: Webhooks["recordReply"];
  /** Resolves with the reply to an event. */
  readonly nextReply: Webhooks["nextReply"];
  /** The last deliveries, oldest first. */
  readonly stored: Webhooks["deliveries"];
}

/** Delays of the redeliveries, in milliseconds after each failure. */
const redeliveryWaitsMs = [10_000, 30_000, 60_000];

interface DeliveriesOptions extends WebhooksOptions {
  readonly accounts: Accounts;
  /** Webhook addresses that were set by the API, by channel id. */
  readonly endpoints: ReadonlyMap<string, string>;
  readonly replyTokens: ReplyTokens;
}

/** Delivers events to the channels' webhooks, and redelivers them on request or after failures. */
export function createDeliveries(options: DeliveriesOptions): Deliveries {
  const { accounts, endpoints, replyTokens, clock, onPosting, onDelivered, onReplied } = options;
  const webhooks = createWebhooks({
    clock,
    onPosting,
    onDelivered(delivery) {
      scheduleRedelivery(delivery);
      onDelivered(delivery);
    },
    onReplied,
  });
  const scheduled = new Set<Timer>();
  let isRedelivering = false;

  const post = (channel: Channel, body: Buffer, given?: DeliverOptions, url?: string) =>
    webhooks.post(withEndpoint(channel, url ?? endpoints.get(channel.id)), body, given);

  function deliver(
    content: readonly unknown[] | Buffer,
    given: DeliverOptions = {},
  ): Promise<Delivery> {
    const channel = accounts.channel(given.channel);
    const body = Buffer.isBuffer(content) ? content : envelope(channel, content, given.destination);
    return post(channel, body, given);
  }

  function redeliver(delivery: Delivery): Promise<Delivery> {
    const channel = accounts.channel(delivery.channelId);
    const body = redelivered(delivery, channel, replyTokens);
    return post(channel, body, { attempt: delivery.attempt + 1 });
  }

  function scheduleRedelivery(failed: Delivery): void {
    const wait = redeliveryWaitsMs[failed.attempt - 1];
    if (!isRedelivering || wait === undefined || failed.reason === "OK" || !failed.event) return;
    const timer = clock.after(wait, () => {
      scheduled.delete(timer);
      void redeliver(failed);
    });
    scheduled.add(timer);
  }

  return {
    deliver,
    async redeliver(webhookEventId) {
      const delivery = webhooks.find(webhookEventId);
      if (!delivery) throw new RangeError(`no delivery of ${webhookEventId}`);
      return redeliver(delivery);
    },
    probe: (channel, url) => post(channel, envelope(channel, []), undefined, url),
    redeliverFailures(on) {
      isRedelivering = on;
    },
    recordReply: webhooks.recordReply,
    nextReply: webhooks.nextReply,
    stored: webhooks.deliveries,
    async [Symbol.asyncDispose]() {
      isRedelivering = false;
      for (const timer of scheduled) timer.close();
      await webhooks[Symbol.asyncDispose]();
    },
  };
}

const withEndpoint = (channel: Channel, url: string | undefined): Channel =>
  url === undefined ? channel : { ...channel, webhookUrl: () => url };

/** Like LINE: marked as a redelivery, with the same ids and renewed reply tokens. */
function redelivered(delivery: Delivery, channel: Channel, replyTokens: ReplyTokens): Buffer {
  const { destination, events } = JSON.parse(delivery.body) as {
    destination: string;
    events: LineEvent[];
  };
  for (const event of events) {
    event.deliveryContext = { isRedelivery: true };
    if (event.replyToken) replyTokens.renew(event.replyToken);
  }
  return envelope(channel, events, destination);
}

function envelope(channel: Channel, events: readonly unknown[], destination?: string): Buffer {
  const content = { destination: destination ?? channel.botUserId, events };
  return Buffer.from(escaped(JSON.stringify(content)));
}

/** LINE escapes emoji as `\uD83E\uDD28`: a bot that verifies re-serialised JSON must fail here too. */
function escaped(json: string): string {
  return json.replace(
    /[\uD800-\uDFFF]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
