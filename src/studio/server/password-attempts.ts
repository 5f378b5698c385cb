/** How fast passwords may be tried: few wrong ones by each client, and after many by all, one after another. */
import { isIPv6 } from "node:net";
import { pause, type Clock } from "../../clock.ts";

/** Counts wrong passwords; the replicas of a bot count together. */
export interface PasswordCounter {
  /**
   * Counts an attempt as a wrong one.
   * @returns those of this client in the window, this one included, and what takes it back.
   */
  begin(client: string, windowMs: number): Promise<{ count: number; forgive(): Promise<void> }>;
}

export interface PasswordAttempts {
  /** Waits until a password may be looked at, and counts it as a wrong one until it is forgiven. */
  begin(ip: string | undefined): Promise<PasswordAttempt>;
}

export type PasswordAttempt =
  | { allowed: true; forgive(): Promise<void> }
  | { allowed: false; reason: "client" | "queue" };

const windowMs = 15 * 60_000;
/** Wrong passwords in a window. */
const maxOfClient = 5;
const maxOfAll = 50;
/** Beyond those of all, each try takes so long, and so many may wait for their turn. */
const turnMs = 1000;
const maxWaiting = 30;
/** The counter of all clients; no client has this address. */
const all = "all";

export function createPasswordAttempts(counter: PasswordCounter, clock: Clock): PasswordAttempts {
  let lastTurn: Promise<void> = Promise.resolve();
  let waiting = 0;
  /** Attempts that are being counted now, by client. */
  const counting = new Map<string, number>();

  /** @returns false where too many wait already. */
  async function takeTurn(): Promise<boolean> {
    if (waiting >= maxWaiting) return false;
    waiting += 1;
    lastTurn = lastTurn.then(() => pause(clock, turnMs));
    await lastTurn;
    waiting -= 1;
    return true;
  }

  /** Counted before the password is looked at, so that tries side by side can't slip through. */
  async function count(client: string): Promise<PasswordAttempt> {
    const ofClient = await counter.begin(client, windowMs);
    if (ofClient.count > maxOfClient) return { allowed: false, reason: "client" };
    const ofAll = await counter.begin(all, windowMs);
    const forgive = async () => {
      await ofClient.forgive();
      await ofAll.forgive();
    };
    // Never refused for what others tried: they would keep everybody out.
    if (ofAll.count > maxOfAll && !(await takeTurn())) {
      await forgive();
      return { allowed: false, reason: "queue" };
    }
    return { allowed: true, forgive };
  }

  return {
    async begin(ip) {
      const client = clientOf(ip);
      const atOnce = counting.get(client) ?? 0;
      // Each takes a connection of the store, which events need.
      if (atOnce >= maxOfClient) return { allowed: false, reason: "client" };
      counting.set(client, atOnce + 1);
      try {
        return await count(client);
      } finally {
        const left = (counting.get(client) ?? 1) - 1;
        if (left > 0) counting.set(client, left);
        else counting.delete(client);
      }
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
