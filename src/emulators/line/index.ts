/** The LINE emulator: serves the Messaging API on loopback, and performs users' actions on request. */
import type { Clock } from "../../clock.ts";
import type { Message } from "../../line/messages/prepare-reply.ts";
import type { LineEvent } from "../../line/webhook-events.ts";
import { listen } from "../../http/listen.ts";
import type { Log } from "../../observability/log.ts";
import {
  createAccounts,
  type Accounts,
  type Channel,
  type Group,
  type Person,
} from "./accounts.ts";
import { createContents, randomToken } from "./ids.ts";
import { createOperations } from "./operations.ts";
import { createChats, type ChatChange, type ChatItem } from "./chats.ts";
import { type ApiCall, createLineServer, createTokenIssuer } from "./server.ts";
import { createEventComposer, type Compose, type PersonAction, type ChatTarget } from "./events.ts";
import { createDeliveries, type DeliverOptions, type Delivery } from "./webhooks.ts";
import { createFaults, type Faults } from "./faults.ts";
import { createReplyTokens, Outbox, type SentMessages } from "./outbox.ts";
import { createRichMenus, type RichMenuChange, type RichMenus } from "./rich-menus.ts";

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

/** A change of a chat or the rich menus, a delivery that begins, has ended or got its reply, or a finished API call. */
export type LineChange =
  | ChatChange
  | RichMenuChange
  | { readonly kind: "posting"; readonly channelId: string; readonly event: LineEvent }
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
  act(userId: string, action: PersonAction, target?: ChatTarget): Promise<Delivery>;
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
  /** The photo that a person sent, as long as it is kept. */
  photo(messageId: string): Buffer | undefined;
  clearChat(chatId: string, channelId?: string): void;
  /** Shows messages in a chat without validating, sending or counting them. */
  showMessages(chatId: string, messages: readonly Message[], channelId?: string): void;
  /** Calls the listener on every change. @returns a function that removes it. */
  watch(listener: (change: LineChange) => void): () => void;
}

export async function startLineEmulator(options: LineEmulatorOptions): Promise<LineEmulator> {
  const { clock } = options;
  const listeners = new Set<(change: LineChange) => void>();
  const parts = connectParts(options, (change) => {
    for (const listener of listeners) listener(change);
  });
  const { accounts, chats, compose, contents, deliveries, faults, outbox, richMenus } = parts;
  const { issuer, operations } = parts;
  const listening = await listen(parts.server, "127.0.0.1", options.port);

  return {
    origin: listening.origin,
    routes: [...issuer.operations, ...operations].map(({ method, path }) => `${method} ${path}`),
    accounts,
    faults,
    richMenus,
    compose,
    deliver: deliveries.deliver,
    deliveries: deliveries.stored,
    sent: outbox.sent,
    nextReply: deliveries.nextReply,
    act: async (userId, action, target) =>
      deliveries.deliver(
        [compose(userId, action, target)],
        target?.channel ? { channel: target.channel } : {},
      ),
    photo: (messageId) => contents.get(messageId),
    redeliver: deliveries.redeliver,
    redeliverFailures: deliveries.redeliverFailures,
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
      await deliveries[Symbol.asyncDispose]();
      listeners.clear();
      await listening.close();
    },
  };
}

/** Creates the parts of the emulator. @param notify is called on every change. */
function connectParts(options: LineEmulatorOptions, notify: (change: LineChange) => void) {
  const { clock, log } = options;
  const accounts = createAccounts(options.channels, options.people, options.groups ?? []);
  const chats = createChats(clock, notify);
  const richMenus = createRichMenus(notify);
  const replyTokens = createReplyTokens(clock);
  const faults = createFaults();
  const issuer = createTokenIssuer(clock, options.channels);
  const endpoints = new Map<string, string>();
  const deliveries = createDeliveries({
    accounts,
    endpoints,
    replyTokens,
    clock,
    onPosting: (channelId, event) => notify({ kind: "posting", channelId, event }),
    onDelivered: (delivery) => notify({ kind: "delivery", delivery }),
    onReplied: (delivery) => notify({ kind: "delivery", delivery }),
  });
  const outbox = new Outbox({
    accounts,
    chats,
    replyTokens,
    clock,
    // A bot on this machine serves its images over plain http.
    allowHttpImages: true,
    quota: options.quota,
    onSent(sent) {
      if (sent.webhookEventId !== undefined) deliveries.recordReply(sent.webhookEventId, sent);
    },
  });
  const contents = createContents();
  const compose = createEventComposer({ accounts, chats, replyTokens, contents, clock });
  const operations = createOperations({
    accounts,
    chats,
    outbox,
    richMenus,
    contents,
    clock,
    endpoints,
    quota: options.quota,
    probe: deliveries.probe,
  });
  const server = createLineServer({
    operations,
    faults,
    clock,
    log,
    issuer,
    onCalled: (made) => notify({ kind: "call", made }),
  });
  return {
    accounts,
    chats,
    compose,
    contents,
    deliveries,
    faults,
    issuer,
    operations,
    outbox,
    richMenus,
    server,
  };
}
