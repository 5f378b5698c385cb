/** The LINE emulator: serves the Messaging API on loopback, and performs users' actions on request. */
import type { Clock } from "../../clock.ts";
import type { LineEvent } from "../../line/webhook-events.ts";
import type { Message } from "../../line/messages/prepare-reply.ts";
import { listen } from "../../http/listen.ts";
import type { Log } from "../../observability/log.ts";
import {
  createAccounts,
  type Accounts,
  type Channel,
  type Group,
  type Person,
} from "./accounts.ts";
import { createOperations } from "./operations.ts";
import { createChats, type ChatChange, type ChatItem } from "./chats.ts";
import { createLineServer, type ApiCall } from "./server.ts";
import { createEventComposer, type Compose, type PersonAction, type ChatTarget } from "./events.ts";
import { createFaults, type Faults } from "./faults.ts";
import { randomToken } from "./ids.ts";
import { createTokenIssuer } from "./token-issuer.ts";
import { createOutbox, type SentMessages } from "./outbox.ts";
import { createReplyTokens } from "./reply-tokens.ts";
import { createRichMenus, type RichMenuChange, type RichMenus } from "./rich-menus.ts";
import { createWebhooks, type DeliverOptions, type Delivery } from "./webhooks.ts";

export interface LineEmulatorOptions {
  /** Port on loopback; 0 for any free one. */
  readonly port: number;
  readonly clock: Clock;
  readonly log: Log;
  readonly people: readonly Person[];
  readonly groups?: readonly Group[];
  readonly channels: readonly Channel[];
  /** Maximum number of pushed messages (default: no limit). */
  readonly quota?: number;
}

/** A change of a chat or the rich menus, a new delivery or its reply, or a finished API call. */
export type LineChange =
  | ChatChange
  | RichMenuChange
  | { readonly kind: "delivery"; readonly delivery: Delivery }
  | { readonly kind: "call"; readonly made: ApiCall };

export interface LineEmulator extends AsyncDisposable {
  /** Such as `http://127.0.0.1:3001`. */
  readonly origin: string;
  /** Every operation of the API, such as `post /v2/bot/message/reply`. */
  readonly routes: readonly string[];
  readonly accounts: Accounts;
  readonly faults: Faults;
  readonly richMenus: RichMenus;
  /**
   * Performs a user's action: builds, signs and delivers its event.
   * @throws {RangeError} for an unknown user, group or channel.
   */
  act(userId: string, action: PersonAction, where?: ChatTarget): Promise<Delivery>;
  /** Builds an event with a valid reply token, to be delivered by `deliver`. */
  readonly compose: Compose;
  /** Delivers events in one request, or arbitrary bytes. */
  deliver(content: readonly unknown[] | Buffer, options?: DeliverOptions): Promise<Delivery>;
  /** Redelivers an event, as LINE does after a failure. @throws {RangeError} for an event that isn't stored. */
  redeliver(webhookEventId: string): Promise<Delivery>;
  /** Switches the redelivery after failures on or off (default off). */
  redeliverFailures(on: boolean): void;
  /** The last deliveries, oldest first. */
  readonly deliveries: readonly Delivery[];
  /** The accounts' last messages, oldest first. */
  readonly sent: readonly SentMessages[];
  /** Resolves with the reply to an event. */
  nextReply(webhookEventId: string): Promise<SentMessages>;
  /** The entries of a chat; `chatId` is a user, group or room id. */
  chat(chatId: string, channelId?: string): readonly ChatItem[];
  clearChat(chatId: string, channelId?: string): void;
  /** Shows messages in a chat without validating, sending or counting them. */
  showMessages(chatId: string, messages: readonly Message[], channelId?: string): void;
  /** Calls the listener on every change. @returns a function that removes it. */
  watch(listener: (change: LineChange) => void): () => void;
}

/** Delays of the redeliveries, in milliseconds after each failure. */
const redeliveryWaitsMs = [10_000, 30_000, 60_000];

export async function startLineEmulator(options: LineEmulatorOptions): Promise<LineEmulator> {
  const { clock, log } = options;
  const listeners = new Set<(change: LineChange) => void>();
  const notify = (change: LineChange) => {
    for (const listener of listeners) listener(change);
  };
  const endpoints = new Map<string, string>();
  const accounts = createAccounts(options.channels, options.people, options.groups ?? []);
  const chats = createChats(clock, notify);
  const richMenus = createRichMenus(notify);
  const replyTokens = createReplyTokens(clock);
  const faults = createFaults();
  const issuer = createTokenIssuer(clock, options.channels);
  const webhooks = createWebhooks({
    clock,
    onDelivered(delivery) {
      scheduleRedelivery(delivery);
      notify({ kind: "delivery", delivery });
    },
    onReplied: (delivery) => notify({ kind: "delivery", delivery }),
  });
  const outbox = createOutbox({
    accounts,
    chats,
    replyTokens,
    clock,
    // A bot on this machine serves its images over plain http.
    allowHttpImages: true,
    quota: options.quota,
    onSent(sent) {
      if (sent.webhookEventId !== undefined) webhooks.recordReply(sent.webhookEventId, sent);
    },
  });
  const compose = createEventComposer({ accounts, chats, replyTokens, clock });
  let isRedelivering = false;
  let isDisposed = false;

  /** The channel with the webhook address that was set by the API. */
  const withEndpoint = (channel: Channel, url = endpoints.get(channel.id)): Channel =>
    url === undefined ? channel : { ...channel, webhookUrl: () => url };

  function deliver(
    content: readonly unknown[] | Buffer,
    delivery: DeliverOptions = {},
  ): Promise<Delivery> {
    const channel = accounts.channel(delivery.channel);
    const body = Buffer.isBuffer(content)
      ? content
      : envelope(channel, content, delivery.destination);
    return webhooks.post(withEndpoint(channel), body, delivery);
  }

  /** Like LINE: marked as a redelivery, with the same ids and renewed reply tokens. */
  function redeliver(delivery: Delivery): Promise<Delivery> {
    const channel = accounts.channel(delivery.channelId);
    const { destination, events } = JSON.parse(delivery.body) as {
      destination: string;
      events: LineEvent[];
    };
    for (const event of events) {
      event.deliveryContext = { isRedelivery: true };
      if (event.replyToken) replyTokens.renew(event.replyToken);
    }
    const body = envelope(channel, events, destination);
    return webhooks.post(withEndpoint(channel), body, { attempt: delivery.attempt + 1 });
  }

  function scheduleRedelivery(failed: Delivery): void {
    const wait = redeliveryWaitsMs[failed.attempt - 1];
    if (!isRedelivering || wait === undefined || failed.reason === "OK" || !failed.event) return;
    clock.after(wait, () => {
      if (!isDisposed) void redeliver(failed);
    });
  }

  const operations = createOperations({
    accounts,
    chats,
    outbox,
    richMenus,
    clock,
    endpoints,
    quota: options.quota,
    probe: (channel, url) => webhooks.post(withEndpoint(channel, url), envelope(channel, [])),
  });
  const server = createLineServer({
    operations,
    faults,
    clock,
    log,
    issuer,
    onCalled: (made) => notify({ kind: "call", made }),
  });
  const listening = await listen(server, "127.0.0.1", options.port);

  return {
    origin: listening.origin,
    routes: operations.map(({ method, path }) => `${method} ${path}`),
    accounts,
    faults,
    richMenus,
    compose,
    deliver,
    deliveries: webhooks.deliveries,
    sent: outbox.sent,
    nextReply: (webhookEventId) => webhooks.nextReply(webhookEventId),
    act: async (userId, action, where) =>
      deliver([compose(userId, action, where)], where?.channel ? { channel: where.channel } : {}),
    async redeliver(webhookEventId) {
      const delivery = webhooks.find(webhookEventId);
      if (!delivery) throw new RangeError(`no delivery of ${webhookEventId}`);
      return redeliver(delivery);
    },
    redeliverFailures(on) {
      isRedelivering = on;
    },
    chat: (chatId, channelId) => chats.read(accounts.channel(channelId).id, chatId),
    clearChat: (chatId, channelId) => chats.clear(accounts.channel(channelId).id, chatId),
    showMessages(chatId, messages, channelId) {
      for (const message of messages) {
        chats.add(accounts.channel(channelId).id, chatId, {
          kind: "from_account",
          id: randomToken(8),
          at: clock.now(),
          way: "push",
          message,
        });
      }
    },
    watch(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async [Symbol.asyncDispose]() {
      isDisposed = true;
      listeners.clear();
      await listening.close();
    },
  };
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
