/** Notes what is looked up to answer one event, for whoever inspects the bot. Holds no member data. */
import type { Clock } from "../clock.ts";
import type { Connect } from "../loyalty/client.ts";
import { operationNames } from "../loyalty/contract.ts";
import { KnownError } from "../errors.ts";
import type { Lookup } from "./trace.ts";

export interface Notes {
  readonly lookups: readonly Lookup[];
  /** Notes what is being asked for, or was kept. @param tell says in a word what came of it. */
  add<T>(what: string, work: T | Promise<T>, tell?: (found: T) => string): void;
  /** The platform's client, with each of its calls noted. */
  watching(connect: Connect): Connect;
}

export function createNotes(clock: Clock): Notes {
  const lookups: Lookup[] = [];

  function add<T>(what: string, work: T | Promise<T>, tell?: (found: T) => string): void {
    const lookup: Lookup = { what, from: work instanceof Promise ? "asked" : "kept" };
    const start = clock.now();
    const end = (result: string) => Object.assign(lookup, { ms: clock.now() - start, result });
    lookups.push(lookup);
    Promise.resolve(work).then(
      (found) => end(tell?.(found) ?? "found"),
      (error: unknown) => end(error instanceof KnownError ? error.code : "failed"),
    );
  }

  return {
    lookups,
    add,
    watching(connect) {
      const watched = operationNames.map((name) => {
        const ask = connect[name] as (...args: readonly unknown[]) => Promise<unknown>;
        const noted = (...args: readonly unknown[]) => {
          const answer = ask(...args);
          add(name, answer);
          return answer;
        };
        return [name, noted];
      });
      return Object.fromEntries(watched) as Connect;
    },
  };
}
