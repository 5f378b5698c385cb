/** Measures a server under load: throughput, CPU and memory of its process, and the times that a sender sees. */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  ports,
  ready,
  secret,
  type Binding,
  type Contestant,
  type RunningContestant,
} from "./contestants.ts";
import type { LoadOptions, LoadResult } from "./load.ts";

/** How many people write, of whom some write often and most seldom. */
export const senders = 10_000;
/** After as many, a process has compiled its code. */
export const warmUpEvents = 50_000;
/** A generator that was later than this measured itself; its run is thrown away and repeated. */
const maxLatenessMs = 60;
const maxTries = 3;

export interface Trial {
  name: string;
  options: Partial<LoadOptions>;
  /** Whether each process of the server gets as many events. */
  forEachProcess?: boolean;
}

/** What a trial of one server found. */
export interface Measured {
  trial: string;
  perSecond: number;
  /** Microseconds of the server's processes. */
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

export interface Result extends Measured {
  contestant: string;
  binding: Binding;
}

/** The processes on the other side of the server: the sender of webhooks, and LINE with the platform. */
export interface FarSide extends Disposable {
  load: ChildProcess;
}

export async function startFarSide(): Promise<FarSide> {
  const sink = await ready(fork(join(import.meta.dirname, "sink.ts"), [String(ports.sink)]));
  const load = await ready(fork(join(import.meta.dirname, "load.ts")));
  return {
    load,
    [Symbol.dispose]() {
      sink.kill();
      load.kill();
    },
  };
}

/** CPU seconds of processes so far, and their resident memory in MB, in which shared pages count again. */
function usage(pids: readonly number[]): { cpu: number; memory: number } {
  const all = pids.map((pid) => usageOf(pid) ?? { cpu: 0, memory: 0 });
  return {
    cpu: all.reduce((sum, { cpu }) => sum + cpu, 0),
    memory: all.reduce((sum, { memory }) => sum + memory, 0),
  };
}

/** @returns null if it has ended, as a worker of Postgres may at any time. */
function usageOf(pid: number): { cpu: number; memory: number } | null {
  const stat = readProcess(pid, "stat");
  const status = readProcess(pid, "status");
  if (stat === null || status === null) return null;
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // Its own, and those of children that have ended, such as sessions of Postgres.
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  const memory = /VmRSS:\s+(\d+)/.exec(status)?.[1];
  return { cpu: ticks / 100, memory: Number(memory) / 1024 };
}

function readProcess(pid: number, file: "stat" | "status"): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return null;
  }
}

export async function runLoad(
  load: ChildProcess,
  server: Pick<RunningContestant, "ports">,
  options: Partial<LoadOptions>,
): Promise<LoadResult> {
  load.send({
    ports: server.ports,
    path: "/webhook",
    secret,
    sinkPort: ports.sink,
    events: 20_000,
    senders,
    firstSender: 0,
    connections: 64,
    rate: null,
    from: "a crowd",
    replies: "all",
    ...options,
  } satisfies LoadOptions);
  const [result] = (await once(load, "message")) as [LoadResult | { error: string }];
  if ("error" in result) throw new Error(result.error);
  return result;
}

/** Starts the server, runs the trials one after the other, and kills it. */
export async function measure(
  contestant: Contestant,
  farSide: FarSide,
  trials: readonly Trial[],
  binding: Binding = "free",
): Promise<Result[]> {
  const dir = mkdtempSync(join(tmpdir(), "bench-"));
  await using stack = new AsyncDisposableStack();
  stack.defer(() => rmSync(dir, { recursive: true }));
  const server = stack.use(await contestant.start(dir, binding));
  const results: Result[] = [];
  for (const trial of trials) {
    results.push({
      contestant: contestant.name,
      binding,
      ...(await runTrial(server, farSide, trial)),
    });
  }
  return results;
}

/** Runs one trial, again if the generator was late. */
export async function runTrial(
  server: RunningContestant,
  { load }: FarSide,
  { name, options: given, forEachProcess }: Trial,
): Promise<Measured> {
  const options =
    forEachProcess && given.events
      ? { ...given, events: given.events * server.ports.length }
      : given;
  for (let tries = 1; ; tries++) {
    const before = usage(server.pids);
    const result = await runLoad(load, server, options);
    const after = usage(server.pids);
    if (result.lateness > maxLatenessMs && tries < maxTries) continue;
    return {
      trial: name,
      perSecond: result.replies / result.seconds,
      cpuPerEvent: ((after.cpu - before.cpu) / result.acknowledged) * 1e6,
      ack: result.ack,
      reply: result.reply,
      memory: after.memory,
      lost: result.acknowledged - result.refused - result.replies,
      duplicates: result.duplicates,
      lookups: result.lookups,
      loadCpu: result.loadCpu,
    };
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

export const print = (line = "") => process.stdout.write(`${line}\n`);
