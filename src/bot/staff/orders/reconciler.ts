/** Periodically goes on with orders that are due: writes of unknown outcome, redemptions; and expires approvals that nobody gave. */
import { createPeriodicTask, deadline, type Clock, type PeriodicTask } from "../../../clock.ts";
import { reasonOf } from "../../../errors.ts";
import { createThrottledWarnings, type Log } from "../../../observability/log.ts";
import { isKnownOrder, type Order } from "../../../store/rules/order.ts";
import type { StaffContext } from "../command.ts";

const everyMs = 5000;
/** Time limit for one order. */
const budgetMs = 8000;
const stopTimeoutMs = 1000;

interface ReconcilerServices {
  account: string;
  /** Accounts whose orders were sent to an emulator: what they have left open is not looked for on the platform. */
  emulated: readonly string[];
  staffContext: Pick<StaffContext, "orders" | "executor">;
  clock: Clock;
  log: Log;
}

export function createReconciler(services: ReconcilerServices): PeriodicTask {
  const { account, staffContext, clock, log } = services;
  const warn = createThrottledWarnings(log, clock);
  const { orders } = staffContext;
  const logFailure = (error: unknown) =>
    log.error({ reason: reasonOf(error) }, "reconciliation failed");

  // One at a time; a failed order doesn't stop the next ones.
  return createPeriodicTask(clock, { everyMs, patienceMs: stopTimeoutMs }, async (stopping) => {
    try {
      await orders.expireApprovals(account, clock.now()).catch(logFailure);
      for (const order of await dueOrders(services)) {
        if (stopping.aborted) return;
        if (isKnownOrder(order)) await reconcile(services, order, stopping).catch(logFailure);
        else warn("what only another version of the bot knows is open, and left to it");
      }
    } catch (error) {
      logFailure(error);
    }
  });
}

/** Those of the account, and of others that were the bot's before: only what they have sent, since a dev channel sends nothing. */
async function dueOrders(services: ReconcilerServices): Promise<Order[]> {
  const { account, emulated, staffContext, clock } = services;
  const { orders } = staffContext;
  const due = await orders.due(account, clock.now());
  for (const other of await orders.accountsWithUnfinished()) {
    if (other === account || emulated.includes(other)) continue;
    const left = await orders.due(other, clock.now());
    due.push(...left.filter(({ steps }) => steps.some(({ sends }) => sends > 0)));
  }
  return due;
}

async function reconcile(
  { staffContext, clock, log }: ReconcilerServices,
  due: Order,
  stopping: AbortSignal,
): Promise<void> {
  using budget = deadline(clock, budgetMs);
  const signal = AbortSignal.any([budget.signal, stopping]);
  const { order } = await staffContext.executor.execute(due, { by: null, eventId: null }, signal);
  const { kind, state, steps } = order;
  const sends = Math.max(...steps.map((step) => step.sends));
  log.info({ kind, state, sends }, "write reconciled");
}
