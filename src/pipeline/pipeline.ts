/** Joins the stages of the event pipeline: webhook, rate limit, dispatcher and processor of each channel. */
import type { Bot } from "../bot/bot.ts";
import { isStaffTap } from "../bot/routing/text-normalizer.ts";
import type { Clock } from "../clock.ts";
import type { Metrics } from "../observability/metrics.ts";
import { createBodies } from "./body-limit.ts";
import { createProcessor } from "./processor.ts";
import { createRateLimit } from "./rate-limit.ts";
import { createWebhook } from "./webhook.ts";
import { createDispatcher, type Dispatcher } from "./dispatcher.ts";
import type { LineEvent } from "../line/webhook-events.ts";
import type { Log } from "../observability/log.ts";
import type { LineChannel, WebhookPath } from "../app/connections.ts";
import type { Inbox } from "../store/inbox.ts";
import type { Notices } from "../store/notices.ts";
import type { EventRecorder } from "../studio/server/event-recorder.ts";

/** A channel and the bot that replies in its chats. */
export interface PipelineChannel {
  path: WebhookPath;
  side: LineChannel;
  bot: Bot;
  /** Called when an event is processed, with a reply or without. */
  answered?: (event: LineEvent, intent: string) => void;
}

/** Webhooks are keyed by path; one dispatcher serves all channels. */
export function createPipeline(options: {
  channels: readonly PipelineChannel[];
  inbox: Inbox;
  notices: Pick<Notices, "replied">;
  figures: Pick<Metrics, "onEventEnded" | "onAcknowledged">;
  /** Records events for the studio; null unless LINE is embedded. */
  recorder: EventRecorder | null;
  messagesPerMinute: number;
  pushFallback: boolean;
  clock: Clock;
  log: Log;
}): { worker: Dispatcher; webhooks: Readonly<Record<string, ReturnType<typeof createWebhook>>> } {
  const { inbox, notices, figures, recorder, pushFallback, clock, log } = options;
  const channels = options.channels.map(({ path, side, bot, answered }) => {
    const flood = createRateLimit({ perMinute: options.messagesPerMinute, isExempt: isStaffTap });
    const processor = createProcessor({
      inbox,
      notices,
      bot: recorder?.instrument(bot) ?? bot,
      sender: side.messaging,
      flood,
      pushFallback,
      ended(event, { intent, ending, outcome, ms }) {
        figures.onEventEnded(event.type, ending, ms);
        recorder?.ended(event.webhookEventId, outcome, ms);
        answered?.(event, intent);
      },
      clock,
      log,
    });
    return { path, side, flood, processor };
  });
  const worker = createDispatcher({
    inbox,
    work(row, stopping) {
      const owner = channels.find(({ side }) => side.channel.account === row.account);
      if (owner) return owner.processor.process(row, stopping);
      // The channel is no longer configured, and no other account may reply for it.
      inbox.park(row.id, "failed");
      return Promise.resolve();
    },
    clock,
    log,
  });
  const bodies = createBodies();
  const webhooks = channels.map(({ path, side, flood }) => {
    const accept: Dispatcher["accept"] = (events) => {
      flood.count(events);
      worker.accept(events);
    };
    const { channel } = side;
    const { onAcknowledged: answered } = figures;
    return [path, createWebhook({ channel, bodies, inbox, accept, answered, clock, log })] as const;
  });
  return { worker, webhooks: Object.fromEntries(webhooks) };
}
