/** The benchmark: this bot and its peers under the same load, in alternation, in one run. Prints a table, writes JSON. */
import { execFileSync, fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import type { Figures, Order } from "./load.ts";

const secret = "bench-secret";
/** Below those that the system gives to outgoing connections. */
const ports = { sink: 27_001, server: 27_002 };
const here = import.meta.dirname;
const senders = 10_000;
const quick = process.argv.includes("--quick");
/** A generator that was later than this measured itself; its run is thrown away and repeated. */
const latestMs = 60;
const maxTries = 3;

interface Contestant {
  name: string;
  start(dir: string): ChildProcess;
}

const echo = (name: string, script: string): Contestant => ({
  name,
  start: () =>
    fork(join(here, script), [String(ports.server), secret, `http://127.0.0.1:${ports.sink}`]),
});

/** The bot runs as `npm start` and the service unit start it. */
const { scripts } = JSON.parse(readFileSync(join(here, "../../package.json"), "utf8")) as {
  scripts: { start: string };
};
const nodeOptions = scripts.start.split(" ").filter((word) => word.startsWith("--"));

const bot: Contestant = {
  name: "this bot",
  start: (dir) =>
    fork(join(here, "bot.ts"), {
      execArgv: nodeOptions,
      env: {
        ...process.env,
        MALLOC_ARENA_MAX: "1",
        HOST: "127.0.0.1",
        PORT: String(ports.server),
        DATA_DIR: dir,
        LOG_LEVEL: "warn",
        LINE_CHANNEL_SECRET: secret,
        LINE_CHANNEL_ACCESS_TOKEN: "t",
        LINE_API_BASE_URL: `http://127.0.0.1:${ports.sink}`,
        CONNECT_BASE_URL: `http://127.0.0.1:${ports.sink}/api`,
        CONNECT_BUSINESS_CODE: "BENCH",
        CONNECT_API_KEY: "k",
        CONNECT_API_SECRET: "s",
        MEMBER_CACHE_TTL_S: "3600",
        STUDIO: "off",
        // A few of the senders write faster than any person does.
        LIMIT_MESSAGES_PER_SENDER_MINUTE: "1000000",
      },
    }),
};

const contestants: Contestant[] = [
  echo("SDK echo", "sdk-echo.ts"),
  bot,
  echo("bottender", "peers/bottender.js"),
  echo("linebot", "peers/linebot.js"),
  echo("bare http", "bare.ts"),
];

interface Trial {
  name: string;
  order: Partial<Order>;
}

/** After the first two, caches are filled and code is compiled. */
const trials: Trial[] = [
  { name: "first words", order: { events: senders, from: "each in turn" } },
  { name: "warm-up", order: { events: quick ? 4000 : 50_000 } },
  { name: "closed loop", order: { events: quick ? 8000 : 40_000 } },
  ...[500, 1000, 2000].map((rate) => ({
    name: `${rate}/s`,
    order: { rate, events: rate * (quick ? 2 : 5) },
  })),
];

interface Result {
  contestant: string;
  trial: string;
  perSecond: number;
  /** Microseconds of the server process. */
  cpuPerEvent: number;
  /** p50, p99, p999 in milliseconds. */
  ack: number[];
  reply: number[];
  /** Megabytes at the end. */
  memory: number;
  lost: number;
  duplicates: number;
  lookups: number;
  /** CPU seconds of the load process. */
  loadCpu: number;
}

/** CPU seconds of a process so far, and its resident memory in MB. */
function usage(pid: number): { cpu: number; memory: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticks = Number(fields[11]) + Number(fields[12]);
  const memory = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return { cpu: ticks / 100, memory: Number(memory) / 1024 };
}

async function ready(child: ChildProcess): Promise<ChildProcess> {
  await once(child, "message");
  return child;
}

async function oneRun(load: ChildProcess, order: Partial<Order>): Promise<Figures> {
  load.send({
    port: ports.server,
    path: "/webhook",
    secret,
    sinkPort: ports.sink,
    events: 20_000,
    senders,
    connections: 64,
    rate: null,
    from: "a crowd",
    ...order,
  } satisfies Order);
  const [figures] = (await once(load, "message")) as [Figures | { error: string }];
  if ("error" in figures) throw new Error(figures.error);
  return figures;
}

async function measure(
  contestant: Contestant,
  load: ChildProcess,
  chosen: readonly Trial[],
): Promise<Result[]> {
  const dir = mkdtempSync(join(tmpdir(), "bench-"));
  const server = await ready(contestant.start(dir));
  const pid = server.pid ?? 0;
  const results: Result[] = [];
  for (const { name, order } of chosen) {
    for (let tries = 1; ; tries++) {
      const before = usage(pid);
      const figures = await oneRun(load, order);
      const after = usage(pid);
      if (figures.lateness > latestMs && tries < maxTries) continue;
      results.push({
        contestant: contestant.name,
        trial: name,
        perSecond: figures.replies / figures.seconds,
        cpuPerEvent: ((after.cpu - before.cpu) / figures.acknowledged) * 1e6,
        ack: figures.ack,
        reply: figures.reply,
        memory: after.memory,
        lost: figures.acknowledged - figures.refused - figures.replies,
        duplicates: figures.duplicates,
        lookups: figures.lookups,
        loadCpu: figures.loadCpu,
      });
      break;
    }
  }
  server.kill("SIGKILL");
  await once(server, "exit");
  rmSync(dir, { recursive: true });
  return results;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

const say = (line = "") => process.stdout.write(`${line}\n`);
const shown = (values: readonly number[], digits = 1) =>
  values.map((value) => value.toFixed(digits)).join(" / ");

if (!existsSync(join(here, "peers/node_modules"))) {
  say("Installing the peers …");
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: join(here, "peers"),
    stdio: "ignore",
  });
}
const sink = await ready(fork(join(here, "sink.ts"), [String(ports.sink)]));
const load = await ready(fork(join(here, "load.ts")));

const results: Result[] = [];
// The two that the goals compare take turns; the others are measured once.
const rounds = quick ? 1 : 3;
for (let round = 0; round < rounds; round++) {
  for (const contestant of round === 0 ? contestants : contestants.slice(0, 2)) {
    results.push(...(await measure(contestant, load, trials)));
  }
}
const [crowd] = await measure(bot, load, [
  {
    name: "1,000 first messages of one person",
    order: { events: 1000, connections: 250, from: "one person" },
  },
]);
// At a rate that every reply can follow: a closed loop waits for acknowledgements only.
const [million] = process.argv.includes("--million")
  ? await measure(bot, load, [
      { name: "a million events", order: { events: 1_000_000, rate: 3000, connections: 256 } },
    ])
  : [];
sink.kill();
load.kill();

const of = (contestant: string, trial: string) =>
  results.filter((result) => result.contestant === contestant && result.trial === trial);
const middle = (rows: readonly Result[], pick: (row: Result) => number) => median(rows.map(pick));
const row = (cells: readonly string[]) =>
  say(cells.map((cell, index) => (index < 2 ? cell.padEnd(12) : cell.padStart(20))).join(" "));

row([
  "",
  "",
  "events/s",
  "CPU µs/event",
  "ack p50/p99/p999 ms",
  "reply p50/p99/p999 ms",
  "memory MB",
]);
for (const { name: trial } of trials.filter(({ name }) => name !== "warm-up")) {
  for (const { name } of contestants) {
    const rows = of(name, trial);
    const triple = (pick: (result: Result) => number[]) =>
      shown([0, 1, 2].map((index) => middle(rows, (result) => pick(result)[index] ?? NaN)));
    row([
      trial,
      name,
      middle(rows, ({ perSecond }) => perSecond).toFixed(0),
      middle(rows, ({ cpuPerEvent }) => cpuPerEvent).toFixed(0),
      triple(({ ack }) => ack),
      triple(({ reply }) => reply),
      middle(rows, ({ memory }) => memory).toFixed(0),
    ]);
  }
  say();
}
/** Of what was measured one after the other, so that a slow minute of the machine's slows both. */
function ratio(pick: (row: Result) => number): number {
  const echoes = of("SDK echo", "closed loop").map(pick);
  const ours = of("this bot", "closed loop").map(pick);
  return median(ours.map((value, round) => value / (echoes[round] ?? NaN)));
}
const wrong = results.filter(({ lost, duplicates }) => lost > 0 || duplicates > 0);
const summary = {
  date: new Date().toISOString().slice(0, 10),
  machine: `${cpus().length} × ${cpus()[0]?.model ?? "?"}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
  node: process.version,
  eventsPerSecondAgainstSdkEcho: Number(ratio(({ perSecond }) => perSecond).toFixed(2)),
  cpuPerEventAgainstSdkEcho: Number(ratio(({ cpuPerEvent }) => cpuPerEvent).toFixed(2)),
  ackP99At1000: Number(middle(of("this bot", "1000/s"), ({ ack }) => ack[1] ?? NaN).toFixed(1)),
  lookupsForAThousandFirstMessages: crowd?.lookups,
  memoryAfterAMillionEvents: million && Math.round(million.memory),
  lostOrDoubled: wrong.map(({ contestant, trial, lost, duplicates }) => ({
    contestant,
    trial,
    lost,
    duplicates,
  })),
};
say(JSON.stringify(summary, null, 2));
writeFileSync(
  join(here, "results.json"),
  `${JSON.stringify({ summary, results, crowd, million }, null, 1)}\n`,
);
