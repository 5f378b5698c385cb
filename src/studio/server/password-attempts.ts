/** How fast passwords may be tried: few wrong ones by each client, and after many by all, one after another. */
import { isIPv6 } from "node:net";
import { pause, type Clock } from "../../clock.ts";
import { createRateLimiter } from "../../rate-limiter.ts";

export interface PasswordAttempts {
  /** Waits until a password may be looked at, and counts it as a wrong one until it is forgiven. */
  begin(ip: string | undefined): Promise<PasswordAttempt>;
}

export type PasswordAttempt =
  | { allowed: true; forgive(): void }
  | { allowed: false; reason: "client" | "queue" };

const windowMs = 15 * 60_000;
/** Wrong passwords in a window. */
const maxOfClient = 5;
const maxOfAll = 50;
/** Beyond those of all, each try takes so long, and so many may wait for their turn. */
const turnMs = 1000;
const maxWaiting = 30;

export function createPasswordAttempts(clock: Clock): PasswordAttempts {
  const byClient = createRateLimiter(clock, { kind: "window", windowMs });
  const byAll = createRateLimiter(clock, { kind: "window", windowMs });
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
      // Counted before the password is looked at, so that tries side by side can't slip through.
      const ofClient = byClient.take(clientOf(ip));
      if (ofClient.count > maxOfClient) return { allowed: false, reason: "client" };
      const ofAll = byAll.take("all");
      const forgive = () => {
        byClient.refund(ofClient);
        byAll.refund(ofAll);
      };
      // Never refused for what others tried: they would keep everybody out.
      if (ofAll.count > maxOfAll && !(await takeTurn())) {
        forgive();
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
