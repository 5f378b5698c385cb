/** Builds the event pipeline of all channels, and what follows an event: rich-menu links and the studio's recorder. */
import { staffMenuOf } from "../bot/staff/command.ts";
import { commandIntent } from "../bot/context.ts";
import { tileOf } from "../bot/routing/postback.ts";
import { languageOfText } from "../bot/intents/text-language.ts";
import { createUnansweredCounter, type UnansweredCounter } from "../jobs/unanswered-counter.ts";
import type { StatisticsCounter } from "../jobs/statistics-counter.ts";
import { createReadMarker } from "../line/background-calls.ts";
import { createPipeline, type Pipeline, type PipelineChannel } from "../pipeline/pipeline.ts";
import { createMenuAssigner, type MenuAssigner } from "../rich-menu/menu-linker.ts";
import type { EventRecorder } from "../studio/server/event-recorder.ts";
import type { SimulatorAccess } from "../studio/server/studio.ts";
import type { Bots, ChannelBot } from "./build-bot.ts";
import type { Services } from "./connect-services.ts";
import type { LineChannel, WebhookPath } from "./connections.ts";
import type { AppContext } from "./context.ts";

/** Limit of the wait for events in progress at a stop, which in all may take 10 seconds. */
const maxStopMs = 7000;

export interface AppPipeline extends Pipeline {
  /** Begins with no further event, and waits for those in progress; call it before anything is closed. */
  stop(): Promise<void>;
  linking: MenuAssigner;
  /** The studio's access to the embedded LINE; null unless everything is embedded. */
  simulator: SimulatorAccess | null;
}

export async function buildPipeline(
  context: AppContext,
  services: Services,
  bots: Bots,
): Promise<AppPipeline> {
  const { config, store, stack, metrics, clock, log } = context;
  const { members: line, dev } = services.line;
  const simulator = await createSimulatorAccess(services, bots);
  const recorder = simulator?.recorder ?? null;
  const linking = assignMenus(context, line, bots);
  stack.defer(() => linking.stop());
  const { counter } = bots;
  const unanswered = config.unanswered ? countUnanswered(context, line, bots) : null;
  stack.defer(() => unanswered?.stop());
  const channels = [
    channelOf(context, "/webhook", line, bots.members, { recorder, linking, counter, unanswered }),
    ...(dev && bots.dev
      ? [
          channelOf(context, "/webhook/dev", dev, bots.dev, {
            recorder,
            linking: null,
            counter: null,
            unanswered: null,
          }),
        ]
      : []),
  ];
  const { inbox, notices } = store;
  const { messagesPerMinute, pushFallback } = config;
  const pipeline = createPipeline({
    channels,
    inbox,
    notices,
    metrics,
    traces: context.traces,
    messagesPerMinute,
    pushFallback,
    clock,
    log,
  });
  const stop = () => pipeline.dispatcher.stop(maxStopMs);
  return { ...pipeline, stop, linking, simulator };
}

/** What follows the events of a channel. */
interface Observers {
  recorder: EventRecorder | null;
  linking: MenuAssigner | null;
  counter: StatisticsCounter | null;
  unanswered: UnansweredCounter | null;
}

/** The members' account alone: in the dev channel nobody asks who doesn't know better. */
function countUnanswered(
  { config, store, clock, log }: AppContext,
  { channel }: LineChannel,
  { members, shared }: Bots,
): UnansweredCounter {
  const { account } = channel;
  const { languages } = members;
  return createUnansweredCounter({
    account,
    unanswered: store.unanswered,
    members: shared.members,
    languageOf: (text, lineId) =>
      languageOfText(text, languages.offered) ?? languages.cached(lineId) ?? languages.fallback,
    timeZone: config.business.timeZone,
    clock,
    log,
  });
}

/** Only where every person and every member is made up. */
async function createSimulatorAccess(
  { line, platform, platformCalls }: Services,
  { members, dev, shared }: Bots,
): Promise<SimulatorAccess | null> {
  const { emulator } = line.members;
  if (!shared.traced || !emulator) return null;
  const { createEventRecorder } = await import("../studio/server/event-recorder.ts");
  const forget = (lineId: string) => {
    shared.members.forget(lineId);
    members.languages.forget(lineId);
    dev?.languages.forget(lineId);
  };
  const recorder = createEventRecorder({
    line: emulator,
    platform: platform.emulator,
    calls: platformCalls,
    forget,
  });
  return { line: emulator, recorder };
}

/** @param observers `linking`: null for a channel without rich menus; `counter` and `unanswered`: null for one whose events don't count. */
function channelOf(
  { onProcessed, stack, clock, log }: AppContext,
  path: WebhookPath,
  { channel, messaging }: LineChannel,
  { bot, languages }: ChannelBot,
  { recorder, linking, counter, unanswered }: Observers,
): PipelineChannel {
  const readMarker = createReadMarker({ messaging, clock, log });
  stack.defer(() => readMarker.stop());
  return {
    path,
    channel,
    messaging,
    bot: recorder?.instrument(bot) ?? bot,
    ...(linking && { onReceived: linking.received }),
    onProcessed(event, { intent, delivery, ms }) {
      recorder?.ended(event.webhookEventId, delivery, ms);
      linking?.answered(event, intent);
      onProcessed?.(event.webhookEventId, intent);
      const isAnswered = delivery?.kind === "sent" || delivery?.kind === "arrived";
      if (isAnswered) readMarker.answered(event);
      if (isAnswered) unanswered?.answered(event, intent);
      if (!counter) return;
      const userId = event.source?.userId;
      const language = userId === undefined ? null : languages.cached(userId);
      const tile = event.postback && tileOf(event.postback.data);
      if (tile) counter.count("tap", tile, language ?? "unknown");
      if (!isAnswered) return;
      counter.count("answer", intent, language ?? "unknown");
      if (userId !== undefined && intent !== commandIntent) counter.countPerson("answered", userId);
    },
  };
}

function assignMenus(
  { config, store, clock, log }: AppContext,
  { channel, richMenus }: LineChannel,
  { members, shared, staffContext }: Bots,
): MenuAssigner {
  const { account } = channel;
  const staff = { directory: staffContext.directory, staff: store.staff };
  const { menuLinks } = store;
  return createMenuAssigner({
    links: {
      get: (lineId) => menuLinks.get(account, lineId),
      replace: (lineId, link, before) => menuLinks.replace(account, lineId, link, before),
    },
    richMenus,
    kindOf: (lineId) => shared.members.cached(lineId)?.kind ?? null,
    lookUp: shared.members.lookup,
    languageOf: (lineId) => members.languages.cached(lineId),
    lookUpLanguage: (lineId) => members.languages.of(lineId),
    staffAudienceOf: (lineId) => staffMenuOf(staff, account, lineId),
    size: config.memberCache.size,
    clock,
    log,
  });
}
