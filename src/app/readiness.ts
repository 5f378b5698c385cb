/** Says whether the bot can take events now, and how far it is behind. */
import type { Clock } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import type { Readiness } from "../http/server.ts";
import type { ReplicaStatus } from "../store/store.ts";
import type { Store } from "../store/store.ts";

/** @param bot `isStopping`: whether the bot is being stopped. `stuck`: number of events that can't be ended. */
export type ReadReadiness = (bot: { isStopping: boolean; stuck: number }) => Promise<Readiness>;

/** The address may be open to everybody, so requests at the same time share one try of the store, and events lose nothing. */
export function createReadiness(
  store: Pick<Store, "check" | "inbox" | "replicaStatus">,
  clock: Clock,
): ReadReadiness {
  let trying: ReturnType<typeof tryStore> | null = null;
  const tryOnce = () =>
    (trying ??= tryStore(store, clock).finally(() => {
      trying = null;
    }));
  return async ({ isStopping, stuck }) => {
    const { reason, oldestEventMs } = isStopping
      ? { reason: "stopping", oldestEventMs: null }
      : await tryOnce();
    // Afterwards: a lease may run out while a slow database answers.
    const replica = store.replicaStatus();
    return {
      reason: reason ?? reasonAgainst(replica, stuck),
      oldestEventMs,
      ...(replica && { replica }),
    };
  };
}

async function tryStore(
  store: Pick<Store, "check" | "inbox">,
  clock: Clock,
): Promise<Pick<Readiness, "reason" | "oldestEventMs">> {
  try {
    await store.check();
    const { oldestAt } = await store.inbox.counts();
    const oldestEventMs = oldestAt === null ? 0 : Math.max(0, clock.now() - oldestAt);
    return { reason: null, oldestEventMs };
  } catch (error) {
    return { reason: reasonOf(error), oldestEventMs: null };
  }
}

function reasonAgainst(replica: ReplicaStatus | null, stuck: number): string | null {
  if (replica?.isClockOff) return clockReason(replica.clockDifferenceMs);
  if (replica?.leaseRemainingMs === 0) return "the lease isn't held";
  return stuck > 0 ? `events that could not be ended: ${stuck}` : null;
}

function clockReason(differenceMs: number): string {
  const seconds = (Math.abs(differenceMs) / 1000).toFixed(1);
  const direction = differenceMs > 0 ? "behind" : "ahead of";
  return `this machine's clock isn't the database's: ${seconds} s ${direction} it`;
}
