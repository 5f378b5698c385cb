/** The soak of several replicas on a Postgres of its own: random faults of everything, and a deployment in the middle. */
import { appendFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { seededRandom } from "../../../src/emulators/loyalty/random.ts";
import { startPostgres } from "../../support/start-postgres.ts";
import { createFaultInjector } from "./faults.ts";
import type { Latencies } from "./latencies.ts";
import { createSoakWorld } from "./world.ts";

export interface ReplicaSoakOptions {
  replicas: number;
  minutes: number;
  seed: number;
  /** Members' messages a second. */
  rate: number;
  /** Whether the platform deduplicates writes by key, and the bot is configured for that. */
  idempotent: boolean;
  /** Where the replicas' logs go if a promise is broken. */
  logFile: string;
  print(line: string): void;
}

const reportEveryMs = 60_000;
const stepMs = 250;
/** Above, resolving all orders at the end of a long run takes longer than the run. */
const maxOrders = 3000;
const colleagues = 4;
const shownViolations = 30;

/** @returns whether every promise was kept. */
export async function soakReplicas(options: ReplicaSoakOptions): Promise<boolean> {
  const { replicas, minutes, seed, rate, idempotent, logFile, print } = options;
  const random = seededRandom(`replicas ${seed}`);
  const below = (limit: number) => random.below(limit);
  const runMs = minutes * 60_000;
  // Commits as in production, also those that a crash follows.
  await using postgres = await startPostgres({ fsync: "on", log_min_messages: "panic" });
  await using world = await createSoakWorld({
    replicas,
    rate,
    idempotent,
    databaseUrl: postgres.url("postgres"),
    below,
    betweenOrdersMs: Math.max(300, (runMs * colleagues) / maxOrders),
  });
  const { services, cluster, database, oracle, members, staff } = world;
  services.line.redeliverFailures(true);
  const faults = createFaultInjector({ services, cluster, database, postgres, below });
  const startedAt = performance.now();
  const elapsed = () => performance.now() - startedAt;
  const isOver = () => elapsed() >= runMs;

  const shown = new Set<string>();
  /** The first ones at once: of a run of an hour nobody waits for the end. */
  function show(violations: Iterable<string>): void {
    for (const violation of violations) {
      if (shown.has(violation) || shown.size >= shownViolations) continue;
      shown.add(violation);
      print(`violation: ${violation}`);
    }
  }
  async function report(): Promise<void> {
    for (let next = reportEveryMs; !isOver(); await pause(stepMs)) {
      show(oracle.violations);
      show(cluster.violations);
      if (elapsed() < next) continue;
      next += reportEveryMs;
      const { accepted, answered } = oracle.figures;
      print(
        `${Math.round(elapsed() / 60_000)} min: ${accepted} accepted, ${answered} answered, ${oracle.violations.size + cluster.violations.length} violations, replicas ${cluster.memory()} MB, soak ${Math.round(process.memoryUsage().rss / 2 ** 20)} MB`,
      );
    }
  }
  async function deployInTheMiddle(): Promise<void> {
    while (elapsed() < runMs / 2) await pause(stepMs);
    await cluster.deploy();
  }
  await Promise.all([
    members.run(isOver),
    staff.order(isOver),
    faults.run(isOver),
    deployInTheMiddle(),
    report(),
  ]);
  faults.clear();
  print("the load has ended");
  const verdict = await world.finish();

  const { violations } = verdict;
  show(violations);
  if (violations.length > 0) {
    appendFileSync(logFile, cluster.log());
    print(`${violations.length} violations; the replicas' logs are in ${logFile}`);
  }
  const result = {
    seed,
    replicas,
    minutes,
    rate,
    idempotent,
    ...oracle.figures,
    redelivered: members.figures.redelivered,
    parked: verdict.parked,
    faults: { ...faults.counts, "rolling deployment": 1 },
    takeOversMs: cluster.takeOvers,
    ackMs: quantilesOf(oracle.latencies.ack),
    endMs: quantilesOf(oracle.latencies.end),
    staff: { ...verdict.staff, faults: verdict.staff.faults.length },
    violations: violations.length,
  };
  print(JSON.stringify(result, null, 2));
  return violations.length === 0;
}

const quantilesOf = (latencies: Latencies) => ({
  p50: latencies.quantile(0.5),
  p90: latencies.quantile(0.9),
  p99: latencies.quantile(0.99),
  max: latencies.quantile(1),
});
