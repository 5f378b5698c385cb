/** The world of a soak of replicas: emulators, a cluster on Postgres, load, and the oracle that watches them. */
import { systemClock } from "../../../src/clock.ts";
import type { LineEmulator } from "../../../src/emulators/line/index.ts";
import type { LineEvent } from "../../../src/line/webhook-events.ts";
import { startBotServices, type BotServices } from "../../support/bot-services.ts";
import type { Fate } from "../../support/adversarial-platform.ts";
import { countsOf, storedOrders, type StoredOrder } from "../compare.ts";
import { createMemberLoad, crowd, enrolCrowd, type MemberLoad } from "../members.ts";
import { staffIds, startStaffLoad, type StaffLoad, type StaffReport } from "../staff.ts";
import { createCluster, type Cluster } from "./cluster.ts";
import { createDatabaseReader, type Database } from "./database.ts";
import { createOracle, type Oracle } from "./oracle.ts";
import { createPersonalDataCheck } from "./personal-data.ts";

export interface WorldOptions {
  replicas: number;
  /** Members' messages a second. */
  rate: number;
  /** Whether the platform deduplicates writes by key, and the bot is configured for that. */
  idempotent: boolean;
  /** Of an empty database: `postgres://…`. */
  databaseUrl: string;
  below(limit: number): number;
  /** The pause of each member of the staff between two orders, in milliseconds. */
  betweenOrdersMs?: number;
  /** What may become of a staff write on the platform. */
  fates?: readonly Fate[];
  /** Whether the bot gives and reminds by rule (default on). */
  hasRules?: boolean;
}

export interface SoakWorld extends AsyncDisposable {
  services: BotServices;
  cluster: Cluster;
  database: Database;
  oracle: Oracle;
  members: MemberLoad;
  staff: StaffLoad;
  /**
   * Once the load and all faults have ended: waits until everything is answered, ends the replicas, and compares
   * what LINE, the platform and the database have.
   */
  finish(): Promise<Verdict>;
}

export interface Verdict {
  violations: readonly string[];
  /** Parked events by reason. */
  parked: Readonly<Record<string, number>>;
  staff: StaffReport;
}

const group = { type: "group" as const, chatId: `C${"0".repeat(31)}1`, name: "Regulars" };
/** LINE's last redelivery, and a reply token's life after it. */
const maxSettleMs = 180_000;
const pollMs = 200;
/** The clocks of the machines are wrong by so little that the replicas act. */
const maxAheadMs = 4000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export async function createSoakWorld(options: WorldOptions): Promise<SoakWorld> {
  const { replicas, rate, idempotent, databaseUrl, below, betweenOrdersMs, fates, hasRules } =
    options;
  await using stack = new AsyncDisposableStack();
  const services = stack.use(
    await startBotServices({
      people: crowd,
      groups: [{ ...group, members: crowd }],
      origin: (id, attempt): string => cluster.origin(id, attempt),
    }),
  );
  const { platform, platformFile } = services;
  enrolCrowd(platformFile);
  const database = createDatabaseReader(databaseUrl);
  const oracle = createOracle(services.line, {
    personal: createPersonalDataCheck(platformFile),
    isStaff: (id) => staffIds.has(id),
    now: systemClock.now,
  });
  const line = watched(services.line, oracle);
  const staff = stack.use(
    await startStaffLoad({
      line,
      platform,
      platformFile,
      storedOrders: () => database.rows<StoredOrder>(storedOrders),
      idempotent,
      below,
      betweenMs: betweenOrdersMs,
      fates,
      hasRules,
    }),
  );
  const cluster: Cluster = stack.use(
    createCluster({
      count: replicas,
      aheadMs: Array.from({ length: replicas }, () => below(2 * maxAheadMs) - maxAheadMs),
      dataDir: services.dataDir,
      env: {
        ...services.env,
        ...staff.env,
        DATABASE_URL: databaseUrl,
        LOG_LEVEL: "warn",
        STUDIO: "off",
      },
      database,
    }),
  );
  await cluster.start();
  const members = createMemberLoad(line, { group: group.chatId, rate, below });
  const isOpen = async () => oracle.undelivered() > 0 || (await openIn(database)) > 0;
  /** Waits until nothing is open. After an overload, replies come later than anybody waits for one. */
  async function drain(): Promise<void> {
    const giveUpAt = performance.now() + maxSettleMs;
    while ((await isOpen()) && performance.now() < giveUpAt) await wait(pollMs);
  }
  const running = stack.move();
  return {
    services,
    cluster,
    database,
    oracle,
    members,
    staff,
    async finish() {
      await drain();
      const orders = await staff.close();
      await drain();
      await cluster.stop();
      const parked = await parkedIn(database);
      oracle.close(parked);
      return {
        violations: [
          ...oracle.violations,
          ...cluster.violations,
          ...orders.faults,
          ...(await leftIn(database)),
        ],
        parked: countsOf(parked.values()),
        staff: orders,
      };
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** The oracle learns of every event before LINE delivers it. */
function watched(line: LineEmulator, oracle: Oracle): LineEmulator {
  return {
    ...line,
    deliver(content, how) {
      if (Array.isArray(content)) for (const event of content as LineEvent[]) oracle.sending(event);
      return line.deliver(content, how);
    },
  };
}

async function openIn(database: Database): Promise<number> {
  const sql = "select count(*)::int as open from inbox where state = 'open'";
  return (await database.rows<{ open: number }>(sql))[0]?.open ?? 0;
}

/** The park reason of each parked event. */
async function parkedIn(database: Database): Promise<Map<string, string>> {
  const rows = await database.rows<{ id: string; reason: string | null }>(
    `select webhook_event_id as id, park_reason as reason from inbox where state = 'parked'`,
  );
  return new Map(rows.map(({ id, reason }) => [id, reason ?? "no reason"]));
}

/** What nobody works on any more must not be left. */
async function leftIn(database: Database): Promise<string[]> {
  const rows = await database.rows<{ what: string }>(
    `select 'event ' || webhook_event_id || ' in ' || chat || ' is open' as what from inbox
       where state = 'open'
     union all select 'event ' || webhook_event_id || ' is parked without a reason' from inbox
       where state = 'parked' and park_reason is null
     union all select 'the chat ' || chat || ' has a lane of ' || coalesce(owner::text, 'nobody') from lanes
     union all select name || ' is still registered' from replicas where until > clock_timestamp()`,
  );
  return rows.map(({ what }) => what);
}
