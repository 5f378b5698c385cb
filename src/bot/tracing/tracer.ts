/** Records the lookups made to answer one event, for the inspector; without member data. */
import type { Clock } from "../../clock.ts";
import type { LoyaltyClient } from "../../loyalty/client.ts";
import { operationNames } from "../../loyalty/contract.ts";
import { KnownError } from "../../errors.ts";
import type { TraceEntry } from "./trace-entry.ts";

export interface Tracer {
  readonly entries: readonly TraceEntry[];
  /**
   * Records one lookup: `from` is `call` for a promise and `cache` for a plain value.
   * @param describe the outcome in a word.
   */
  add<T>(what: string, result: T | Promise<T>, describe?: (found: T) => string): void;
  /** The platform client with each of its calls recorded. */
  instrument(loyalty: LoyaltyClient): LoyaltyClient;
}

export function createTracer(clock: Clock): Tracer {
  const entries: TraceEntry[] = [];

  function add<T>(what: string, result: T | Promise<T>, describe?: (found: T) => string): void {
    const entry: TraceEntry = { what, from: result instanceof Promise ? "call" : "cache" };
    const start = clock.monotonic();
    const finish = (outcome: string) =>
      Object.assign(entry, { ms: Math.round(clock.monotonic() - start), result: outcome });
    entries.push(entry);
    Promise.resolve(result).then(
      (found) => finish(describe?.(found) ?? "found"),
      (error: unknown) => finish(error instanceof KnownError ? error.code : "failed"),
    );
  }

  return {
    entries,
    add,
    instrument(loyalty) {
      const operations = operationNames.map((name) => {
        const operation = loyalty[name] as (...args: readonly unknown[]) => Promise<unknown>;
        const recorded = (...args: readonly unknown[]) => {
          const answer = operation(...args);
          add(name, answer);
          return answer;
        };
        return [name, recorded];
      });
      return Object.fromEntries(operations) as LoyaltyClient;
    },
  };
}
