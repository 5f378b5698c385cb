/**
 * The benchmark: `npm run bench -- [--quick] [--million] [--postgres | --ledger | --tricks patch … | --versions [--record]
 * commit …]`. Prints tables, writes JSON.
 */
import { execFileSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import {
  canBind,
  contestants,
  createBotContestant,
  replicas,
  type Binding,
  type Contestant,
} from "./contestants.ts";
import {
  measure,
  median,
  print,
  senders,
  startFarSide,
  warmUpEvents,
  type FarSide,
  type Result,
  type Trial,
} from "./measure.ts";
import { measureLedger } from "./ledger.ts";
import { measureStuckChats } from "./stuck-chats.ts";
import { measureTricks } from "./tricks.ts";
import { compareVersions } from "./versions.ts";

const here = import.meta.dirname;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Few events and one round, to see that it works. */
    quick: { type: "boolean", default: false },
    /** Also measures what a million events leave in memory. */
    million: { type: "boolean", default: false },
    /** Measures two replicas on Postgres beside one process on SQLite and the SDK's echo instead. */
    postgres: { type: "boolean", default: false },
    /** Measures the bot's speed tricks instead; the arguments are patches that take one away each. */
    tricks: { type: "boolean", default: false },
    /** Measures this version beside the reference and the commits that the arguments name, in turns, instead. */
    versions: { type: "boolean", default: false },
    /** Keeps this version's figures in `figures.json`. */
    record: { type: "boolean", default: false },
    /** Measures the ledger mirror instead. */
    ledger: { type: "boolean", default: false },
  },
});
const { quick } = values;
const machine = {
  date: new Date().toISOString().slice(0, 10),
  machine: `${cpus().length} × ${cpus()[0]?.model ?? "?"}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
  node: process.version,
};
const write = (data: unknown) =>
  writeFileSync(join(here, "results.json"), `${JSON.stringify(data, null, 1)}\n`);

/** After the first two, caches are filled and code is compiled. */
const trials: Trial[] = [
  { name: "first words", options: { events: senders, from: "each in turn" } },
  { name: "warm-up", options: { events: quick ? 4000 : warmUpEvents }, forEachProcess: true },
  { name: "closed loop", options: { events: quick ? 8000 : 40_000 } },
  ...[500, 1000, 2000].map((rate) => ({
    name: `${rate}/s`,
    options: { rate, events: rate * (quick ? 2 : 5) },
  })),
];

/** Those that the goals compare take turns; the others are measured once. */
async function compare(
  binding: Binding,
  farSide: FarSide,
  compared = contestants.slice(0, 2),
  others = contestants.slice(2),
): Promise<Result[]> {
  const results: Result[] = [];
  for (let round = 0; round < (quick ? 1 : 2); round++) {
    for (const contestant of round === 0 ? [...compared, ...others] : compared) {
      results.push(...(await measure(contestant, farSide, trials, binding)));
    }
  }
  return results;
}

const of = (results: readonly Result[], contestant: string, trial: string) =>
  results.filter((result) => result.contestant === contestant && result.trial === trial);
const middle = (rows: readonly Result[], pick: (row: Result) => number) => median(rows.map(pick));

const printRow = (cells: readonly string[]) =>
  print(cells.map((cell, index) => (index < 2 ? cell.padEnd(12) : cell.padStart(20))).join(" "));

function printTable(results: readonly Result[], shown = contestants): void {
  printRow([
    "",
    "",
    "events/s",
    "CPU µs/event",
    "ack p50/p99/p999 ms",
    "reply p50/p99/p999 ms",
    "memory MB",
  ]);
  for (const { name: trial } of trials.filter(({ name }) => name !== "warm-up")) {
    for (const { name } of shown) {
      const rows = of(results, name, trial);
      const quantiles = (pick: (result: Result) => number[]) =>
        [0, 1, 2]
          .map((index) => middle(rows, (result) => pick(result)[index] ?? NaN).toFixed(1))
          .join(" / ");
      printRow([
        trial,
        name,
        middle(rows, ({ perSecond }) => perSecond).toFixed(0),
        middle(rows, ({ cpuPerEvent }) => cpuPerEvent).toFixed(0),
        quantiles(({ ack }) => ack),
        quantiles(({ reply }) => reply),
        middle(rows, ({ memory }) => memory).toFixed(0),
      ]);
    }
    print();
  }
}

/** What the goals are about. */
function summarize(results: readonly Result[], { name }: Pick<Contestant, "name">) {
  /** Of what was measured one after the other, so that a slow minute of the machine's slows both. */
  const ratio = (pick: (row: Result) => number) => {
    const echoes = of(results, "SDK echo", "closed loop").map(pick);
    const ours = of(results, name, "closed loop").map(pick);
    return Number(median(ours.map((value, round) => value / (echoes[round] ?? NaN))).toFixed(2));
  };
  const at1000 = of(results, name, "1000/s");
  const at2000 = of(results, name, "2000/s");
  return {
    eventsPerSecondAgainstSdkEcho: ratio(({ perSecond }) => perSecond),
    cpuPerEventAgainstSdkEcho: ratio(({ cpuPerEvent }) => cpuPerEvent),
    ackP99At1000: Number(middle(at1000, ({ ack }) => ack[1] ?? NaN).toFixed(1)),
    replyP99At2000: Number(middle(at2000, ({ reply }) => reply[1] ?? NaN).toFixed(1)),
    lostOrDoubled: results
      .filter(({ lost, duplicates }) => lost > 0 || duplicates > 0)
      .map(({ contestant, trial, lost, duplicates }) => ({ contestant, trial, lost, duplicates })),
  };
}

function installPeers(): void {
  if (existsSync(join(here, "peers/node_modules"))) return;
  print("Installing the peers …");
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: join(here, "peers"),
    stdio: "ignore",
  });
}

const bot = createBotContestant("this bot");

/** On all cores: the whole machine counts, Postgres included. */
async function compareReplicas(): Promise<void> {
  using farSide = await startFarSide();
  const compared = [...contestants.slice(0, 2), replicas];
  const results = await compare("free", farSide, compared, []);
  printTable(results, compared);
  const stuck = await measureStuckChats(farSide, quick);
  const summary = {
    ...machine,
    oneProcess: summarize(results, bot),
    twoReplicas: {
      ...summarize(results, replicas),
      takeOverMs: stuck.takeOverMs,
      eventsInStuckChats: stuck.waiting,
      ackP99BesideStuckChats: stuck.ack[1],
      replyP99BesideStuckChats: stuck.reply[1],
    },
  };
  print(JSON.stringify(summary, null, 2));
  write({ summary, results, stuck });
}

async function runComparison(): Promise<void> {
  installPeers();
  using farSide = await startFarSide();
  const bindings: Binding[] = canBind ? ["one core", "free"] : ["free"];
  if (!canBind) print("Without taskset the servers can't be bound to one core.");
  const all: Result[] = [];
  const summaries: Record<string, unknown> = {};
  for (const binding of bindings) {
    const results = await compare(binding, farSide);
    print(binding === "free" ? "Each server on all cores" : "Each server on one core");
    printTable(results);
    summaries[binding] = summarize(results, bot);
    all.push(...results);
  }
  const [crowd] = await measure(bot, farSide, [
    {
      name: "1,000 first messages of one person",
      options: { events: 1000, connections: 250, from: "one person" },
    },
  ]);
  // At a rate that every reply can follow: a closed loop waits for acknowledgements only.
  const [million] = values.million
    ? await measure(bot, farSide, [
        { name: "a million events", options: { events: 1_000_000, rate: 3000, connections: 256 } },
      ])
    : [];
  const summary = {
    ...machine,
    ...summaries,
    lookupsForAThousandFirstMessages: crowd?.lookups,
    memoryAfterAMillionEvents: million && Math.round(million.memory),
  };
  print(JSON.stringify(summary, null, 2));
  write({ summary, results: all, crowd, million });
}

/** The demo's own transactions are few beside them. */
async function runLedger(): Promise<void> {
  const ledger = await measureLedger(quick ? 10_000 : 100_000);
  print(JSON.stringify({ ...machine, ledger }, null, 2));
  write({ ...machine, ledger });
}

if (values.tricks) write({ ...machine, results: await measureTricks(positionals, quick) });
else if (values.ledger) await runLedger();
else if (values.postgres) await compareReplicas();
else if (values.versions) {
  const figures = await compareVersions(positionals, { quick, record: values.record });
  print(JSON.stringify({ ...machine, figures }, null, 2));
} else await runComparison();
