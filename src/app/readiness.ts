/** Says whether the bot can take events now, and how far it is behind. */
import type { Clock } from "../clock.ts";
import { reasonOf } from "../errors.ts";
import type { Readiness } from "../http/server.ts";
import type { Store } from "../store/store.ts";

/** @param bot `isStopping`: whether the bot is being stopped. `stuck`: number of events that can't be ended. */
export async function readReadiness(
  store: Pick<Store, "check" | "inbox" | "replicaStatus">,
  bot: { isStopping: boolean; stuck: number },
  clock: Clock,
): Promise<Readiness> {
  const replica = store.replicaStatus();
  const state = { oldestEventMs: null, ...(replica && { replica }) };
  if (bot.isStopping) return { ...state, reason: "stopping" };
  try {
    await store.check();
    const { oldestAt } = await store.inbox.counts();
    const oldestEventMs = oldestAt === null ? 0 : Math.max(0, clock.now() - oldestAt);
    return { ...state, oldestEventMs, reason: reasonAgainst(replica, bot.stuck) };
  } catch (error) {
    return { ...state, reason: reasonOf(error) };
  }
}

function reasonAgainst(replica: ReturnType<Store["replicaStatus"]>, stuck: number): string | null {
  if (replica?.leaseRemainingMs === 0) return "the lease isn't held";
  return stuck > 0 ? `events that could not be ended: ${stuck}` : null;
}
