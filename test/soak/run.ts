/** The soak: the bot is killed again and again under load, its neighbours fail meanwhile, and the books are compared. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { demoPeople } from "../../src/embedded/connect/index.ts";
import { createBotProcess } from "../support/bot-process.ts";

const rounds = Number(process.argv[2] ?? 30);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
/** Bounds the load, so that neighbours on the same machine can follow. */
const mostPerSecond = 300;

let state = seed;
const random = () => {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return state / 2_147_483_648;
};
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const say = (line: string) => process.stdout.write(`${line}\n`);

await using bot = await createBotProcess();
const answered = new Map<string, number>();
bot.line.watch((change) => {
  if (change.kind !== "chat" || change.item.kind !== "from account") return;
  const id = change.item.webhookEventId ?? change.item.id;
  answered.set(id, (answered.get(id) ?? 0) + 1);
});

const faults = [
  () => bot.platform.faults.add({ kind: "latency", ms: 300, times: 20 }),
  () => bot.platform.faults.add({ kind: "error", every: 3, times: 20 }),
  () => bot.platform.faults.add({ kind: "silence", times: 3 }),
  () => bot.line.faults.add({ call: "reply", answer: 500, times: 20 }),
  () => bot.line.faults.add({ call: "reply", answer: "cut", accepts: true, times: 20 }),
  () => bot.line.faults.add({ call: "reply", answer: 429, times: 20 }),
];

const accepted: string[] = [];
let over = false;
let refused = 0;
/** Everybody writes faster than people do. */
const environment = { LOG_LEVEL: "warn", LIMIT_MESSAGES_PER_SENDER_MINUTE: "1000000" };

/** Everybody writes as fast as they are taken, within the bound. */
async function write(lineId: string): Promise<void> {
  const words = ["points", "card", "coupons", "help", "history"];
  while (!over) {
    const text = words[Math.floor(random() * words.length)] ?? "points";
    const { status, webhookEventId } = await bot.line.act(lineId, { type: "text", text });
    if (status === 200) accepted.push(webhookEventId);
    else refused += 1;
    await wait((1000 * demoPeople.length) / mostPerSecond);
  }
}

const memory = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;

say(`seed ${seed}, ${rounds} rounds`);
await bot.start(environment);
const people = demoPeople.map(({ lineId }) => write(lineId));
for (let round = 1; round <= rounds; round++) {
  if (random() < 0.5) faults[Math.floor(random() * faults.length)]?.();
  await wait(500 + random() * 2000);
  const pid = bot.pid;
  const figures = `${memory(pid).toFixed(0)} MB, ${readdirSync(`/proc/${pid}/fd`).length} files open`;
  await bot.kill();
  say(`round ${round}: ${accepted.length} accepted, ${answered.size} answered, ${figures}`);
  await bot.start(environment);
}
over = true;
await Promise.all(people);
bot.platform.faults.clear();
bot.line.faults.clear();
// Longer than a reply token lives, so that everything is answered or parked.
for (let left = 90; left > 0 && accepted.some((id) => !answered.has(id)); left--) await wait(1000);
const code = await bot.stop();

const file = new DatabaseSync(join(bot.dataDir, "bot", "bot.sqlite"));
const states = file
  .prepare("select webhook_event_id as id, state, park_reason as reason from inbox")
  .all();
file.close();
const parked = new Map(
  states
    .filter(({ state: is }) => is === "parked")
    .map(({ id, reason }) => [String(id), String(reason)]),
);
const silent = new Set(states.filter(({ state: is }) => is === "done").map(({ id }) => String(id)));
const lost = accepted.filter((id) => !answered.has(id) && !parked.has(id));
const twice = accepted.filter((id) => (answered.get(id) ?? 0) > messagesOf(id));

/** One reply may be several messages; two replies to one event can't be, as tokens are used once. */
function messagesOf(id: string): number {
  const replies = bot.line.sent.filter((sent) => sent.webhookEventId === id);
  return replies.length > 1 ? 0 : Infinity;
}

say(
  JSON.stringify(
    {
      seed,
      rounds,
      accepted: accepted.length,
      refusedWhileDead: refused,
      answered: accepted.filter((id) => answered.has(id)).length,
      parked: Object.fromEntries(
        [...new Set(parked.values())].map((reason) => [
          reason,
          [...parked.values()].filter((other) => other === reason).length,
        ]),
      ),
      // Endings without words: unknown words are answered once a minute only.
      lost: lost.length,
      lostAndDone: lost.filter((id) => silent.has(id)).length,
      twice: twice.length,
      exitCode: code,
    },
    null,
    2,
  ),
);
process.exitCode = lost.length > 0 || twice.length > 0 || code !== 0 ? 1 : 0;
