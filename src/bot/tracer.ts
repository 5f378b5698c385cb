/** Notes what is looked up to answer one event, for whoever inspects the bot. Holds no member data. */
import type { Clock } from "../clock.ts";
import type { LoyaltyClient } from "../loyalty/client.ts";
import { operationNames } from "../loyalty/contract.ts";
import { KnownError } from "../errors.ts";
import type { TraceEntry } from "./trace.ts";

export interface Tracer {
  readonly entries: readonly TraceEntry[];
  /** Notes what is being asked for, or was kept. @param tell says in a word what came of it. */
  add<T>(what: string, work: T | Promise<T>, tell?: (found: T) => string): void;
  /** The platform's client, with each of its calls noted. */
  instrument(loyalty: LoyaltyClient): LoyaltyClient;
}

export function createTracer(clock: Clock): Tracer {
  const entries: TraceEntry[] = [];

  function add<T>(what: string, work: T | Promise<T>, tell?: (found: T) => string): void {
    const lookup: TraceEntry = { what, from: work instanceof Promise ? "asked" : "kept" };
    const start = clock.now();
    const end = (result: string) => Object.assign(lookup, { ms: clock.now() - start, result });
    entries.push(lookup);
    Promise.resolve(work).then(
      (found) => end(tell?.(found) ?? "found"),
      (error: unknown) => end(error instanceof KnownError ? error.code : "failed"),
    );
  }

  return {
    entries,
    add,
    instrument(loyalty) {
      const watched = operationNames.map((name) => {
        const ask = loyalty[name] as (...args: readonly unknown[]) => Promise<unknown>;
        const noted = (...args: readonly unknown[]) => {
          const answer = ask(...args);
          add(name, answer);
          return answer;
        };
        return [name, noted];
      });
      return Object.fromEntries(watched) as LoyaltyClient;
    },
  };
}
