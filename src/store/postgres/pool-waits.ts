/** Takes connections from a pool, and counts what had to wait for one. */
import type { Pool, PoolClient } from "pg";
import type { Clock } from "../../clock.ts";

export interface PoolWaits {
  /** Statements and transactions for which no connection was free. */
  count: number;
  /** The sum of their waits, in milliseconds. */
  ms: number;
}

export interface CountedPool {
  /** Release what it resolves with. */
  connect(): Promise<PoolClient>;
  readonly waits: Readonly<PoolWaits>;
}

export function countWaits(pool: Pool, clock: Clock): CountedPool {
  const waits: PoolWaits = { count: 0, ms: 0 };
  return {
    waits,
    async connect() {
      const isFree = pool.idleCount > pool.waitingCount || pool.totalCount < pool.options.max;
      if (isFree) return pool.connect();
      const startedAt = clock.monotonic();
      try {
        return await pool.connect();
      } finally {
        waits.count += 1;
        waits.ms += clock.monotonic() - startedAt;
      }
    },
  };
}
