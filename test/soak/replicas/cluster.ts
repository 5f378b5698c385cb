/** The replicas of a soak: processes on one database behind a router, which are killed, frozen and replaced. */
import { createHash } from "node:crypto";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createBotProcesses } from "../../support/bot-process.ts";
import type { Database } from "./database.ts";
import { end, launch, memoryOf, occupy, occupyAny, type Replica } from "./replica.ts";
import { measureTakeOver } from "./take-over.ts";

export interface Cluster extends AsyncDisposable {
  /** The router: a redelivery goes to another replica than the attempt before. */
  origin(webhookEventId: string, attempt: number): string;
  start(): Promise<void>;
  /** Kills a replica that no fault is at work on, and starts it again `downMs` later. @param pick chooses it. */
  kill(pick: number, downMs: number): Promise<void>;
  /** Stops a replica without its knowledge, and lets it go on `ms` later. */
  freeze(pick: number, ms: number): Promise<void>;
  /** Sets the clock of a replica's machine, and sets it right `forMs` later. @param aheadMs of the database's clock. */
  setClock(pick: number, aheadMs: number, forMs: number): Promise<void>;
  /** Replaces each replica in turn, as a deployment does. */
  deploy(): Promise<void>;
  /** Waits for the faults at work, and ends all replicas. */
  stop(): Promise<void>;
  /** Milliseconds from each kill until other replicas had the chats of the killed one; none if it had no chats. */
  readonly takeOvers: readonly number[];
  /** Replicas that ended by themselves, or not as they should. */
  readonly violations: readonly string[];
  /** Resident memory of each replica in MB. */
  memory(): string;
  /** The ends of the replicas' logs. */
  log(): string;
}

/** After that the router knows that a replica is gone. */
const healthCheckMs = 1000;
const watchMs = 500;
const maxLogLength = 2000;

const entry = resolve(import.meta.dirname, "bot.ts");

/** @param options `aheadMs`: by how much the clocks of the replicas' machines are ahead while nothing else is said. */
export function createCluster(options: {
  count: number;
  aheadMs: readonly number[];
  dataDir: string;
  env: Readonly<Record<string, string>>;
  database: Database;
}): Cluster {
  const { count, aheadMs: usual, dataDir, env, database } = options;
  const takeOvers: number[] = [];
  const violations: string[] = [];
  const replicas = Array.from({ length: count }, (_, index): Replica => {
    const name = `replica ${index + 1}`;
    const dir = join(dataDir, `replica-${index + 1}`);
    mkdirSync(dir);
    const file = join(dir, "clock");
    const setClock = (aheadMs = usual[index] ?? 0) => {
      // Replaced in one step: it is read at any moment.
      writeFileSync(`${file}.new`, String(aheadMs));
      renameSync(`${file}.new`, file);
    };
    setClock();
    const processes = createBotProcesses(dir, { ...env, CLOCK_FILE: file }, entry);
    return { name, processes, setClock, isRouted: false, isBusy: true };
  });

  async function stopOne(replica: Replica): Promise<void> {
    const violation = await end(replica);
    if (violation !== null) violations.push(violation);
  }

  /** One that ends by itself is reported, and started again as a service manager does. */
  const watch = setInterval(() => {
    for (const replica of replicas) {
      const { name, processes, isBusy } = replica;
      if (isBusy || processes.pid !== 0) continue;
      violations.push(`${name} ended by itself: ${processes.log().slice(-maxLogLength)}`);
      void occupy(replica, () => launch(replica));
    }
  }, watchMs);

  return {
    takeOvers,
    violations,
    origin: (webhookEventId, attempt) => route(replicas, webhookEventId, attempt),
    async start() {
      // One after the other, so that their ports differ.
      for (const replica of replicas) await launch(replica);
      for (const replica of replicas) replica.isBusy = false;
    },
    kill: (pick, downMs) =>
      occupyAny(replicas, pick, async (replica) => {
        const { pid } = replica.processes;
        await replica.processes.kill();
        const measured = measureTakeOver(database, pid);
        await pause(healthCheckMs);
        replica.isRouted = false;
        await pause(Math.max(0, downMs - healthCheckMs));
        await launch(replica);
        const ms = await measured;
        if (ms !== null) takeOvers.push(ms);
      }),
    freeze: (pick, ms) =>
      occupyAny(replicas, pick, async ({ processes }) => {
        process.kill(processes.pid, "SIGSTOP");
        await pause(ms);
        process.kill(processes.pid, "SIGCONT");
      }),
    setClock: (pick, aheadMs, forMs) =>
      occupyAny(replicas, pick, async ({ setClock }) => {
        setClock(aheadMs);
        await pause(forMs);
        setClock();
      }),
    async deploy() {
      for (const replica of replicas) {
        await occupy(replica, async () => {
          replica.isRouted = false;
          await stopOne(replica);
          await launch(replica);
        });
      }
    },
    async stop() {
      clearInterval(watch);
      for (const replica of replicas) await occupy(replica, () => stopOne(replica));
    },
    memory: () => replicas.map(memoryOf).join(" "),
    log: () => replicas.map(({ name, processes }) => `${name}:\n${processes.log()}`).join("\n"),
    async [Symbol.asyncDispose]() {
      clearInterval(watch);
      for (const { processes } of replicas) await processes[Symbol.asyncDispose]();
    },
  };
}

/** Without a replica that runs, the request is refused. */
const refused = "http://127.0.0.1:1";

function route(replicas: readonly Replica[], webhookEventId: string, attempt: number): string {
  const routed = replicas.filter(({ isRouted }) => isRouted);
  const random = createHash("md5").update(webhookEventId).digest().readUInt32LE();
  return routed[(random + attempt) % routed.length]?.processes.origin ?? refused;
}
