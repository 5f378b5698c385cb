/** Periodically reconciles writes of unknown outcome, settles redemptions, and expires approvals that nobody gave. */
import { createPeriodicTask, deadline, type Clock, type PeriodicTask } from "../../../clock.ts";
import { reasonOf } from "../../../errors.ts";
import { createThrottledWarnings, type Log } from "../../../observability/log.ts";
import type { Confirmation } from "../../../store/confirmations.ts";
import { isKnownRedemption, type Redemption } from "../../../store/redemptions.ts";
import type { StaffContext } from "../command.ts";
import { isKnownKind } from "../operations/index.ts";

const everyMs = 5000;
/** Time limit for one confirmation. */
const budgetMs = 8000;
const stopTimeoutMs = 1000;

interface ReconcilerServices {
  account: string;
  /** Accounts whose orders were sent to an emulator: what they have left open is not looked for on the platform. */
  emulated: readonly string[];
  staffContext: Pick<StaffContext, "confirmations" | "executor" | "redemptions" | "redeemer">;
  clock: Clock;
  log: Log;
}

export function createReconciler(services: ReconcilerServices): PeriodicTask {
  const { account, staffContext, clock, log } = services;
  const warn = createThrottledWarnings(log, clock);
  const skip = () => warn("what only another version of the bot knows is open, and left to it");
  const { confirmations } = staffContext;
  const logFailure = (error: unknown) =>
    log.error({ reason: reasonOf(error) }, "reconciliation failed");

  // One at a time; a failed confirmation doesn't stop the next ones.
  return createPeriodicTask(clock, { everyMs, patienceMs: stopTimeoutMs }, async (stopping) => {
    try {
      await confirmations.expireApprovals(account, clock.now()).catch(logFailure);
      for (const confirmation of await dueOrders(services)) {
        if (stopping.aborted) return;
        if (!isKnownKind(confirmation)) skip();
        else await reconcile(services, confirmation, stopping).catch(logFailure);
      }
      for (const redemption of await dueRedemptions(services)) {
        if (stopping.aborted) return;
        if (!isKnownRedemption(redemption)) skip();
        else await settle(services, redemption, stopping).catch(logFailure);
      }
    } catch (error) {
      logFailure(error);
    }
  });
}

/** Those of the account, and of others that were the bot's before: only what they have sent, since a dev channel sends nothing. */
async function dueOrders(services: ReconcilerServices): Promise<Confirmation[]> {
  const { account, staffContext, clock } = services;
  const { confirmations } = staffContext;
  const due = await confirmations.dueForReconciliation(account, clock.now());
  for (const other of formerAccounts(services, await confirmations.accountsWithUnresolved())) {
    const rows = await confirmations.dueForReconciliation(other, clock.now());
    due.push(...rows.filter(({ sends }) => sends > 0));
  }
  return due;
}

async function dueRedemptions(services: ReconcilerServices): Promise<Redemption[]> {
  const { account, staffContext, clock } = services;
  const { redemptions } = staffContext;
  const due = await redemptions.due(account, clock.now());
  for (const other of formerAccounts(services, await redemptions.accountsWithUnfinished())) {
    const rows = await redemptions.due(other, clock.now());
    due.push(...rows.filter(({ steps }) => Object.values(steps).some(({ sends }) => sends > 0)));
  }
  return due;
}

const formerAccounts = (
  { account, emulated }: Pick<ReconcilerServices, "account" | "emulated">,
  accounts: readonly string[],
): string[] => accounts.filter((one) => one !== account && !emulated.includes(one));

async function reconcile(
  { staffContext, clock, log }: ReconcilerServices,
  confirmation: Confirmation,
  stopping: AbortSignal,
): Promise<void> {
  using budget = deadline(clock, budgetMs);
  const signal = AbortSignal.any([budget.signal, stopping]);
  const actor = { by: null, eventId: null };
  const stored = await staffContext.executor.execute(confirmation, actor, signal);
  const { kind, state, sends } = stored.confirmation;
  log.info({ kind, state, sends }, "write reconciled");
}

/** Goes on with a redemption: looks for its current step, and tries the next ones. */
async function settle(
  { staffContext, clock, log }: ReconcilerServices,
  redemption: Redemption,
  stopping: AbortSignal,
): Promise<void> {
  using budget = deadline(clock, budgetMs);
  const signal = AbortSignal.any([budget.signal, stopping]);
  const actor = { by: null, eventId: null };
  const { state } = await staffContext.redeemer.execute(redemption, actor, signal);
  log.info({ state }, "redemption reconciled");
}
