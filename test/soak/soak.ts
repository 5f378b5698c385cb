/** The soak test: kills the bot repeatedly under load while LINE and the platform fail, then compares the books. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { LineEmulator } from "../../src/emulators/line/index.ts";
import { seededRandom } from "../../src/emulators/loyalty/random.ts";
import { createBotProcess, type BotProcess } from "../support/bot-process.ts";
import { recordMetrics } from "./charts.ts";
import { countsOf, storedOrders, type StoredOrder } from "./compare.ts";
import { createMemberLoad, crowd, enrolCrowd } from "./members.ts";
import { startStaffLoad } from "./staff.ts";

export interface SoakOptions {
  /** The number of kills. */
  kills: number;
  /** Whether a run between kills lasts a minute, which shows leaks; short ones are killed at more points. */
  longRuns: boolean;
  seed: number;
  /** Members' messages per second. */
  rate: number;
  /** Whether the platform deduplicates writes by key, and the bot is configured for that. */
  idempotent: boolean;
  /** An SVG file of the metrics. */
  charts: string | undefined;
  print(line: string): void;
}

const faultEveryMs = 10_000;
const longRunMs = 60_000;
const maxSteps = 300;
const stepMs = 100;
const maxAfterMs = 1500;
/** Longer than a reply token's life, so that every event is answered or parked by then. */
const maxSecondsLeft = 90;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const memory = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
const openFiles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;

/** @returns whether no event or order was lost, duplicated or reported wrongly. */
export async function soak(options: SoakOptions): Promise<boolean> {
  const { kills, longRuns, seed, rate, idempotent, print } = options;
  const random = seededRandom(`soak ${seed}`);
  const below = (limit: number) => random.below(limit);
  await using bot = await createBotProcess(crowd, { hasShortLedger: false });
  const platformFile = join(bot.dataDir, "platform.sqlite");
  enrolCrowd(platformFile);
  const accepted: string[] = [];
  const replies = countReplies(bot);
  const { platform } = bot;
  const line: LineEmulator = {
    ...bot.line,
    async deliver(content, how) {
      const delivery = await bot.line.deliver(content, how);
      if (delivery.status === 200) accepted.push(delivery.webhookEventId);
      return delivery;
    },
  };
  const staff = await startStaffLoad({
    line,
    platform,
    platformFile,
    storedOrders: async () => ordersIn(bot),
    idempotent,
    below,
  });
  await using _staff = staff;
  const members = createMemberLoad(line, { group: null, rate, below });
  const faults = [
    () => platform.faults.add({ kind: "latency", ms: 300, times: 20 }),
    () => platform.faults.add({ kind: "error", every: 3, times: 20 }),
    () => platform.faults.add({ kind: "silence", times: 3 }),
    () => line.faults.add({ call: "reply", answer: 500, times: 20 }),
    () => line.faults.add({ call: "reply", answer: "cut", takesEffect: true, times: 20 }),
    () => line.faults.add({ call: "reply", answer: 429, times: 20 }),
  ];

  /** Runs the bot until just before a kill. @returns its memory and open files. */
  async function runUntilKill(): Promise<string> {
    const samples: { mb: number; files: number }[] = [];
    const sample = () => samples.push({ mb: memory(bot.pid), files: openFiles(bot.pid) });
    if (longRuns) {
      for (let ms = 0; ms < longRunMs; ms += faultEveryMs) {
        if (below(10) < 7) faults[below(faults.length)]?.();
        else platform.faults.clear();
        await wait(faultEveryMs);
        sample();
      }
    } else {
      const before = staff.sends();
      if (below(2) === 0) faults[below(faults.length)]?.();
      // The kill hits during a write or soon after it.
      for (let left = maxSteps; left > 0 && staff.sends() === before; left--) await wait(stepMs);
      await wait(below(maxAfterMs));
      sample();
    }
    const mb = samples.map((at) => at.mb.toFixed(0)).join(" ");
    return `${mb} MB, ${samples.map(({ files }) => files).join(" ")} files open`;
  }

  const env = { LOG_LEVEL: "warn", ...staff.env };
  await bot.start(env);
  using recorder = recordMetrics(() => bot.origin);
  let over = false;
  const loading = Promise.all([members.run(() => over), staff.order(() => over)]);
  for (let round = 1; round <= kills; round++) {
    const figures = await runUntilKill();
    await bot.kill();
    print(`${round}: ${accepted.length} accepted, ${replies.counts.size} answered, ${figures}`);
    await bot.start(env);
  }
  over = true;
  await loading;
  platform.faults.clear();
  line.faults.clear();
  const orders = await staff.close();
  const isOpen = () => accepted.some((id) => !replies.counts.has(id));
  for (let left = maxSecondsLeft; left > 0 && isOpen(); left--) await wait(1000);
  if (options.charts !== undefined) recorder.draw(options.charts, "A bad day");
  const exitCode = await bot.stop();

  const parked = parkedIn(bot);
  const lost = accepted.filter((id) => !replies.counts.has(id) && !parked.has(id));
  const twice = [...replies.counts.values()].filter((count) => count > 1).length;
  for (const id of lost) print(`lost: ${id}`);
  for (const fault of orders.faults) print(`fault: ${fault}`);
  const report = {
    seed,
    idempotent,
    kills,
    accepted: accepted.length,
    ...members.figures,
    answered: accepted.filter((id) => replies.counts.has(id)).length,
    parked: countsOf(parked.values()),
    lost: lost.length,
    twice,
    pushes: replies.pushes,
    staff: { ...orders, faults: orders.faults.length },
    exitCode,
  };
  print(JSON.stringify(report, null, 2));
  return [lost.length, twice, replies.pushes, orders.faults.length, exitCode].every(
    (count) => count === 0,
  );
}

/** Counts the replies to each event. The messages of one reply arrive in one synchronous run. */
function countReplies({ line }: BotProcess): { counts: Map<string, number>; pushes: number } {
  const replies = { counts: new Map<string, number>(), pushes: 0 };
  let current = "";
  line.watch((change) => {
    if (change.kind !== "chat" || change.item.kind !== "from_account") return;
    const { webhookEventId: id, way } = change.item;
    if (way === "push" || !id) replies.pushes += 1;
    else if (id !== current) {
      current = id;
      queueMicrotask(() => {
        current = "";
      });
      replies.counts.set(id, (replies.counts.get(id) ?? 0) + 1);
    }
  });
  return replies;
}

function ordersIn({ dataDir }: BotProcess): StoredOrder[] {
  using file = new DatabaseSync(join(dataDir, "bot", "bot.sqlite"), { readOnly: true });
  return file.prepare(storedOrders).all() as unknown as StoredOrder[];
}

/** The park reason of each parked event. */
function parkedIn({ dataDir }: BotProcess): Map<string, string> {
  using file = new DatabaseSync(join(dataDir, "bot", "bot.sqlite"), { readOnly: true });
  const rows = file
    .prepare(
      "select webhook_event_id, park_reason from inbox join event_keys using (id) where state = 'parked'",
    )
    .all();
  return new Map(rows.map((row) => [String(row["webhook_event_id"]), String(row["park_reason"])]));
}
