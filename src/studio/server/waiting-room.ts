/** Where passwords wait while many are tried: networks that have tried least come first, so that no crowd keeps anybody out. */
import { pause, type Clock } from "../../clock.ts";
import { networksOf } from "../../config/client-address.ts";

export interface WaitingRoom {
  /** Waits for a turn. @returns false if the place went to somebody else. */
  takeTurn(ip: string | undefined): Promise<boolean>;
}

interface Waiting {
  /** Has one place. */
  customer: string;
  /** The widest first. */
  networks: readonly string[];
  end(hasTurn: boolean): void;
}

const turnMs = 1000;
const maxWaiting = 30;
/** Networks whose tries are remembered; the oldest are forgotten first. */
const maxRemembered = 20_000;

export function createWaitingRoom(clock: Clock, windowMs: number): WaitingRoom {
  const waiting = new Map<string, Waiting>();
  const tries = new Map<string, { count: number; until: number }>();
  let isTurning = false;

  function countTry(network: string): void {
    const now = clock.monotonic();
    const known = tries.get(network);
    const isCurrent = known !== undefined && now < known.until;
    tries.delete(network);
    tries.set(network, {
      count: isCurrent ? known.count + 1 : 1,
      until: isCurrent ? known.until : now + windowMs,
    });
    for (const oldest of tries.keys()) {
      if (tries.size <= maxRemembered) break;
      tries.delete(oldest);
    }
  }

  /** Compares the tries of the widest networks first. @returns below 0 if the first one has tried less. */
  function compare(one: Waiting, other: Waiting): number {
    const differences = one.networks.map(
      (network, index) =>
        (tries.get(network)?.count ?? 0) - (tries.get(other.networks[index] ?? "")?.count ?? 0),
    );
    return differences.find((difference) => difference !== 0) ?? 0;
  }

  /** Any of those whose networks have tried most. */
  function oneOfTheMost(all: readonly Waiting[]): Waiting | undefined {
    const [most] = all.toSorted((one, other) => compare(other, one));
    const equal = all.filter((one) => most && compare(one, most) === 0);
    return equal[Math.floor(Math.random() * equal.length)];
  }

  function loserAgainst(newcomer: Waiting): Waiting | undefined {
    const same = waiting.get(newcomer.customer);
    if (same) return oneOfTheMost([same, newcomer]);
    return waiting.size < maxWaiting ? undefined : oneOfTheMost([...waiting.values(), newcomer]);
  }

  /** The one whose networks have tried least, the earliest of several. */
  const next = () => [...waiting.values()].toSorted(compare)[0];

  async function turn(): Promise<void> {
    isTurning = true;
    while (waiting.size > 0) {
      await pause(clock, turnMs);
      const one = next();
      if (one) waiting.delete(one.customer);
      one?.end(true);
    }
    isTurning = false;
  }

  return {
    takeTurn(ip) {
      const { all: networks, customer } = networksOf(ip);
      networks.forEach(countTry);
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const newcomer = { customer, networks, end: resolve };
      const loser = loserAgainst(newcomer);
      if (loser !== newcomer) {
        // Of the same customer, the newcomer has its place from now on.
        if (loser && loser.customer !== customer) waiting.delete(loser.customer);
        waiting.set(customer, newcomer);
      }
      loser?.end(false);
      if (!isTurning) void turn();
      return promise;
    },
  };
}
