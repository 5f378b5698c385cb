/** One replica of a soak: a process that is started, ended and frozen by one fault at a time. */
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import type { BotProcesses } from "../../support/bot-process.ts";

export interface Replica {
  name: string;
  processes: BotProcesses;
  /** Sets the clock of its machine. @param aheadMs of the database's; its usual difference unless given. */
  setClock(aheadMs?: number): void;
  /** Whether the router sends it requests. */
  isRouted: boolean;
  /** Whether a fault is at work on it. */
  isBusy: boolean;
}

const pollMs = 50;
const restartMs = 60_000;
const restartPauseMs = 300;
/** How long a replica may take to end after SIGTERM: it gives itself 10 seconds, and the machine is busy. */
const maxStopMs = 20_000;

/** Starts a replica, as a service manager does: again while the database is down. */
export async function launch(replica: Replica): Promise<void> {
  const giveUpAt = performance.now() + restartMs;
  for (;;) {
    try {
      await replica.processes.start();
      replica.isRouted = true;
      return;
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      await pause(restartPauseMs);
    }
  }
}

/** Works on a replica when no other fault does. */
export async function occupy<T>(replica: Replica, work: () => Promise<T>): Promise<T> {
  while (replica.isBusy) await pause(pollMs);
  replica.isBusy = true;
  try {
    return await work();
  } finally {
    replica.isBusy = false;
  }
}

/** Works on a replica that no fault is at work on, once there is one. @param pick chooses it. */
export async function occupyAny(
  replicas: readonly Replica[],
  pick: number,
  work: (replica: Replica) => Promise<void>,
): Promise<void> {
  for (;;) {
    const free = replicas.filter(({ isBusy }) => !isBusy);
    const replica = free[pick % free.length];
    if (replica) return occupy(replica, () => work(replica));
    await pause(pollMs);
  }
}

/** Ends a replica by SIGTERM. @returns what was wrong with that, or null. */
export async function end({ name, processes }: Replica): Promise<string | null> {
  const startedAt = performance.now();
  const code = await processes.stop();
  const ms = Math.round(performance.now() - startedAt);
  return code === 0 && ms <= maxStopMs
    ? null
    : `${name}: SIGTERM ended it with ${code} after ${ms} ms`;
}

/** Resident memory in MB. */
export function memoryOf({ processes }: Replica): string {
  try {
    const status = readFileSync(`/proc/${processes.pid}/status`, "utf8");
    return (Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024).toFixed(0);
  } catch {
    return "–";
  }
}
