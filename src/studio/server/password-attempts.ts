/** How fast passwords may be tried: few wrong ones by each client, and after many by all, one after another. */
import type { Clock } from "../../clock.ts";
import { clientOf } from "../../config/client-address.ts";
import { createWaitingRoom } from "./waiting-room.ts";

/** Counts wrong passwords; the replicas of a bot count together. */
export interface PasswordCounter {
  /**
   * Counts an attempt as a wrong one.
   * @returns those of this client in the window, this one included, when the window ends in milliseconds since 1970,
   * and what takes the attempt back.
   */
  begin(
    client: string,
    windowMs: number,
  ): Promise<{ count: number; endsAt: number; forgive(): Promise<void> }>;
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
/** Beyond those, each try of anybody waits for its turn. */
const maxOfAll = 50;
/** The counter of all clients; no client has this address. */
const all = "all";
/** Clients whose refusal is remembered without asking the counter; the oldest are forgotten first. */
const maxRemembered = 10_000;

export function createPasswordAttempts(counter: PasswordCounter, clock: Clock): PasswordAttempts {
  const room = createWaitingRoom(clock, windowMs);
  /** Attempts that are being counted now, by client. */
  const counting = new Map<string, number>();
  /** When the window of a refused client ends: until then its tries write nothing. */
  const refusedUntil = new Map<string, number>();

  function isRefused(client: string): boolean {
    const leftMs = (refusedUntil.get(client) ?? 0) - clock.now();
    // A longer one began before the clock was set back.
    if (leftMs > 0 && leftMs <= windowMs) return true;
    refusedUntil.delete(client);
    return false;
  }

  function rememberRefused(client: string, endsAt: number): void {
    refusedUntil.set(client, endsAt);
    for (const oldest of refusedUntil.keys()) {
      if (refusedUntil.size <= maxRemembered) break;
      refusedUntil.delete(oldest);
    }
  }

  /** Counted before the password is looked at, so that tries side by side can't slip through. */
  async function count(client: string, ip: string | undefined): Promise<PasswordAttempt> {
    const ofClient = await counter.begin(client, windowMs);
    if (ofClient.count > maxOfClient) {
      rememberRefused(client, ofClient.endsAt);
      return { allowed: false, reason: "client" };
    }
    const ofAll = await counter.begin(all, windowMs);
    const forgive = async () => {
      // It may have been refused for attempts that were right.
      refusedUntil.delete(client);
      await ofClient.forgive();
      await ofAll.forgive();
    };
    // Never refused for what others tried: they would keep everybody out.
    if (ofAll.count > maxOfAll && !(await room.takeTurn(ip))) {
      await forgive();
      return { allowed: false, reason: "queue" };
    }
    return { allowed: true, forgive };
  }

  return {
    async begin(ip) {
      const client = clientOf(ip);
      if (isRefused(client)) return { allowed: false, reason: "client" };
      const atOnce = counting.get(client) ?? 0;
      // Each takes a connection of the store, which events need.
      if (atOnce >= maxOfClient) return { allowed: false, reason: "client" };
      counting.set(client, atOnce + 1);
      try {
        return await count(client, ip);
      } finally {
        const left = (counting.get(client) ?? 1) - 1;
        if (left > 0) counting.set(client, left);
        else counting.delete(client);
      }
    },
  };
}
