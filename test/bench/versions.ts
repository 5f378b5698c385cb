/**
 * Compares versions of the bot: all of them, the SDK's echo and the bare server are booted and warm on one core, and
 * take turns of two seconds, so that a slow minute of the machine's slows all. A round's figures are taken as ratios.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  bareServer,
  canBind,
  createBotContestant,
  ports,
  sdkEcho,
  type Contestant,
  type RunningContestant,
} from "./contestants.ts";
import { median, print, runTrial, startFarSide, type Measured, type Trial } from "./measure.ts";

const repository = join(import.meta.dirname, "../..");
const figuresFile = join(import.meta.dirname, "figures.json");

/** Ratios of one version to others that took turns with it. */
export interface Figures {
  /** The commit; that of the last commit with `+` behind it where files were changed since. */
  version: string;
  date: string;
  /** Each to the reference version's: events a second and CPU an event of a closed loop, CPU of a first message. */
  events: number;
  cpu: number;
  firstMessageCpu: number;
  /** The median reply at 1,000 events a second. */
  reply: number;
  /** Events a second to the bare server's, and the CPU of a first message to that of the SDK's echo. */
  eventsAgainstBareServer: number;
  firstMessageCpuAgainstEcho: number;
}

/** The figures of versions so far, by which the cost of the next feature is seen. */
interface FiguresFile {
  /** The commit to which all were compared. */
  reference: string;
  versions: Figures[];
}

const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: repository, encoding: "utf8", maxBuffer: 1e9 }).trim();

/** The folder of a commit with its own packages, kept for the next time; Node strips no types below `node_modules`. */
function checkOut(commit: string): string {
  const root = join(tmpdir(), "loyalty-bot-bench", git("rev-parse", commit));
  if (existsSync(join(root, "node_modules"))) return root;
  print(`Installing ${commit} …`);
  mkdirSync(root, { recursive: true });
  const archive = execFileSync("git", ["archive", commit], { cwd: repository, maxBuffer: 1e9 });
  execFileSync("tar", ["-x"], { cwd: root, input: archive });
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: root,
    stdio: "ignore",
  });
  return root;
}

interface Booted extends RunningContestant {
  name: string;
  /** Of its warm-up. */
  perSecond: number;
  /** How many people have written to it. */
  people: number;
}

const turnSeconds = 2;
const people = 10_000;

/**
 * @param commits to compare this version with, beside the reference of the figures' file.
 * @param quick two short rounds, to see that it works.
 * @param record whether this version's figures are added to the file.
 */
export async function compareVersions(
  commits: readonly string[],
  { quick, record }: { quick: boolean; record: boolean },
): Promise<Figures> {
  const file = JSON.parse(readFileSync(figuresFile, "utf8")) as FiguresFile;
  const { reference } = file;
  const others = [...new Set([reference, ...commits])];
  const contestants: Contestant[] = [
    createBotContestant("this version"),
    ...others.map((commit) => createBotContestant(commit, { root: checkOut(commit) })),
    sdkEcho,
    bareServer,
  ];
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  stack.defer(() => rmSync(folder, { recursive: true }));
  const farSide = stack.use(await startFarSide());
  const booted: Booted[] = [];
  for (const [index, contestant] of contestants.entries()) {
    const dir = join(folder, String(index));
    mkdirSync(dir);
    const server = stack.use(
      await contestant.start(dir, canBind ? "one core" : "free", ports.firstInTurns + index),
    );
    const warmUp = { events: quick ? 3000 : 50_000, senders: people };
    const { perSecond } = await runTrial(server, farSide, { name: "warm-up", options: warmUp });
    booted.push({ ...server, name: contestant.name, perSecond, people });
  }
  const rounds: Map<string, Measured[]>[] = [];
  for (let round = 0; round < (quick ? 2 : 15); round += 1) {
    const turns = new Map<string, Measured[]>();
    // Whoever begins a round has waited longest.
    for (const server of booted.map((_, index) => booted[(index + round) % booted.length]!)) {
      const results: Measured[] = [];
      for (const trial of turnOf(server, quick ? 0.3 : turnSeconds))
        results.push(await runTrial(server, farSide, trial));
      turns.set(server.name, results);
    }
    rounds.push(turns);
  }
  printRatios(booted, rounds);
  const figures: Figures = { version: version(), date: today(), ...figuresOf(rounds, reference) };
  if (record) writeFileSync(figuresFile, `${JSON.stringify(add(file, figures), null, 2)}\n`);
  return figures;
}

/** A closed loop, messages at a rate, and first messages of people who haven't written before. */
function turnOf(server: Booted, seconds: number): Trial[] {
  const events = Math.ceil(server.perSecond * seconds);
  const newcomers = Math.ceil(500 * seconds);
  const firstSender = server.people;
  server.people += newcomers;
  return [
    { name: "closed loop", options: { events, senders: people } },
    { name: "1000/s", options: { events: Math.ceil(1000 * seconds), rate: 1000, senders: people } },
    {
      name: "first messages",
      options: { events: newcomers, senders: newcomers, firstSender, from: "each in turn" },
    },
  ];
}

const version = () => git("rev-parse", "--short", "HEAD") + (git("status", "-s", "src") && "+");
const today = () => new Date().toISOString().slice(0, 10);

const add = ({ reference, versions }: FiguresFile, figures: Figures): FiguresFile => ({
  reference,
  versions: [...versions.filter((one) => one.version !== figures.version), figures],
});

/** The median over rounds of what one contestant did in a trial, to what another did in the same round. */
function ratio(
  rounds: readonly Map<string, Measured[]>[],
  [name, other]: readonly [string, string],
  trial: string,
  pick: (measured: Measured) => number,
): number {
  const value = (round: Map<string, Measured[]>, one: string) => {
    const measured = round.get(one)?.find((result) => result.trial === trial);
    return measured ? pick(measured) : NaN;
  };
  const ratios = rounds.map((round) => value(round, name) / value(round, other));
  return Number(median(ratios).toFixed(3));
}

const perSecond = (measured: Measured) => measured.perSecond;
const cpu = (measured: Measured) => measured.cpuPerEvent;
const reply = (measured: Measured) => measured.reply[0] ?? NaN;

const to = (other: string) => ["this version", other] as const;

function figuresOf(rounds: readonly Map<string, Measured[]>[], reference: string) {
  return {
    events: ratio(rounds, to(reference), "closed loop", perSecond),
    cpu: ratio(rounds, to(reference), "closed loop", cpu),
    firstMessageCpu: ratio(rounds, to(reference), "first messages", cpu),
    reply: ratio(rounds, to(reference), "1000/s", reply),
    eventsAgainstBareServer: ratio(rounds, to(bareServer.name), "closed loop", perSecond),
    firstMessageCpuAgainstEcho: ratio(rounds, to(sdkEcho.name), "first messages", cpu),
  };
}

const printRow = (cells: readonly string[]) =>
  print(cells.map((cell, index) => (index === 0 ? cell.padEnd(16) : cell.padStart(20))).join(" "));

/** Each row of this version divided by each other's. */
function printRatios(booted: readonly Booted[], rounds: readonly Map<string, Measured[]>[]): void {
  const titles = [
    "this version to",
    "events/s",
    "CPU",
    "CPU at 1000/s",
    "reply at 1000/s",
    "first messages' CPU",
  ];
  printRow(titles);
  for (const { name } of booted.slice(1)) {
    const pair = to(name);
    printRow([
      name,
      String(ratio(rounds, pair, "closed loop", perSecond)),
      String(ratio(rounds, pair, "closed loop", cpu)),
      String(ratio(rounds, pair, "1000/s", cpu)),
      String(ratio(rounds, pair, "1000/s", reply)),
      String(ratio(rounds, pair, "first messages", cpu)),
    ]);
  }
}
