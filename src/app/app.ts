/** Composes the bot from its configuration, in the order in which its parts start. */
import { cashierAndAbove } from "../bot/staff/command.ts";
import { commands } from "../bot/staff/commands/index.ts";
import { createStaffContext } from "../bot/staff/create-staff-context.ts";
import { createCommandRouter } from "../bot/staff/command-router.ts";
import { createNoticePushes } from "../bot/staff/confirmation/notification-pusher.ts";
import { createNoticeReader } from "../bot/staff/confirmation/notifications.ts";
import { createReconciler } from "../bot/staff/confirmation/reconciler.ts";
import { createBot, type Bot } from "../bot/bot.ts";
import { renderContextOf } from "../bot/context.ts";
import { createUserLanguages } from "../bot/i18n/user-language.ts";
import { startIndexLookup } from "../members/index-lookup.ts";
import { createMemberCache } from "../members/member-cache.ts";
import { createSearchLookup } from "../members/search-lookup.ts";
import { readDraft } from "../bot/i18n/draft-folder.ts";
import { publishedSetting, withPublished } from "../bot/i18n/published-overrides.ts";
import { createMessages, type Catalogues } from "../bot/i18n/translate.ts";
import { readBrand } from "./branding.ts";
import { createPipeline, type PipelineChannel } from "../pipeline/pipeline.ts";
import { deadline, unlessAborted, type Clock } from "../clock.ts";
import { isPlayground, type Config, type Secrets } from "../config/config.ts";
import { createLoyaltyClient } from "../loyalty/client.ts";
import { readClockDifference } from "../loyalty/clock-difference.ts";
import { createMetrics } from "../observability/metrics.ts";
import { createServer } from "../http/server.ts";
import { createCodeImages } from "../http/code-images.ts";
import { createChannelStatusClient } from "../line/channel-status-client.ts";
import { listen } from "../http/listen.ts";
import { serializeMessages, type Message } from "../line/messages/prepare-reply.ts";
import type { LineEvent } from "../line/webhook-events.ts";
import type { PushOutcome } from "../line/messaging-client.ts";
import type { Log } from "../observability/log.ts";
import {
  connectLine,
  connectLoyalty,
  type ExternalServices,
  type LineChannel,
  type WebhookPath,
} from "./connections.ts";
import type { SimulatorAccess } from "../studio/server/studio.ts";
import { createMenuAssigner } from "../rich-menu/menu-assigner.ts";
import { createMetricsEndpoint } from "../http/metrics-endpoint.ts";
import { openSqliteStore } from "../store/sqlite/open.ts";
import type { PushEnd } from "../store/notices.ts";
import type { Settings } from "../store/store.ts";
import { createHousekeeping } from "../store/retention.ts";

export interface App extends AsyncDisposable {
  /** `http://host:port` of the bot. */
  origin: string;
  /** Text to print to the terminal at the start. */
  greeting: string;
  /** Resolves when every accepted event is processed or parked. */
  idle(): Promise<void>;
}

/** Limits of the waits at a stop; together with the reconciler's they stay below the 10 seconds a stop may take. */
const stopPatienceMs = 7000;
const answerPatienceMs = 500;
const pushPatienceMs = 10_000;

/**
 * @param neighbours emulators that outlive the bot; those that are neither given nor replaced by a real
 * service are started and stopped with the bot.
 * @param menus whether rich menus are installed in an embedded LINE, in the background.
 * @param stop aborts the start: what has been started is stopped, and nothing is accepted.
 * @throws the signal's reason when the start was aborted.
 */
export async function createApp(options: {
  config: Config;
  secrets: Secrets;
  clock: Clock;
  log: Log;
  neighbours?: ExternalServices;
  menus?: boolean;
  stop?: AbortSignal;
}): Promise<App> {
  const { config, secrets, clock, log, neighbours: external = {}, menus = false, stop } = options;
  stop?.throwIfAborted();
  await using starting = new AsyncDisposableStack();

  const { business } = config;
  const metrics = createMetrics(clock);
  const store = starting.use(openSqliteStore<LineEvent>(config.dataDir, clock));
  const platform = await connectLoyalty({ config, secrets, clock, log, external, stack: starting });
  const clockDifference = await readClockDifference(store.settings, log);
  const loyalty = starting.use(
    createLoyaltyClient({
      baseUrl: platform.baseUrl,
      direct: platform.direct,
      exchange: platform.exchange,
      overrides: platform.overrides,
      idempotentWrites: platform.idempotentWrites,
      timeoutMs: config.connectTimeoutMs,
      clock,
      log,
      tokens: store.settings,
      observer: {
        onCall: metrics.onLoyaltyCall,
        onBreakerChange: metrics.onBreakerChange,
        onCredentialsChange: (flow, refused) =>
          metrics.onCredentialsChange(`platform_${flow}`, refused),
        clockDifference: clockDifference.note,
      },
    }),
  );
  const connectingLine = connectLine({
    config,
    secrets,
    clock,
    log,
    external,
    settings: store.settings,
    metrics,
    displayName: business.name ?? "Sakura Cafe",
    webhookUrl: (path) => `${listening.origin}${path}`,
    stack: starting,
  });
  const { members: line, dev } = await unlessAborted(stop, connectingLine);
  const { messaging } = line;
  const readingBrand = readBrand({
    loyalty,
    subscribed: platform.exchange !== null,
    settings: store.settings,
    config,
    displayName: line.displayName,
    clock,
    log,
  });
  const brand = await unlessAborted(stop, readingBrand);
  const images = await createCodeImages({
    settings: store.settings,
    publicUrl() {
      if (line.emulator) return config.publicUrl ?? listening.origin;
      return config.publicUrl?.startsWith("https:") ? config.publicUrl : null;
    },
    clock,
  });
  const { account } = line.channel;
  await store.staff.add(account, line.initialStaff);
  const published = await readPublishedCatalogues(config, store.settings, log);
  const platformKey = `${platform.baseUrl} ${platform.direct?.businessCode ?? ""}`;
  const index = { loyalty, index: store.memberIndex, platform: platformKey, clock, log };
  const find =
    config.memberLookup === "index"
      ? starting.use(await startIndexLookup(index)).find
      : createSearchLookup(loyalty);
  const members = createMemberCache({ find, clock, ...config.memberCache });
  const languages = createUserLanguages({
    offered: business.languages,
    chats: store.lineUsers,
    phoneLanguage: async (lineId) => (await messaging.getProfile(lineId))?.language,
    clock,
    size: config.memberCache.size,
  });
  const staffContext = createStaffContext({
    loyalty,
    members,
    store,
    ownerLineIds: config.ownerLineIds,
    displayName: async (lineId) => (await messaging.getProfile(lineId))?.displayName,
    limits: config.limits,
    approvalAbove: config.giftApprovalAbove,
    idempotent: platform.idempotentWrites,
    clockDifference: clockDifference.current,
    clock,
  });
  const notices = createNoticeReader({ ...store, roster: staffContext.directory, table: commands });
  const surface = {
    timeZone: business.timeZone,
    images,
    brand,
    prepare: (messages: readonly Message[]) => {
      const prepared = serializeMessages(messages, { allowHttpImages: line.emulator !== null });
      for (const fault of prepared.replaced) log.error(fault, "a message of ours breaks a rule");
      return prepared;
    },
    clock,
  };
  const traced = config.studio && isPlayground(config);
  const shared = {
    ...surface,
    loyalty,
    members,
    notices,
    words: createMessages(published, business.timeZone),
    traced,
    log,
  };
  const bot = createBot({
    ...shared,
    languages,
    commands: createCommandRouter({ table: commands, staffContext, clock }),
    basicId: line.basicId,
    onMemberLookup: metrics.onMemberLookup,
  });
  const devChannel =
    dev &&
    (await import("./dev-channel.ts")).createDevChannel({
      shared,
      side: dev,
      staffAccount: account,
      config,
      store,
    });
  const simulator: SimulatorAccess | null =
    traced && line.emulator
      ? {
          line: line.emulator,
          recorder: (await import("../studio/server/event-recorder.ts")).createEventRecorder(
            line.emulator,
            platform.emulator,
            (lineId) => {
              members.forget(lineId);
              languages.forget(account, lineId);
              devChannel?.forget(lineId);
            },
          ),
        }
      : null;

  const linking = createMenuAssigner({
    richMenus: line.richMenus,
    kindOf: (lineId) => members.cached(lineId)?.kind ?? null,
    lookUp: members.lookup,
    languageOf: (lineId) => languages.cached(account, lineId),
    async isStaff(lineId) {
      if (staffContext.directory.isConfiguredOwner(lineId)) return true;
      const member = await store.staff.get(account, lineId);
      return member?.active === true && cashierAndAbove.includes(member.role);
    },
    size: config.memberCache.size,
    clock,
    log,
  });
  starting.defer(() => linking.stop());

  const recorder = simulator?.recorder ?? null;
  const channelOf = (path: WebhookPath, side: LineChannel, replies: Bot): PipelineChannel => ({
    path,
    channel: side.channel,
    messaging: side.messaging,
    bot: recorder?.instrument(replies) ?? replies,
    onProcessed(event, { intent, delivery, ms }) {
      recorder?.ended(event.webhookEventId, delivery, ms);
      if (side === line) linking.answered(event, intent);
    },
  });
  const { dispatcher, webhooks } = createPipeline({
    channels: [
      channelOf("/webhook", line, bot),
      ...(dev && devChannel ? [channelOf("/webhook/dev", dev, devChannel.bot)] : []),
    ],
    inbox: store.inbox,
    notices: store.notices,
    metrics,
    messagesPerMinute: config.messagesPerMinute,
    pushFallback: config.pushFallback,
    clock,
    log,
  });
  starting.defer(() => dispatcher.stop(stopPatienceMs));

  const reconciler = createReconciler({ account, staffContext, clock, log });
  starting.defer(() => reconciler.stop());

  const noticePushes = config.pushFallback
    ? createNoticePushes({
        account,
        notices: store.notices,
        reader: notices,
        lookFor: bot.renderContextFor,
        prepare: surface.prepare,
        async push(to, message, key) {
          const until = clock.now() + pushPatienceMs;
          return pushEndOf(await messaging.push(to, message, key, { until }));
        },
        clock,
        log,
      })
    : null;
  starting.defer(() => noticePushes?.stop());

  const housekeeping = createHousekeeping({
    retention: store.retention,
    days: config.retentionDays,
    clock,
    log,
  });
  starting.defer(() => housekeeping.stop());

  let stopping = false;
  const studio = config.studio
    ? (await import("./studio.ts")).createStudioOfApp({
        config,
        secrets,
        simulator,
        published,
        look: (words, language) => renderContextOf(surface, words, language),
        prepare: surface.prepare,
        clock,
        log,
      })
    : null;
  const http = createServer({
    webhooks,
    images,
    metrics: createMetricsEndpoint({
      figures: metrics,
      inbox: store.inbox,
      worker: dispatcher,
      line: starting.use(
        createChannelStatusClient({ ...line, clock, log, onCall: metrics.onLineCall }),
      ),
      token: secrets.metricsToken,
      clock,
      log,
    }),
    studio: studio?.router ?? null,
    async ready() {
      if (stopping) throw new Error("stopping");
      await store.check();
      if (dispatcher.stuck > 0)
        throw new Error(`events that could not be ended: ${dispatcher.stuck}`);
    },
    clock,
    log,
  });
  // Read before the server listens, so that former events are processed first, and once.
  const former = await store.inbox.open();
  stop?.throwIfAborted();
  const listening = await listen(http, config.host, config.port);
  dispatcher.start(former);
  starting.defer(async () => {
    using patience = deadline(clock, answerPatienceMs);
    await listening.close(patience.signal);
  });
  // Disposed before the server closes, since its event streams never end by themselves.
  if (studio) starting.use(studio);
  reconciler.start();
  noticePushes?.start();
  housekeeping.start();
  if (menus && line.emulator) {
    const { installInBackground } = await import("../rich-menu/install.ts");
    const { words } = shared;
    const offered = business.languages;
    const { richMenus } = line;
    starting.use(
      installInBackground({ offered, words, brand, line: richMenus, linking, clock, log }),
    );
  } else void linking.refresh();

  const stack = starting.move();
  return {
    origin: listening.origin,
    greeting: greeting(listening.origin, platform, line, studio !== null),
    idle: () => dispatcher.idle(),
    async [Symbol.asyncDispose]() {
      stopping = true;
      await stack.disposeAsync();
    },
  };
}

/** Rate limits, quota and credentials are no fault of the message, so it is pushed again later. */
function pushEndOf(outcome: PushOutcome): PushEnd {
  if (outcome.kind === "sent" || outcome.kind === "unknown") return "told";
  if (outcome.kind === "too_late") return "later";
  return outcome.status === 429 || outcome.reason === "credentials" ? "later" : "refused";
}

/** Reads the published message catalogues. Faulty drafts and texts are logged and do not stop the start. */
async function readPublishedCatalogues(
  config: Config,
  settings: Settings,
  log: Log,
): Promise<Catalogues> {
  if (config.wordsDir) {
    for (const fault of readDraft(config.wordsDir).faults) {
      log.warn({ fault }, "a draft in WORDS_DIR can't be published like this");
    }
  }
  const { catalogues, faults } = withPublished(await settings.get(publishedSetting));
  for (const fault of faults) log.warn({ fault }, "our own words stand in for published ones");
  return catalogues;
}

const kind = ({ emulator }: { emulator: unknown }) => (emulator ? "embedded" : "real    ");

function greeting(
  origin: string,
  platform: { baseUrl: string; emulator: unknown },
  line: { apiBaseUrl: string; emulator: unknown },
  studio: boolean,
): string {
  return [
    "",
    `  The bot listens at ${origin}`,
    "",
    `    LINE      ${kind(line)}  ${line.apiBaseUrl}`,
    `    platform  ${kind(platform)}  ${platform.baseUrl}`,
    "",
    studio ? `  Studio: ${origin}/studio/` : "  The studio is off.",
    "",
    "",
  ].join("\n");
}
