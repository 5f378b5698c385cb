/** The soak: the bot is killed again and again under load, its neighbours fail meanwhile, and the books are compared. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { systemClock } from "../../src/clock.ts";
import { repeatableChance } from "../../src/emulators/loyalty/random.ts";
import { lineIdOf } from "../../src/emulators/loyalty/demo/identifiers.ts";
import { openPlatformFile } from "../../src/emulators/loyalty/index.ts";
import { createBotProcess } from "../support/bot-process.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { minutes: { type: "string" } },
});
/** A life of a minute shows what grows; short ones are killed at more moments. */
const minutes = values.minutes === undefined ? null : Number(values.minutes);
const rounds = minutes ?? Number(positionals[0] ?? 30);
const seed = Number(positionals[minutes === null ? 1 : 0] ?? Date.now() % 1_000_000);
/** Bounds the load, so that neighbours on the same machine can follow. */
const perSecond = 300;
const faultEveryMs = 10_000;
/** Enough that nobody writes quicker than a person does. */
const crowdSize = 600;

const chance = repeatableChance(`soak ${seed}`);
const random = () => chance.below(1_000_000) / 1_000_000;
const one = <Item>(items: readonly Item[]) => items[chance.below(items.length)]!;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const say = (line: string) => process.stdout.write(`${line}\n`);

const firstOfCrowd = 260;
const crowd = Array.from({ length: crowdSize }, (_, i) => lineIdOf(`crowd-${firstOfCrowd + i}`));
await using bot = await createBotProcess(crowd);
{
  using file = openPlatformFile(join(bot.dataDir, "platform.sqlite"), systemClock);
  file.growTo(firstOfCrowd + crowdSize);
}

/** How often each event was replied to. The messages of one reply come in one go. */
const replies = new Map<string, number>();
let speaking = "";
let pushes = 0;
bot.line.watch((change) => {
  if (change.kind !== "chat" || change.item.kind !== "from account") return;
  const { webhookEventId: id, way } = change.item;
  if (way === "push" || !id) pushes += 1;
  else if (id !== speaking) {
    speaking = id;
    queueMicrotask(() => {
      speaking = "";
    });
    replies.set(id, (replies.get(id) ?? 0) + 1);
  }
});

const { platform, line } = bot;
const faults = [
  () => platform.faults.add({ kind: "latency", ms: 300, times: 20 }),
  () => platform.faults.add({ kind: "error", every: 3, times: 20 }),
  () => platform.faults.add({ kind: "silence", times: 3 }),
  () => line.faults.add({ call: "reply", answer: 500, times: 20 }),
  () => line.faults.add({ call: "reply", answer: "cut", accepts: true, times: 20 }),
  () => line.faults.add({ call: "reply", answer: 429, times: 20 }),
];

const accepted: string[] = [];
let over = false;
let refused = 0;
let redelivered = 0;
const words = ["points", "card", "coupons", "help", "history"];

async function write(): Promise<void> {
  const { status, webhookEventId } = await line.act(one(crowd), { type: "text", text: one(words) });
  if (status === 200) accepted.push(webhookEventId);
  else refused += 1;
  if (random() > 0.02 || status !== 200) return;
  redelivered += 1;
  await line.redeliver(webhookEventId);
}

/** An open loop: what isn't taken doesn't hold up what comes. */
async function load(): Promise<void> {
  const begun = new Set<Promise<void>>();
  const start = performance.now();
  for (let count = 0; !over; count++) {
    const due = start + (count * 1000) / perSecond - performance.now();
    if (due > 0) await wait(due);
    const writing = write();
    begun.add(writing);
    void writing.finally(() => begun.delete(writing));
  }
  await Promise.all(begun);
}

const memory = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
const openFiles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;

/** One life of the bot until just before its end. */
async function live(): Promise<string> {
  const samples: { mb: number; files: number }[] = [];
  const sample = () => samples.push({ mb: memory(bot.pid), files: openFiles(bot.pid) });
  if (minutes === null) {
    if (random() < 0.5) one(faults)();
    await wait(500 + random() * 2000);
    sample();
  } else {
    for (let ms = 0; ms < 60_000; ms += faultEveryMs) {
      if (random() < 0.7) one(faults)();
      else platform.faults.clear();
      await wait(faultEveryMs);
      sample();
    }
  }
  const mb = samples.map((at) => at.mb.toFixed(0)).join(" ");
  return `${mb} MB, ${samples.map(({ files }) => files).join(" ")} files open`;
}

say(`seed ${seed}, ${rounds} ${minutes === null ? "rounds" : "minutes"}`);
await bot.start({ LOG_LEVEL: "warn" });
const loading = load();
for (let round = 1; round <= rounds; round++) {
  const figures = await live();
  await bot.kill();
  say(`${round}: ${accepted.length} accepted, ${replies.size} answered, ${figures}`);
  await bot.start({ LOG_LEVEL: "warn" });
}
over = true;
await loading;
platform.faults.clear();
line.faults.clear();
// Longer than a reply token lives, so that everything is answered or parked.
for (let left = 90; left > 0 && accepted.some((id) => !replies.has(id)); left--) await wait(1000);
const code = await bot.stop();

const file = new DatabaseSync(join(bot.dataDir, "bot", "bot.sqlite"));
const parked = new Map(
  file
    .prepare(
      "select webhook_event_id, park_reason from inbox join event_keys using (id) where state = 'parked'",
    )
    .all()
    .map((row) => [String(row["webhook_event_id"]), String(row["park_reason"])]),
);
const lost = accepted.filter((id) => !replies.has(id) && !parked.has(id));
const rowOf = file.prepare(
  "select id, state, attempts, chat from event_keys left join inbox using (id) where webhook_event_id = ?",
);
for (const id of lost) say(`lost: ${JSON.stringify(rowOf.get(id) ?? id)}`);
file.close();
const twice = [...replies.values()].filter((count) => count > 1).length;
say(
  JSON.stringify(
    {
      seed,
      accepted: accepted.length,
      redelivered,
      refusedWhileDead: refused,
      answered: accepted.filter((id) => replies.has(id)).length,
      parked: Object.fromEntries(
        Map.groupBy(parked.values(), (reason) => reason)
          .entries()
          .map(([reason, all]) => [reason, all.length]),
      ),
      lost: lost.length,
      twice,
      pushes,
      exitCode: code,
    },
    null,
    2,
  ),
);
process.exitCode = lost.length > 0 || twice > 0 || pushes > 0 || code !== 0 ? 1 : 0;
