/** A replica of the bot as the app composes it, on a database in memory, and on simulated LINE and platform. */
import { buildBot } from "../../src/app/build-bot.ts";
import { buildJobs } from "../../src/app/build-jobs.ts";
import { buildPipeline } from "../../src/app/build-pipeline.ts";
import type { AppContext } from "../../src/app/context.ts";
import { readConfig } from "../../src/config/config.ts";
import type { LineEvent } from "../../src/line/webhook-events.ts";
import { createLog } from "../../src/observability/log.ts";
import { createMetrics } from "../../src/observability/metrics.ts";
import { databaseOn } from "../../src/store/postgres/database.ts";
import { openStoreOn } from "../../src/store/postgres/open.ts";
import { noReplicas } from "../../src/store/sqlite/open.ts";
import type { MemoryDatabase } from "./database/memory-database.ts";
import { createMemoryPool, type Locks } from "./database/memory-pool.ts";
import { gifts } from "./people.ts";
import { postWebhook } from "./post-webhook.ts";
import type { Process, Scheduler } from "./scheduler.ts";
import { databaseLink, secret, servicesOf, type Connections } from "./services.ts";

export interface ReplicaOptions extends Connections {
  scheduler: Scheduler;
  database: MemoryDatabase;
  locks: Locks;
}

export interface Replica {
  process: Process;
  /** Posts a webhook. Calls `answered` with the status, in the process. */
  receive(events: readonly LineEvent[], answered: (status: number) => void): void;
  /** Breaks its connections, as its death does. */
  break(): void;
  /** Stops it as SIGTERM does. */
  stop(): Promise<void>;
}

const log = createLog("silent");
/** More than any world has: the limits are not what is tested. */
const many = "1000";

const environmentOf = ({ isIdempotent, canPush, reminds }: ReplicaOptions["plan"]) => ({
  LINE_CHANNEL_SECRET: secret,
  LINE_CHANNEL_ACCESS_TOKEN: "token",
  LINE_PUSH_FALLBACK: canPush ? "on" : "off",
  CONNECT_BASE_URL: "https://platform.example/api",
  CONNECT_BUSINESS_CODE: "shop",
  CONNECT_API_KEY: "key",
  CONNECT_API_SECRET: "secret",
  CONNECT_IDEMPOTENT: isIdempotent ? "on" : "off",
  DATABASE_URL: "postgres://localhost/simulation",
  STUDIO: "off",
  BUSINESS_LANGUAGES: "en,th",
  GIFT_APPROVAL_ABOVE: "2",
  WELCOME_GIFT: gifts.welcome.uuid,
  BIRTHDAY_GIFT: gifts.birthday.uuid,
  ...(reminds && {
    REMIND_COUPON_DAYS: "5",
    REMIND_PUSH: canPush ? "on" : "off",
    REMIND_PUSH_RESERVE: "0",
  }),
  // The caches take their place at the start, which is most of the time of a world with the usual size.
  MEMBER_CACHE_SIZE: "100",
  LIMIT_MESSAGES_PER_SENDER_MINUTE: many,
  LIMIT_GIFTS_PER_STAFF_DAY: many,
  LIMIT_GIFTS_PER_MEMBER_DAY: many,
});

/** Starts a replica that hears no notification of the other: nothing relies on them. While it starts, no exchange takes time or fails. */
export async function startReplica(options: ReplicaOptions): Promise<Replica> {
  const { process, machine, scheduler, database, locks, plan } = options;
  const stack = new AsyncDisposableStack();
  const own = scheduler.clockOf(process, () => machine.aheadMs);
  const link = databaseLink(options);
  const pool = createMemoryPool(database, locks, link);
  const { config, secrets } = readConfig(environmentOf(plan));
  const store = stack.use(
    await openStoreOn<LineEvent>(databaseOn(pool, own), { clock: own, log }, noReplicas),
  );
  const { clock } = store;
  const context: AppContext = {
    config,
    secrets,
    clock,
    wallClock: clock,
    movableClock: null,
    log,
    external: {},
    menus: false,
    demoPages: false,
    stop: undefined,
    metrics: createMetrics(clock),
    traces: null,
    store,
    origin: { get: () => "https://bot.example", set: () => {} },
    stack,
  };
  const services = await servicesOf(options, context);
  const bots = await buildBot(context, services);
  const pipeline = await buildPipeline(context, services, bots);
  const jobs = buildJobs(context, services, bots, pipeline);
  await pipeline.start();
  link.isStarting = false;
  pipeline.dispatcher.start();
  jobs.start();
  const webhook = pipeline.webhooks["/webhook"];
  if (!webhook) throw new Error("no webhook");
  return {
    process,
    receive: (events, answered) => postWebhook(webhook, events, answered),
    break: () => pool.break(),
    async stop() {
      await pipeline.stop();
      await stack.disposeAsync();
    },
  };
}
