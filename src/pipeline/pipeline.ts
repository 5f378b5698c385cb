/**
 * The road of an event through the stages of the pipeline:
 *
 *     webhook     request        → ReceivedEvent   signature verified, parsed
 *     inbox       ReceivedEvent  → StoredEvent     on the disk; only then the webhook answers 200
 *     rate limit  StoredEvent    → QueuedEvent     with the verdict on its chat
 *     dispatcher  QueuedEvent                      chats concurrently, the events of one chat in order
 *     bot         QueuedEvent    → AnsweredEvent   reply and state changes stored in one transaction
 *     delivery    AnsweredEvent  → DeliveryOutcome sent by reply token
 *     end         → ProcessedEvent                 removed from the inbox, or parked
 */
import type { RequestHandler } from "express";
import type { Bot } from "../bot/bot.ts";
import { isStaffTap } from "../bot/routing/text-normalizer.ts";
import type { Clock } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import type { LineEvent } from "../line/webhook-events.ts";
import type { EventTraces } from "../observability/event-traces.ts";
import type { Log } from "../observability/log.ts";
import type { Metrics } from "../observability/metrics.ts";
import type { EventConsumer } from "../store/inbox.ts";
import type { Notices } from "../store/notices.ts";
import { createBodies } from "./body-limit.ts";
import { Dispatcher, type ProcessQueued } from "./dispatcher.ts";
import type { EventInbox, ProcessedEvent, QueuedEvent, StoredEvent } from "./events.ts";
import { processEvent, type ProcessorServices } from "./processor.ts";
import { createRateLimit } from "./rate-limit.ts";
import { createWebhook, type WebhookChannel } from "./webhook.ts";

/** A LINE channel and the bot that replies in its chats. */
export interface PipelineChannel {
  /** Path of its webhook. */
  path: string;
  channel: WebhookChannel;
  messaging: ProcessorServices["messaging"];
  bot: Pick<Bot, "handle" | "errorReply" | "rateLimitReply">;
  /** Called when an event is stored, before it is processed. */
  onReceived?(event: LineEvent): void;
  /** Called when an event is processed, with a reply or without. */
  onProcessed?(event: LineEvent, processed: ProcessedEvent): void;
}

export interface PipelineOptions {
  channels: readonly PipelineChannel[];
  inbox: EventInbox;
  notices: Pick<Notices, "replied">;
  metrics: Pick<Metrics, "onAcknowledged" | "onEventProcessed">;
  /** Null where events aren't traced. */
  traces: EventTraces | null;
  messagesPerMinute: number;
  pushFallback: boolean;
  clock: Clock;
  log: Log;
}

export interface Pipeline {
  /** Webhook handlers by path. */
  webhooks: Readonly<Record<string, RequestHandler>>;
  /** Serves all channels. */
  dispatcher: Dispatcher;
  /** Has the inbox hand over what is unprocessed; call it once, before the first webhook. */
  start(): Promise<void>;
}

export function createPipeline(options: PipelineOptions): Pipeline {
  const { inbox, metrics, clock, log } = options;
  const dispatcher = new Dispatcher({ inbox, process: createProcess(options), clock, log });
  const queue = queueOf(options, dispatcher);
  const bodies = createBodies();
  const webhooks = options.channels.map(({ path, channel }) => {
    const webhook = createWebhook({
      channel,
      bodies,
      inbox,
      onStored: queue.accept,
      onResponse: metrics.onAcknowledged,
      clock,
      log,
    });
    return [path, webhook] as const;
  });
  return {
    webhooks: Object.fromEntries(webhooks),
    dispatcher,
    start: () => inbox.start(queue),
  };
}

/** Rate limit and dispatcher, for events from the webhook and from the inbox. */
function queueOf(options: PipelineOptions, dispatcher: Dispatcher): EventConsumer<LineEvent> {
  const channels = new Map(
    options.channels.map(({ channel, onReceived }) => {
      const rateLimit = createRateLimit({ ...options, isExempt: isStaffTap });
      return [channel.account, { rateLimit, onReceived }];
    }),
  );
  function toQueued(event: StoredEvent): QueuedEvent {
    const channel = channels.get(event.account);
    // Events of before may be many at once, and were counted when they arrived.
    if (event.isRecovered || !channel) return { ...event, rateLimit: null };
    const queued = channel.rateLimit.judge(event);
    channel.onReceived?.(event.event);
    return queued;
  }
  return {
    accept: (events) => dispatcher.enqueue(events.map(toQueued)),
    room: () => dispatcher.room(),
    failed(reason) {
      options.log.warn({ reason: reasonOf(reason) }, "reading events of the inbox failed");
    },
  };
}

/** The stages after the dispatcher, of the event's channel. */
function createProcess({ channels, ...shared }: PipelineOptions): ProcessQueued {
  const { inbox, metrics, traces } = shared;
  const byAccount = new Map(
    channels.map((channel) => {
      const services: ProcessorServices = {
        ...shared,
        ...channel,
        onProcessed(event, processed) {
          metrics.onEventProcessed(event.type, processed.outcome, processed.ms);
          channel.onProcessed?.(event, processed);
        },
      };
      return [channel.channel.account, traces ? traced(services, traces) : services] as const;
    }),
  );
  return (queued, slot) => {
    const services = byAccount.get(queued.account);
    if (!services) {
      // The channel is no longer configured, and no other account may reply for it.
      inbox.park(queued.id, "failed");
      return Promise.resolve();
    }
    if (!traces) return processEvent(services, queued, slot);
    const { id, event, receivedAt } = queued;
    return traces.during({ id, type: event.type, receivedAt }, () =>
      processEvent(services, queued, slot),
    );
  };
}

/** The same services, whose work is recorded as stages of the event's trace. */
function traced<Services extends ProcessorServices>(
  services: Services,
  { stage }: EventTraces,
): Services {
  const { bot, messaging, inbox } = services;
  return {
    ...services,
    bot: {
      handle: (...event) => stage("answer", () => bot.handle(...event)),
      errorReply: (...event) => stage("answer", () => bot.errorReply(...event)),
      rateLimitReply: (...event) => stage("answer", () => bot.rateLimitReply(...event)),
    },
    inbox: {
      ...inbox,
      saveReply: (...reply) => stage("store", () => inbox.saveReply(...reply)),
    },
    messaging: {
      startLoading: messaging.startLoading,
      reply: (...reply) => stage("deliver", () => messaging.reply(...reply)),
      push: (...push) => stage("deliver", () => messaging.push(...push)),
    },
  };
}
