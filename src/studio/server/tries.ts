/** How fast passwords may be tried: few wrong ones by each client, and after many by all, one after another. */
import { isIPv6 } from "node:net";
import { RateLimiterMemory } from "rate-limiter-flexible";
import { pause, type Clock } from "../../clock.ts";

export interface Tries {
  /** Waits until a password may be looked at, and counts it as a wrong one until it is forgiven. */
  begin(ip: string | undefined): Promise<Try>;
}

export type Try =
  | { allowed: true; forgive(): Promise<void> }
  | { allowed: false; reason: "client" | "queue" };

const windowMs = 15 * 60_000;
/** Wrong passwords in a window. */
const maxOfClient = 5;
const maxOfAll = 50;
/** Beyond those of all, each try takes so long, and so many may wait for their turn. */
const turnMs = 1000;
const maxWaiting = 30;

export function createTries(clock: Clock): Tries {
  const limiter = new RateLimiterMemory({ points: maxOfAll, duration: windowMs / 1000 });
  let lastTurn: Promise<void> = Promise.resolve();
  let waiting = 0;

  /** @returns false where too many wait already. */
  async function takeTurn(): Promise<boolean> {
    if (waiting >= maxWaiting) return false;
    waiting += 1;
    lastTurn = lastTurn.then(() => pause(clock, turnMs));
    await lastTurn;
    waiting -= 1;
    return true;
  }

  return {
    async begin(ip) {
      // The limiter forgets by the system's time; the window in the key makes it ours.
      const window = Math.floor(clock.now() / windowMs);
      const keys = [`${clientOf(ip)}/${window}`, `all/${window}`] as const;
      const [ofClient, ofAll] = keys;
      const forgive = async () => {
        for (const key of keys) await limiter.reward(key);
      };
      // Counted before the password is looked at, so that tries side by side can't slip through.
      const client = await limiter.penalty(ofClient);
      if (client.consumedPoints > maxOfClient) return { allowed: false, reason: "client" };
      const all = await limiter.penalty(ofAll);
      // Never refused for what others tried: they would keep everybody out.
      if (all.consumedPoints > maxOfAll && !(await takeTurn())) {
        await forgive();
        return { allowed: false, reason: "queue" };
      }
      return { allowed: true, forgive };
    },
  };
}

/** Whoever has an IPv6 address has the 2^64 beside it, too. */
export function clientOf(ip = ""): string {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, "");
  if (!isIPv6(address)) return address;
  const [head = "", tail] = address.split("::");
  const first = head.split(":").filter(Boolean);
  const last = tail?.split(":").filter(Boolean) ?? [];
  const between = Array.from({ length: 8 - first.length - last.length }, () => "0");
  const groups = tail === undefined ? first : [...first, ...between, ...last];
  return groups.slice(0, 4).join(":");
}
