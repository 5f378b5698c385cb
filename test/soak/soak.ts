/** The soak: the bot is killed again and again under load, its neighbours fail meanwhile, and the books are compared. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { systemClock } from "../../src/clock.ts";
import { seededRandom } from "../../src/emulators/loyalty/random.ts";
import { lineIdOf } from "../../src/emulators/loyalty/demo/identifiers.ts";
import { openPlatformFile } from "../../src/emulators/loyalty/index.ts";
import { createBotProcess, type BotProcess } from "../support/bot-process.ts";
import { startMemberLoad } from "./members.ts";
import { startStaffLoad } from "./staff.ts";

export interface SoakOptions {
  /** How often the bot is killed. */
  kills: number;
  /** A life of a minute shows what grows; short ones are killed at more moments. */
  longLives: boolean;
  seed: number;
  /** How many members write in a second. */
  rate: number;
  /** Whether the platform does a write once per key, and the bot is told so. */
  idempotent: boolean;
  say(line: string): void;
}

const faultEveryMs = 10_000;
const longLifeMs = 60_000;
const maxSteps = 300;
const stepMs = 100;
const maxAfterMs = 1500;
/** Enough that nobody writes quicker than a person does. */
const crowdSize = 600;
const firstOfCrowd = 260;
/** Longer than a reply token lives, so that everything is answered or parked. */
const maxSecondsLeft = 90;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const memory = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
const openFiles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;

/** @returns whether nothing was lost, doubled or told wrongly. */
export async function soak(options: SoakOptions): Promise<boolean> {
  const { kills, longLives, seed, rate, idempotent, say } = options;
  const chance = seededRandom(`soak ${seed}`);
  const below = (limit: number) => chance.below(limit);
  const crowd = Array.from({ length: crowdSize }, (_, i) => lineIdOf(`crowd-${firstOfCrowd + i}`));
  await using bot = await createBotProcess(crowd);
  {
    using file = openPlatformFile(join(bot.dataDir, "platform.sqlite"), systemClock);
    file.growTo(firstOfCrowd + crowdSize);
  }
  const accepted: string[] = [];
  const replies = countReplies(bot);
  const staff = await startStaffLoad(bot, { idempotent, below, accepted });
  await using _staff = staff;
  const members = startMemberLoad(bot.line, { crowd, rate, below, accepted });
  const { platform, line } = bot;
  const faults = [
    () => platform.faults.add({ kind: "latency", ms: 300, times: 20 }),
    () => platform.faults.add({ kind: "error", every: 3, times: 20 }),
    () => platform.faults.add({ kind: "silence", times: 3 }),
    () => line.faults.add({ call: "reply", answer: 500, times: 20 }),
    () => line.faults.add({ call: "reply", answer: "cut", takesEffect: true, times: 20 }),
    () => line.faults.add({ call: "reply", answer: 429, times: 20 }),
  ];

  /** One life of the bot until just before its end. */
  async function live(): Promise<string> {
    const samples: { mb: number; files: number }[] = [];
    const sample = () => samples.push({ mb: memory(bot.pid), files: openFiles(bot.pid) });
    if (longLives) {
      for (let ms = 0; ms < longLifeMs; ms += faultEveryMs) {
        if (below(10) < 7) faults[below(faults.length)]?.();
        else platform.faults.clear();
        await wait(faultEveryMs);
        sample();
      }
    } else {
      const before = staff.sends();
      if (below(2) === 0) faults[below(faults.length)]?.();
      // Killed while a write is under way, or soon after it.
      for (let left = maxSteps; left > 0 && staff.sends() === before; left--) await wait(stepMs);
      await wait(below(maxAfterMs));
      sample();
    }
    const mb = samples.map((at) => at.mb.toFixed(0)).join(" ");
    return `${mb} MB, ${samples.map(({ files }) => files).join(" ")} files open`;
  }

  const env = { LOG_LEVEL: "warn", ...staff.env };
  await bot.start(env);
  let over = false;
  const loading = Promise.all([members.run(() => over), staff.order(() => over)]);
  for (let round = 1; round <= kills; round++) {
    const figures = await live();
    await bot.kill();
    say(`${round}: ${accepted.length} accepted, ${replies.counts.size} answered, ${figures}`);
    await bot.start(env);
  }
  over = true;
  await loading;
  platform.faults.clear();
  line.faults.clear();
  const orders = await staff.close();
  const isOpen = () => accepted.some((id) => !replies.counts.has(id));
  for (let left = maxSecondsLeft; left > 0 && isOpen(); left--) await wait(1000);
  const exitCode = await bot.stop();

  const parked = parkedIn(bot);
  const lost = accepted.filter((id) => !replies.counts.has(id) && !parked.has(id));
  const twice = [...replies.counts.values()].filter((count) => count > 1).length;
  for (const id of lost) say(`lost: ${id}`);
  for (const fault of orders.faults) say(`fault: ${fault}`);
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
  say(JSON.stringify(report, null, 2));
  return [lost.length, twice, replies.pushes, orders.faults.length, exitCode].every(
    (count) => count === 0,
  );
}

/** How often each event was replied to. The messages of one reply come in one go. */
function countReplies({ line }: BotProcess): { counts: Map<string, number>; pushes: number } {
  const replies = { counts: new Map<string, number>(), pushes: 0 };
  let speaking = "";
  line.watch((change) => {
    if (change.kind !== "chat" || change.item.kind !== "from_account") return;
    const { webhookEventId: id, way } = change.item;
    if (way === "push" || !id) replies.pushes += 1;
    else if (id !== speaking) {
      speaking = id;
      queueMicrotask(() => {
        speaking = "";
      });
      replies.counts.set(id, (replies.counts.get(id) ?? 0) + 1);
    }
  });
  return replies;
}

/** The reasons for which events were parked. */
function parkedIn({ dataDir }: BotProcess): Map<string, string> {
  using file = new DatabaseSync(join(dataDir, "bot", "bot.sqlite"), { readOnly: true });
  const rows = file
    .prepare(
      "select webhook_event_id, park_reason from inbox join event_keys using (id) where state = 'parked'",
    )
    .all();
  return new Map(rows.map((row) => [String(row["webhook_event_id"]), String(row["park_reason"])]));
}

const countsOf = (names: Iterable<string>): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(names, (name) => name)].map(([name, all]) => [name, all.length]),
  );
