/** Finds resources that a test file leaves open: servers, sockets, timers, child processes and workers. */
import type { Worker } from "node:worker_threads";

/** Node's names of active resources, and workers, which Node doesn't list. */
const kinds = ["TCPServerWrap", "TCPSocketWrap", "Timeout", "ProcessWrap", "Worker"] as const;

export type OpenResources = Readonly<Record<(typeof kinds)[number], number>>;

const workers = new Set<Worker>();
process.on("worker", (worker) => {
  workers.add(worker);
  worker.once("exit", () => workers.delete(worker));
});

/** A busy machine closes sockets and processes with a delay. */
const maxWaitMs = 15_000;
const pollMs = 20;

export function openResources(): OpenResources {
  const open = [...process.getActiveResourcesInfo(), ...Array.from(workers, () => "Worker")];
  const count = (kind: string) => open.filter((one) => one === kind).length;
  const counts = kinds.map((kind) => [kind, count(kind)] as const);
  return Object.fromEntries(counts) as OpenResources;
}

/** Resources that are open beyond `before` and stay open, such as `1 TCPServerWrap`. */
export async function leaksSince(before: OpenResources, waitMs = maxWaitMs): Promise<string[]> {
  const end = performance.now() + waitMs;
  for (;;) {
    const now = openResources();
    const leaks = kinds.filter((kind) => now[kind] > before[kind]);
    if (leaks.length === 0 || performance.now() > end) {
      return leaks.map((kind) => `${now[kind] - before[kind]} ${kind}`);
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    setTimeout(resolve, pollMs).unref();
    await promise;
  }
}
