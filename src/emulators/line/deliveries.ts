/** Delivers events to the channels' webhooks, and redelivers them on request or after failures. */
import type { Timer } from "../../clock.ts";
import type { LineEvent } from "../../line/webhook-events.ts";
import type { Accounts, Channel } from "./accounts.ts";
import type { ReplyTokens } from "./reply-tokens.ts";
import {
  createWebhooks,
  type DeliverOptions,
  type Delivery,
  type Webhooks,
  type WebhooksOptions,
} from "./webhooks.ts";

/** Disposing cancels the scheduled redeliveries, and schedules no more. */
export interface Deliveries extends AsyncDisposable {
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
