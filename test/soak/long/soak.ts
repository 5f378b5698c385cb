/**
 * The long run: one process for hours in which a day passes each minute, with members, staff and the studio at work.
 * What it keeps and how fast it answers must be the same at the end as after the first minutes.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createMovableClock, systemClock } from "../../../src/clock.ts";
import { seededRandom } from "../../../src/emulators/loyalty/random.ts";
import { createBotProcesses, type BotProcesses } from "../../support/bot-process.ts";
import { startBotServices } from "../../support/bot-services.ts";
import { createMemberLoad, crowd, enrolCrowd } from "../members.ts";
import { recordMetrics } from "../charts.ts";
import { createLatencies } from "../replicas/latencies.ts";
import { createStaffOrders, ownerId } from "./staff-orders.ts";
import { createStudioUser } from "./studio-user.ts";

export interface LongSoakOptions {
  /** How long it runs; a day passes in each. */
  minutes: number;
  seed: number;
  /** Members' messages per second. */
  rate: number;
  /** An SVG file of the metrics. */
  charts: string | undefined;
  print(line: string): void;
}

/** What the process kept, and how it answered, in some minutes. */
interface Figures {
  minute: number;
  memoryMb: number;
  openFiles: number;
  databaseMb: number;
  /** From the webhook to LINE's receipt of the reply, in milliseconds. */
  reply: { p50: number | null; p99: number | null };
}

const dayMs = 86_400_000;
const minuteMs = 60_000;
const clockSeenMs = 500;
/** Figures are taken over so many minutes. */
const windowMinutes = 5;
/** Everything that is kept for a time is kept for this long at the most, in days. */
const retentionDays = 1;
const tracesDays = 30;
const project = resolve(import.meta.dirname, "../../..");

/** @returns whether memory, open files, database and latency were the same at the end. */
export async function soakLong(options: LongSoakOptions): Promise<boolean> {
  const { minutes, seed, rate, charts, print } = options;
  const random = seededRandom(`long soak ${seed}`);
  const below = (limit: number) => random.below(limit);
  const clock = createMovableClock(systemClock);
  await using stack = new AsyncDisposableStack();
  const services = stack.use(
    await startBotServices({ people: crowd, clock, origin: (): string => bot.origin }),
  );
  const { line, dataDir } = services;
  enrolCrowd(services.platformFile);
  const clockFile = join(dataDir, "clock");
  const env = {
    ...services.env,
    CLOCK_FILE: clockFile,
    LOG_LEVEL: "warn",
    RETENTION_DAYS: String(retentionDays),
    STATISTICS_DAYS: String(tracesDays),
    STORIES_DIR: join(project, "stories"),
    STAFF_OWNER_LINE_IDS: ownerId,
    LIMIT_POINTS_PER_STAFF_DAY: "1000000",
    LIMIT_POINTS_PER_MEMBER_DAY: "1000000",
    STUDIO: "on",
    STUDIO_PASSWORD: "a-password-of-the-studio",
  };
  const bot = stack.use(createBotProcesses(dataDir, env, join(import.meta.dirname, "bot.ts")));
  const setClock = (aheadMs: number) => {
    clock.move(aheadMs);
    writeFileSync(clockFile, String(aheadMs));
  };
  setClock(0);
  await bot.start();
  using recorder = recordMetrics(() => bot.origin);

  const replies = createReplyTimes(line);
  await using staff = createStaffOrders(line, services.platform);
  const studio = createStudioUser(bot, env.STUDIO_PASSWORD);
  const taken: Figures[] = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    const end = performance.now() + minuteMs;
    const isOver = () => performance.now() >= end;
    const members = createMemberLoad(replies.line, { group: null, rate, below });
    await Promise.all([members.run(isOver), staff.run(isOver), studio.run(minute, isOver)]);
    // An event of before midnight is answered before the day passes.
    await replies.all();
    setClock(minute * dayMs);
    // Until the process has seen it: an event of the day before would be a day old.
    await pause(clockSeenMs);
    if (minute % windowMinutes > 0) continue;
    const figures: Figures = { minute, ...measure(bot, dataDir), reply: replies.window() };
    taken.push(figures);
    print(JSON.stringify(figures));
  }
  if (charts !== undefined) recorder.draw(charts, "A good day");
  const exitCode = await bot.stop();
  const counts = { answered: replies.answered, ...staff.figures, ...studio.figures };
  print(
    JSON.stringify({ seed, minutes, rate, ...counts, unanswered: replies.unanswered, exitCode }),
  );
  const faults = [...differences(taken), ...studio.faults];
  if (replies.unanswered > 0) faults.push(`${replies.unanswered} events weren't answered`);
  if (exitCode !== 0) faults.push(`ended with ${exitCode}`);
  for (const fault of faults) print(`fault: ${fault}`);
  return faults.length === 0;
}

/** Says what is more at the end than after the first ten minutes; of memory and the database, than once the oldest rows went. */
function differences(taken: readonly Figures[]): string[] {
  const last = taken.at(-1);
  const early = taken.find(({ minute }) => minute >= 10);
  const full = taken.find(({ minute }) => minute > tracesDays + windowMinutes);
  if (!last || !early || early === last) return ["too short to compare: it takes 15 minutes"];
  const faults: string[] = [];
  const compare = (what: string, before: number, after: number, most: number) => {
    if (after > most) faults.push(`${what}: ${before} at first, ${after} at the end`);
  };
  // Connections come and go with the load.
  compare("open files", early.openFiles, last.openFiles, early.openFiles + 40);
  const [before, after] = [early.reply.p50 ?? 0, last.reply.p50 ?? 0];
  compare("median reply in ms", before, after, before * 1.5 + 5);
  if (full && full !== last) {
    compare("memory in MB", full.memoryMb, last.memoryMb, full.memoryMb * 1.1 + 10);
    compare("database in MB", full.databaseMb, last.databaseMb, full.databaseMb * 1.2 + 1);
  }
  return faults;
}

function measure({ pid }: BotProcesses, dataDir: string) {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const folder = join(dataDir, "bot");
  const files = readdirSync(folder).filter((name) => name.startsWith("bot.sqlite"));
  const bytes = files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
  return {
    memoryMb: Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024),
    openFiles: readdirSync(`/proc/${pid}/fd`).length,
    databaseMb: Math.round(bytes / 2 ** 20),
  };
}

type Line = Awaited<ReturnType<typeof startBotServices>>["line"];

/** Times replies from the delivery of an event on. */
function createReplyTimes(line: Line) {
  const open = new Map<string, number>();
  let latencies = createLatencies();
  let answered = 0;
  let unanswered = 0;
  line.watch((change) => {
    if (change.kind !== "chat" || change.item.kind !== "from_account") return;
    const { webhookEventId: id = "" } = change.item;
    const start = open.get(id);
    if (start === undefined) return;
    open.delete(id);
    latencies.add(performance.now() - start);
    answered += 1;
  });
  return {
    line: {
      ...line,
      async deliver(...[content, how]: Parameters<Line["deliver"]>) {
        if (Array.isArray(content)) {
          for (const { webhookEventId } of content) open.set(webhookEventId, performance.now());
        }
        return line.deliver(content, how);
      },
    },
    get answered() {
      return answered;
    },
    get unanswered() {
      return unanswered;
    },
    /** Waits for what is open, at most as long as a reply token lives. */
    async all() {
      for (let left = 60; left > 0 && open.size > 0; left -= 1) await pause(1000);
      unanswered += open.size;
      open.clear();
    },
    /** Of the replies since the last time. */
    window() {
      const reply = { p50: latencies.quantile(0.5), p99: latencies.quantile(0.99) };
      latencies = createLatencies();
      return reply;
    },
  };
}
