/** The two ends of every channel: its webhook in, its delivery out, and the one worker between them. */
import type { Bot } from "../bot/bot.ts";
import { isStaffTap } from "../bot/routing/text-normalizer.ts";
import type { Clock } from "../clock.ts";
import type { Figures } from "../observability/metrics.ts";
import { createBodies } from "./body-limit.ts";
import { createDelivery } from "./processor.ts";
import { createFlood } from "./rate-limit.ts";
import { createWebhook } from "./webhook.ts";
import { createWorker, type Worker } from "./dispatcher.ts";
import type { LineEvent } from "../line/webhook-events.ts";
import type { Log } from "../observability/log.ts";
import type { LineSide, WebhookPath } from "../app/connections.ts";
import type { Inbox } from "../store/inbox.ts";
import type { Notices } from "../store/notices.ts";
import type { EventRecorder } from "../studio/server/event-recorder.ts";

/** An account, and who answers in its chats. */
export interface ChannelEnds {
  path: WebhookPath;
  side: LineSide;
  bot: Bot;
  /** Is told of each event when it is answered, or stays unanswered. */
  answered?: (event: LineEvent, intent: string) => void;
}

export function createChannels(options: {
  channels: readonly ChannelEnds[];
  inbox: Inbox;
  notices: Pick<Notices, "replied">;
  figures: Pick<Figures, "ended" | "acknowledged">;
  /** Looks on where everything is made up. */
  recorder: EventRecorder | null;
  messagesPerMinute: number;
  pushFallback: boolean;
  clock: Clock;
  log: Log;
}): { worker: Worker; webhooks: Readonly<Record<string, ReturnType<typeof createWebhook>>> } {
  const { inbox, notices, figures, recorder, pushFallback, clock, log } = options;
  const ends = options.channels.map(({ path, side, bot, answered }) => {
    const flood = createFlood({ perMinute: options.messagesPerMinute, isExempt: isStaffTap });
    const delivery = createDelivery({
      inbox,
      notices,
      bot: recorder?.instrument(bot) ?? bot,
      sender: side.sender,
      flood,
      pushFallback,
      ended(event, { intent, ending, outcome, ms }) {
        figures.ended(event.type, ending, ms);
        recorder?.ended(event.webhookEventId, outcome, ms);
        answered?.(event, intent);
      },
      clock,
      log,
    });
    return { path, side, flood, delivery };
  });
  const worker = createWorker({
    inbox,
    work(row, stopping) {
      const of = ends.find(({ side }) => side.channel.account === row.account);
      if (of) return of.delivery.deliver(row, stopping);
      // A channel that is no longer configured: no other account may answer in its place.
      inbox.park(row.id, "failed");
      return Promise.resolve();
    },
    clock,
    log,
  });
  const bodies = createBodies();
  const webhooks = ends.map(({ path, side, flood }) => {
    const accept: Worker["accept"] = (events) => {
      flood.count(events);
      worker.accept(events);
    };
    const { channel } = side;
    const { acknowledged: answered } = figures;
    return [path, createWebhook({ channel, bodies, inbox, accept, answered, clock, log })] as const;
  });
  return { worker, webhooks: Object.fromEntries(webhooks) };
}
