/** What goes on by itself: lost answers are settled, and old questions lapse. */
import { createRounds, deadline, type Clock, type Rounds } from "../../../clock.ts";
import { reasonOf } from "../../../errors.ts";
import type { Log } from "../../../observability/log.ts";
import type { Confirmation } from "../../../store/confirmations.ts";
import type { StaffContext } from "../command.ts";

const everyMs = 5000;
const budgetMs = 8000;
const patienceMs = 1000;

export function createReconciler(options: {
  account: string;
  staffContext: StaffContext;
  clock: Clock;
  log: Log;
}): Rounds {
  const { account, staffContext, clock, log } = options;

  async function settle(confirmation: Confirmation, stopping: AbortSignal): Promise<void> {
    using budget = deadline(clock, budgetMs);
    const signal = AbortSignal.any([budget.signal, stopping]);
    const itself = { by: null, eventId: null };
    const stored = await staffContext.execution.execute(confirmation, itself, signal);
    const { kind, state, sends } = stored.confirmation;
    log.info({ kind, state, sends }, "looked for a lost answer");
  }

  const complain = (error: unknown) => log.error({ reason: reasonOf(error) }, "settling failed");

  /** One after the other; what fails keeps nothing else from its turn. */
  return createRounds(clock, { everyMs, patienceMs }, async (stopping) => {
    try {
      await staffContext.confirmations.expireApprovals(account, clock.now()).catch(complain);
      for (const confirmation of await staffContext.confirmations.dueForReconciliation(
        account,
        clock.now(),
      )) {
        if (stopping.aborted) return;
        await settle(confirmation, stopping).catch(complain);
      }
    } catch (error) {
      complain(error);
    }
  });
}
