/** What goes wrong in a soak of replicas, by chance and counted: LINE, the platform, the database and the replicas. */
import { setTimeout as pause } from "node:timers/promises";
import type { BotServices } from "../../support/bot-services.ts";
import type { PostgresServer } from "../../support/start-postgres.ts";
import type { Cluster } from "./cluster.ts";
import type { Database } from "./database.ts";

export interface FaultInjector {
  /** How often each fault was injected. */
  readonly counts: Readonly<Record<string, number>>;
  /** Injects faults until `isOver`. */
  run(isOver: () => boolean): Promise<void>;
  /** Ends those of LINE and the platform. */
  clear(): void;
}

type Fault = readonly [name: string, inject: () => unknown];

/** Longer than a lease. */
const minFreezeMs = 5000;
const maxFreezeMs = 12_000;
const maxDownMs = 8000;
const hourMs = 3_600_000;
/** To which a clock is set: so little that its replica acts, and so much that it must not. */
const clockSteps = [-4500, 4500, -6000, 6000, -60_000, 60_000, -120_000, 120_000, -hourMs, hourMs];
const stepMs = 100;

export function createFaultInjector(options: {
  services: Pick<BotServices, "line" | "platform">;
  cluster: Cluster;
  database: Database;
  postgres: PostgresServer;
  below(limit: number): number;
}): FaultInjector {
  const { services, cluster, database, postgres, below } = options;
  const { line, platform } = services;
  const counts: Record<string, number> = {};
  const between = (min: number, max: number) => min + below(max - min);

  const ofServices: readonly Fault[] = [
    ["LINE: 500", () => line.faults.add({ call: "reply", answer: 500, times: 20 })],
    ["LINE: 429", () => line.faults.add({ call: "reply", answer: 429, times: 20 })],
    ["LINE: reset", () => line.faults.add({ call: "reply", answer: "cut", times: 10 })],
    [
      "LINE: reset after the effect",
      () => line.faults.add({ call: "reply", answer: "cut", takesEffect: true, times: 20 }),
    ],
    [
      "LINE: no answer after the effect",
      () => line.faults.add({ call: "reply", answer: "silent", takesEffect: true, times: 5 }),
    ],
    ["LINE: slow", () => line.faults.add({ call: "reply", answer: "slow", ms: 2000, times: 20 })],
    [
      "LINE: push lost",
      () => line.faults.add({ call: "push", answer: "cut", takesEffect: true, times: 2 }),
    ],
    ["platform: slow", () => platform.faults.add({ kind: "latency", ms: 500, times: 20 })],
    ["platform: 500", () => platform.faults.add({ kind: "error", every: 3, times: 20 })],
    ["platform: 502", () => platform.faults.add({ kind: "html-page", times: 10 })],
    ["platform: no answer", () => platform.faults.add({ kind: "silence", times: 3 })],
    [
      // Answers to writes are lost in front of the platform, where it is seen what they did.
      "platform: answer lost",
      () => platform.faults.add({ kind: "lost-answer", operation: "getProfile", times: 10 }),
    ],
    ["platform: token refused", () => platform.faults.add({ kind: "unauthorized", times: 3 })],
    ["platform: 429", () => platform.faults.add({ kind: "rate-limit", times: 5 })],
  ];
  const ofReplicas: readonly Fault[] = [
    ["replica: SIGKILL", () => cluster.kill(below(100), between(500, maxDownMs))],
    [
      "replica: clock set",
      () =>
        cluster.setClock(
          below(100),
          clockSteps[below(clockSteps.length)] ?? 0,
          between(2000, 15_000),
        ),
    ],
    ["replica: SIGSTOP", () => cluster.freeze(below(100), between(minFreezeMs, maxFreezeMs))],
  ];
  const restart = async (signal: "SIGINT" | "SIGQUIT" | "SIGKILL", downMs: number) => {
    await postgres.stop(signal);
    await pause(downMs);
    await postgres.start();
  };
  const ofDatabase: readonly Fault[] = [
    ["database: all connections dropped", () => dropConnections(database, 1)],
    ["database: some connections dropped", () => dropConnections(database, 0.3)],
    ["database: restarted", () => restart("SIGINT", between(0, 3000))],
    ["database: stopped at once", () => restart("SIGQUIT", between(0, 3000))],
    ["database: SIGKILL", () => restart("SIGKILL", between(0, 6000))],
  ];

  async function inject([name, fault]: Fault): Promise<void> {
    counts[name] = (counts[name] ?? 0) + 1;
    await fault();
  }

  /** One after the other, with random pauses between. */
  async function loop(
    faults: readonly Fault[],
    [minMs, maxMs]: readonly [number, number],
    isOver: () => boolean,
  ): Promise<void> {
    while (!isOver()) {
      for (let left = between(minMs, maxMs); left > 0 && !isOver(); left -= stepMs)
        await pause(stepMs);
      const fault = faults[below(faults.length)];
      if (fault && !isOver()) await inject(fault);
    }
  }

  function clear(): void {
    line.faults.clear();
    platform.faults.clear();
  }

  return {
    counts,
    clear,
    async run(isOver) {
      await Promise.all([
        loop(ofServices, [4000, 12_000], isOver),
        loop(ofReplicas, [5000, 20_000], isOver),
        loop(ofDatabase, [10_000, 35_000], isOver),
      ]);
    },
  };
}

/** Drops connections to the database, as its administrator or a network may. @param share of all, by chance. */
export const dropConnections = (database: Database, share: number): Promise<object[]> =>
  database.rows(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and random() < $1`,
    [share],
  );
